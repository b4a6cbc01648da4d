"""No room may swallow a wing: one that grew too large is divided.

The rule: in a wing of more than 40 drawers, a room with more than half of them is divided, and so is what comes of it, as long as it has
more than one file. It is divided by what first gives two parts or more of which none is the wing again: the next folder, the next
heading, the year (then the month), the first letter (then the next), at last a running part by the hash of the path.

The name that a file gets depends on the file and on which rooms are divided how, and nothing else, so a file that comes or goes renames no
other, unless a room is divided for the first time. A division stays until its room has less than a quarter of the wing (or the wing fewer
than 20 drawers): keep what `balanced` returns and pass it in the next time.
"""

from __future__ import annotations

import hashlib
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from llmwiki.palace.rooms import GENERAL, topic

By = Literal["folder", "heading", "date", "letter", "hash"]

LARGE, SMALL = 40, 20
"""Drawers: a wing with more is balanced, and stays so until it has fewer than the second."""

_MOST, _STILL = 0.5, 0.25
_ORDER: tuple[By, ...] = ("folder", "heading", "date", "letter", "hash")
_UNDATED, _OTHER = "undated", "other"
_FILES_A_HEADING = 3
_DEEPEST = 24

# Where each initial begins among the 3,755 common characters of GB 2312, which are in dictionary order: the headings of any Chinese index.
_INITIALS = "abcdefghjklmnopqrstwxyz"
_BEGINNINGS = tuple(char.encode("gb2312") for char in "啊芭擦搭蛾发噶哈击喀垃妈拿哦啪期然撒塌挖昔压匝")
_LAST_COMMON = "座".encode("gb2312")


@dataclass(frozen=True, slots=True)
class Placed:
    """A file and the room it has by itself.

    Attributes:
        path: Of the file; tells files apart.
        room: From `rooms.py`.
        drawers: How many it has.
        folders: Below the room.
        headings: In order.
        date: ISO, or empty.
    """

    path: str
    room: str
    drawers: int
    folders: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    date: str = ""


class Balanced(NamedTuple):
    """Rooms by path, and which rooms are divided by what."""

    rooms: dict[str, str]
    divided: dict[str, By]


def balanced(files: Iterable[Placed], divided: Mapping[str, By] | None = None) -> Balanced:
    """The rooms of all files of one wing.

    Args:
        files: In any order.
        divided: Rooms that are divided since an earlier time.
    """
    wing = sorted(files, key=lambda file: file.path)
    total = sum(file.drawers for file in wing)
    now = _still_divided(wing, divided or {}, total)
    while room := _too_large(members := _members(wing, now), total):
        now[room] = _how(members[room], now, room, total)
    return Balanced({file.path: room_in(file, now) for file in wing}, {room: now[room] for room in sorted(now)})


def room_in(file: Placed, divided: Mapping[str, By]) -> str:
    """The room of one file, given which rooms are divided by what."""
    room, used = file.room, Counter[By]()
    while room in divided:
        by = divided[room]
        room = f"{room}/{_part(file, by, used[by])}"
        used[by] += 1
    return room


def _members(wing: Iterable[Placed], divided: Mapping[str, By]) -> dict[str, list[Placed]]:
    members: dict[str, list[Placed]] = {}
    for file in wing:
        members.setdefault(room_in(file, divided), []).append(file)
    return members


def _too_large(members: Mapping[str, Sequence[Placed]], total: int) -> str:
    return next((room for room, files in members.items() if is_too_large(room, _drawers(files), len(files), total)), "")


def is_too_large(room: str, drawers: int, files: int, total: int) -> bool:
    """Whether a room has to be divided in a wing of ``total`` drawers."""
    return total > LARGE and files > 1 and drawers > _MOST * total and room.count("/") < _DEEPEST


def _still_divided(wing: Sequence[Placed], divided: Mapping[str, By], total: int) -> dict[str, By]:
    """Earlier divisions that still have a reason, the outer ones first; those inside one that has none go with it."""
    now: dict[str, By] = {}
    if total < SMALL:
        return now
    for room in sorted(divided, key=lambda name: (name.count("/"), name)):
        inside = [file for file in wing if room_in(file, now) == room]
        if inside and _drawers(inside) >= _STILL * total:
            now[room] = divided[room]
    return now


def _how(files: Sequence[Placed], divided: Mapping[str, By], room: str, total: int) -> By:
    for by in _ORDER:
        used = _times(files[0], divided, room)[by]
        parts: Counter[str] = Counter()
        for file in files:
            parts[_part(file, by, used)] += file.drawers
        if len(parts) > 1 and _serves(by, parts, files, total):
            return by
    return "hash"


def _serves(by: By, parts: Mapping[str, int], files: Sequence[Placed], total: int) -> bool:
    """Folders serve whenever they take a tenth off; the rest must bring each part under half of the wing, in rooms of several files."""
    largest = max(parts.values())
    if by == "folder":
        return largest <= 0.9 * _drawers(files)
    if by == "heading" and len(parts) * _FILES_A_HEADING > len(files):
        return False
    if by == "date" and parts.get(_UNDATED, 0) > 0.2 * _drawers(files):
        return False
    return by == "hash" or largest <= _MOST * total


def _times(file: Placed, divided: Mapping[str, By], room: str) -> Counter[By]:
    """How often each way was used on the way to a room."""
    used: Counter[By] = Counter()
    at = file.room
    while at != room:
        by = divided[at]
        at = f"{at}/{_part(file, by, used[by])}"
        used[by] += 1
    return used


def _part(file: Placed, by: By, times: int) -> str:
    """What a division adds to the room's name; ``times`` says how often the same way was used before."""
    if by == "folder":
        return file.folders[times] if times < len(file.folders) else GENERAL
    if by == "heading":
        return (topic(file.headings[times]) if times < len(file.headings) else "") or GENERAL
    if by == "date":
        return (file.date[:4] if not times else file.date[5:7] if times == 1 else "") or _UNDATED
    if by == "letter":
        return _letter(file.path.rpartition("/")[2], times)
    return f"part-{hashlib.sha256(f'{times} {file.path}'.encode('utf-8', 'surrogateescape')).digest()[0] % 8 + 1}"


def _letter(name: str, place: int) -> str:
    """The heading in an index for the letter at a place of a name: a to z, 0-9, or the letter itself in other scripts."""
    letters = [char for char in unicodedata.normalize("NFKD", name.rpartition(".")[0] or name) if char.isalnum()]
    if place >= len(letters):
        return _OTHER
    char = letters[place].lower()
    if char.isdecimal():
        return "0-9"
    encoded = char.encode("gb2312", "ignore")
    if len(encoded) == 2 and _BEGINNINGS[0] <= encoded <= _LAST_COMMON:  # noqa: PLR2004 - bytes of a Chinese character
        return _INITIALS[bisect_right(_BEGINNINGS, encoded) - 1]
    return char if len(char) == 1 and char.isalpha() and not "\u3400" <= char <= "\u9fff" else _OTHER


def _drawers(files: Iterable[Placed]) -> int:
    return sum(file.drawers for file in files)
