"""The properties of two pages made one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from llmwiki.vault.frontmatter import dump, read_frontmatter, set_key
from llmwiki.vault.property_edit import editable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from llmwiki.vault.frontmatter import Entry, Frontmatter

_SETTLED = frozenset({"title", "type", "created", "updated", "aliases"})
_TRUE = frozenset({"true", "yes", "是"})


class Names(NamedTuple):
    """What the joined page is called.

    Attributes:
        title: Its title.
        others: All other names of both pages, those of the page that stays first.
    """

    title: str
    others: tuple[str, ...]


def names_of_both(title: str, others: Iterable[str]) -> Names:
    """The names without those that differ from an earlier one in case only."""
    found = {title.strip().casefold(): title.strip()}
    for name in others:
        if name.strip():
            found.setdefault(name.strip().casefold(), name.strip())
    return Names(title.strip(), tuple(found.values())[1:])


def joined_properties(into: str, page: str, names: Names, today: str, leads_home: Callable[[str], bool]) -> str:
    """The text of ``into`` with what both pages say in their properties.

    Lists are joined, ``created`` is the earlier date, ``contested`` holds when one page says so. A property that
    only ``page`` has is taken over as it is written.

    Args:
        into: A note, line ends as in ``page``.
        page: The note that is joined to it.
        names: For ``title`` and ``aliases``; a note without ``title`` gets none.
        today: ISO date, for ``updated`` where there is one.
        leads_home: Whether a value is a link to one of the two pages.

    Raises:
        VaultError: The properties of a page cannot be edited.
    """
    front, other = editable(into), editable(page)
    text = into
    if front.entry("title") and front.text("title") != names.title:
        text = set_key(text, "title", names.title)
    known = front.items("aliases")
    if names.others != known:
        text = set_key(text, "aliases", names.others)
    for entry in other.entries:
        text = _with(text, front, other, entry.key, leads_home)
    for key, value in _dates(front, other, today):
        text = set_key(text, key, value)
    new = [entry for entry in other.entries if not front.entry(entry.key) and entry.key not in _SETTLED]
    return _with_raw(text, [raw for entry in new if (raw := _taken(page, other, entry, leads_home))])


def unplaced(into: str, page: str, written: str) -> str:
    """The properties of ``page`` that find no place because ``into`` says something else there, as text for its body.

    Args:
        into, page: As for :func:`joined_properties`.
        written: What the tool wrote last for ``page``; its own properties are left out. Empty when it wrote nothing.
    """
    front, other = read_frontmatter(into), read_frontmatter(page)
    own = {_raw(written, entry).strip() for entry in read_frontmatter(written).entries}
    left = []
    for entry in other.entries:
        there = front.entry(entry.key)
        settled = entry.key in _SETTLED or entry.key == "contested" or _is_list(front, entry.key) or _is_list(other, entry.key)
        if there and not settled and front.data.get(entry.key) != other.data.get(entry.key):
            left.append(entry)
    kept = [entry for entry in left if _raw(page, entry).strip() not in own]
    lines = [f"- {entry.key}: {other.text(entry.key)}" for entry in kept if _is_line(other.text(entry.key))]
    raws = [_raw(page, entry) for entry in kept if not _is_line(other.text(entry.key))]
    code = f"```yaml\n{''.join(raws)}```" if raws else ""
    return "\n\n".join(filter(None, ("\n".join(lines), code)))


def _is_line(value: str) -> bool:
    """Whether a value can stand in a list line, where its links stay links."""
    return bool(value.strip()) and value.isprintable()


def _with(text: str, front: Frontmatter, other: Frontmatter, key: str, leads_home: Callable[[str], bool]) -> str:
    """``into`` with one property of the other page, where both have it."""
    if key in _SETTLED or not front.entry(key):
        return text
    if key == "contested":
        is_new = other.text(key).casefold() in _TRUE and front.text(key).casefold() not in _TRUE
        return set_key(text, key, "true") if is_new else text
    if not _is_list(front, key) and not _is_list(other, key):
        return text
    items = {_plain(item): item for item in reversed((*front.items(key), *other.items(key))) if not leads_home(item)}
    wanted = tuple(reversed(items.values()))
    wanted = (*(item for item in front.items(key) if item in wanted), *(item for item in wanted if item not in front.items(key)))
    return text if wanted == front.items(key) else set_key(text, key, wanted)


def _taken(page: str, other: Frontmatter, entry: Entry, leads_home: Callable[[str], bool]) -> str:
    """A property as it is written, without links to the joined page itself."""
    items = other.items(entry.key)
    kept = [item for item in items if not leads_home(item)]
    if len(kept) == len(items) or not _is_list(other, entry.key):
        return _raw(page, entry)
    return dump({entry.key: kept})[4:-4] if kept else ""


def _plain(item: str) -> str:
    """What tells items apart: a link's file, however it is written."""
    return item.strip().removeprefix("[[").removesuffix("]]").partition("|")[0].removesuffix(".md").lstrip("#").casefold()


def _is_list(front: Frontmatter, key: str) -> bool:
    value = front.data.get(key)
    if isinstance(value, list):
        return all(isinstance(item, str) for item in value)
    return key in {"tags", "sources", "contradictions"} and not isinstance(value, dict)


def _dates(front: Frontmatter, other: Frontmatter, today: str) -> list[tuple[str, str]]:
    created = min(filter(None, (front.text("created"), other.text("created"))), default="")
    dates = {"created": created, "updated": max(front.text("updated"), today)}
    return [(key, value) for key, value in dates.items() if value and front.entry(key) and front.text(key) != value]


def _with_raw(text: str, raws: Sequence[str]) -> str:
    """The note with more lines at the end of its properties."""
    if not raws:
        return text
    front = read_frontmatter(text)
    if front.span is None:
        return f"---\n{''.join(raws)}---\n{text}"
    at = text.rindex("---", 0, front.span.end)
    return text[:at] + "".join(raws) + text[at:]


def _raw(text: str, entry: Entry) -> str:
    raw = text[entry.span.start : entry.span.end]
    return raw if raw.endswith("\n") else raw + "\n"
