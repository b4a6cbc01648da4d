"""What a palace holds, and what was done to it, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from llmwiki.report.numbers import counted
from llmwiki.report.search import excerpt
from llmwiki.report.terminal import Line, Part

if TYPE_CHECKING:
    from llmwiki.palace.compressing import Compressed
    from llmwiki.palace.drawer import Drawer
    from llmwiki.palace.inventory import Room
    from llmwiki.renew import Rebuilt
    from llmwiki.survey import Surveyed
    from llmwiki.verify import Verified

_SHOWN = 20
_KILO = 1024


def survey_lines(found: Surveyed) -> Iterator[Line]:
    """For people."""
    numbers = found.census
    yield _row("palace", str(found.journal.parent if found.journal.name == "journal" else found.journal))
    yield _row("drawers", f"{numbers.drawers:,} in {counted(numbers.files, 'file')}", "bold")
    for wing, (rooms, drawers) in _wings(numbers.rooms).items():
        yield _row("wing", f"{wing}  {counted(rooms, 'room')}, {counted(drawers, 'drawer')}")
    yield _row("kinds", _listed(numbers.kinds))
    yield _row("halls", _listed(numbers.halls) or "none yet")
    lacking = f", {counted(numbers.lacking, 'drawer')} without" if numbers.lacking else ""
    yield _row("vectors", (_listed(numbers.vectors) or "none") + lacking)
    yield _row("tunnels", str(numbers.tunnels))
    if numbers.kept:
        yield _row("kept", ", ".join(counted(count, name) for name, count in numbers.kept.items()) + " of an imported palace")
    yield _row("disk", f"journal {_bytes(found.journal_bytes)}, records {_bytes(found.records_bytes)}, cache {_bytes(found.cache_bytes)}")
    for wing, folders in sorted(found.folders.items()):
        for root in folders.values():
            yield _row("mined", f"{root}  into {wing}")


def survey_json(found: Surveyed) -> dict[str, Any]:
    """For programs."""
    numbers = found.census
    return {
        "journal": str(found.journal),
        "cache": str(found.cache),
        "files": numbers.files,
        "drawers": numbers.drawers,
        "wings": [{"wing": wing, "rooms": rooms, "drawers": drawers} for wing, (rooms, drawers) in _wings(numbers.rooms).items()],
        "kinds": numbers.kinds,
        "halls": numbers.halls,
        "vectors": {"model": numbers.model or None, "by_model": numbers.vectors, "lacking": numbers.lacking},
        "tunnels": numbers.tunnels,
        "kept": numbers.kept,
        "bytes": {"journal": found.journal_bytes, "records": found.records_bytes, "cache": found.cache_bytes},
        "mined": [{"wing": wing, "folder": root} for wing, folders in sorted(found.folders.items()) for root in folders.values()],
    }


def room_lines(rooms: Iterable[Room]) -> Iterator[Line]:
    """A line a room under a line a wing."""
    wing = None
    for room in rooms:
        if room.wing != wing:
            wing = room.wing
            yield (Part(wing, "bold"),)
        yield (Part(f"  {room.name or '.'}"), Part(f"  {counted(room.files, 'file')}, {counted(room.drawers, 'drawer')}", "dim"))


def rooms_json(rooms: Iterable[Room]) -> list[dict[str, Any]]:
    """For programs."""
    return [{"wing": room.wing, "room": room.name, "files": room.files, "drawers": room.drawers} for room in rooms]


def drawer_lines(drawers: Iterable[Drawer]) -> Iterator[Line]:
    """Two lines a drawer: its id and place, and how it begins."""
    for drawer in drawers:
        place = f"{drawer.path}:{drawer.lines[0]}-{drawer.lines[1]}"
        hall = f"  {drawer.hall}" if drawer.hall else ""
        yield (Part(place, "bold"), Part(f"  {drawer.id}{hall}", "dim"))
        yield (Part("  " + excerpt(drawer.text)),)


def drawers_json(drawers: Iterable[Drawer]) -> list[dict[str, Any]]:
    """For programs, in the words of ``wiki search --json``."""
    return [
        {
            "drawer": drawer.id,
            "text": drawer.text,
            "path": drawer.path,
            "kind": drawer.kind,
            "heading": drawer.headings[-1] if drawer.headings else "",
            "lines": list(drawer.lines),
            "wing": drawer.wing,
            "room": drawer.room,
            "hall": drawer.hall,
            "title": drawer.title,
            "date": drawer.date,
            "language": drawer.language,
        }
        for drawer in drawers
    ]


def verify_lines(found: Verified) -> Iterator[Line]:
    """What differs, and the sum."""
    for difference in found.differences[:_SHOWN]:
        place = f"{difference.wing}: {difference.path}" if difference.path else "records"
        yield (Part(f"{difference.fault:<9} ", "red"), Part(place, "bold"), Part(f"  {difference.detail}"))
    if len(found.differences) > _SHOWN:
        yield (Part(f"and {len(found.differences) - _SHOWN} more", "dim"),)
    lacking = f", {counted(found.lacking, 'drawer')} without a vector" if found.lacking else ""
    sums = f"{counted(found.files, 'file')}, {counted(found.drawers, 'drawer')} compared: "
    yield (Part(sums), Part(counted(len(found.differences), "difference") + lacking, "bold"))


def verify_json(found: Verified) -> dict[str, Any]:
    """For programs."""
    return {
        "files": found.files,
        "drawers": found.drawers,
        "differences": [difference._asdict() for difference in found.differences],
        "lacking": found.lacking,
        "heals": found.heals or None,
    }


def rebuilt_lines(found: Rebuilt) -> Iterator[Line]:
    """One line."""
    records = found.records
    text = f"{counted(records.files, 'file')}, {counted(records.drawers, 'drawer')} ({records.before} before)"
    copied = f", {found.copied} copied into Chroma" if found.copied else ""
    yield (Part("Rebuilt: ", "dim"), Part(f"{text}, {counted(found.vectors, 'vector')} made{copied}", "bold"))


def rebuilt_json(found: Rebuilt) -> dict[str, Any]:
    """For programs."""
    return {**found.records._asdict(), "vectors": found.vectors, "copied": found.copied, "interrupted": found.interrupted}


def compressed_lines(found: Compressed) -> Iterator[Line]:
    """A line a file."""
    for name, (before, after) in (("journal", found.journal), ("records", found.records)):
        yield _row(name, f"{_bytes(before)} before, {_bytes(after)} after")
    if found.vectors:
        yield _row("vectors", f"{found.vectors} that no drawer needs dropped")


def compressed_json(found: Compressed) -> dict[str, Any]:
    """For programs."""
    sizes = {"journal": found.journal, "records": found.records}
    return {**{name: {"before": before, "after": after} for name, (before, after) in sizes.items()}, "vectors_dropped": found.vectors}


def _row(name: str, text: str, style: str = "") -> Line:
    return (Part(f"{name:<11}", "dim"), Part(text, style))


def _wings(rooms: Iterable[Room]) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for room in rooms:
        count, drawers = found.get(room.wing, (0, 0))
        found[room.wing] = (count + 1, drawers + room.drawers)
    return found


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items())


def _bytes(size: int) -> str:
    value, unit = float(size), "B"
    for unit in ("B", "kB", "MB", "GB"):
        if value < _KILO or unit == "GB":
            break
        value /= _KILO
    return f"{value:.0f} {unit}" if unit == "B" else f"{value:.1f} {unit}"
