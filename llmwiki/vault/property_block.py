"""The property block at the head of a note."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from llmwiki.vault.lazy import lazy
from llmwiki.vault.link import Link, Span
from llmwiki.vault.linkpath import split_wikilink
from llmwiki.vault.marks import Tag
from llmwiki.vault.rules import RULES
from llmwiki.vault.yamlparts import Entry, Problem, Scalar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from llmwiki.vault.plainyaml import PlainValues

# Makes a named tuple in half the time that its own constructor takes.
_tuple = tuple.__new__
BOM = "\ufeff"
_OPEN = re.compile(r"---[ \t]*(?:\r\n|\n|\r)")
_CLOSE = re.compile(r"(?:(?<=\n)|(?<=\r))---[ \t]*(?:\r\n|\n|\r|\Z)")
_KEY_LINE = re.compile(r"[^\s#:\-][^:\r\n]*:(?:[ \t\r\n]|\Z)")
_ONE_LINK = re.compile(r"\[\[((?:(?!\[\[|\]\])[^\n\r])+)\]\]\Z")
# One that holds a name and nothing else, as most do.
_PLAIN_LINK = re.compile(r"\[\[([^\s\[\]|#\\](?:[^\[\]|#\\\n\r]*[^\s\[\]|#\\])?)\]\]\Z")
_SPLIT = {"comma-space": re.compile(r"[,\s]+"), "comma": re.compile(r"\s*,\s*")}
FATAL = frozenset({"invalid-yaml", "tab", "duplicate-key", "alias-bomb", "too-deep", "not-a-mapping"})


class Places(NamedTuple):
    """Where the parts of a property block stand."""

    entries: tuple[Entry, ...] = ()
    scalars: tuple[Scalar, ...] = ()


def _no_places() -> Places:
    return Places()


@dataclass(frozen=True)
class Frontmatter:
    """The properties of a note.

    Attributes:
        span: The block with both ``---`` lines and the line end behind it; None when there is none.
        body_start: Where the body begins: behind the block, or behind a byte order mark.
        data: Values: text, None, lists, mappings; dates and numbers stay text. Empty when unreadable.
        problems: What is wrong, in order of place.
        places: Gives the entries (one a key) and every piece of text with their places; they are needed for edits and
            findings only, so a cache can leave them out and read the block again.
        noted: The quoted pieces of text that begin with ``[[`` and those under ``tags``, where the reading has noted them.
    """

    span: Span | None = None
    body_start: int = 0
    data: Mapping[str, Any] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    places: Callable[[], Places] = field(default=_no_places, compare=False, repr=False)
    noted: tuple[Scalar, ...] | None = field(default=None, compare=False, repr=False)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """One a key, in order."""
        return self.places().entries

    def key_span(self, key: str) -> Span | None:
        """The whole lines of a key's entry, None when the key is absent."""
        entry = self.entry(key)
        return entry.span if entry else None

    def entry(self, key: str) -> Entry | None:
        """The place of a key; of the last one when it stands twice, as its value counts."""
        return next((entry for entry in reversed(self.entries) if entry.key == key), None)

    def text(self, key: str) -> str:
        """The value of a key as text; empty when it is absent, null, a list or a map."""
        value = self.data.get(key)
        return value if isinstance(value, str) else ""

    def items(self, key: str) -> tuple[str, ...]:
        """The values of a key: a list's texts, or one text alone; ``tags`` also split a string and lose ``#``."""
        value = self.data.get(key)
        if value is None:
            return ()
        found = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        texts = [item for item in found if isinstance(item, str) and item.strip()]
        if key != "tags":
            return tuple(texts)
        if isinstance(value, str):
            texts = [part for part in _SPLIT[RULES.tag_string_split].split(value) if part]
        return tuple(name for text in texts if (name := text.strip().removeprefix("#")))

    @lazy
    def links(self) -> tuple[Link, ...]:
        """Quoted values that are one whole wikilink."""
        return tuple(self._links()) if RULES.quoted_property_links else ()

    @lazy
    def named(self) -> tuple[tuple[str, str], ...]:
        """Key and target of each of the links; where all hold a name and nothing else, as most do, none is made for it."""
        if not RULES.quoted_property_links:
            return ()
        found = []
        for key, value, _, quoted in self._telling:
            if quoted and value.startswith("[["):
                match = _PLAIN_LINK.match(value)
                if match is None:
                    return tuple([(link.key, link.target) for link in self.links])
                found.append((key, match[1]))
        return tuple(found)

    @property
    def links_to_parts(self) -> tuple[Link, ...]:
        """Those of the links that name a heading or block."""
        if any("#" in scalar.value for scalar in self._telling):
            return tuple([link for link in self.links if link.subpath])
        return ()

    @property
    def _telling(self) -> tuple[Scalar, ...]:
        """Every piece of text that may be a link or a tag."""
        return self.places().scalars if self.noted is None else self.noted

    def _links(self) -> Iterator[Link]:
        for key, value, (start, end), quoted in self._telling:
            match = (_PLAIN_LINK.match(value) or _ONE_LINK.match(value)) if quoted else None
            if match is None or not match[1].strip():
                continue
            begin = start + 1
            if match.re is _PLAIN_LINK:
                target, subpath, display, target_span = match[1], "", None, _tuple(Span, (begin + 2, begin + 2 + len(match[1])))
            else:
                target, subpath, display, target_span = split_wikilink(match[1], begin + 2)
            if end - 1 - begin != len(value):
                target_span = Span(begin, begin)
            span = _tuple(Span, (begin, end - 1))
            yield _tuple(Link, ("property", target, subpath, display, span, target_span, False, "property", key))

    @lazy
    def tags(self) -> tuple[Tag, ...]:
        """The names under ``tags``; each has the place of the value it stands in."""
        found = []
        for scalar in self._telling:
            if scalar.key == "tags":
                whole = isinstance(self.data.get("tags"), str)
                names = _SPLIT[RULES.tag_string_split].split(scalar.value) if whole else [scalar.value]
                found += [_tuple(Tag, (name, scalar.span, "property")) for part in names if (name := part.strip().removeprefix("#"))]
        return tuple(found)


def read_frontmatter(text: str) -> Frontmatter:
    """Read the property block of a note; never raises, faults are in ``problems``."""
    start = 1 if text.startswith(BOM) else 0
    if start and not RULES.bom_before_frontmatter:
        return Frontmatter(body_start=start)
    opening = _OPEN.match(text, start)
    if not opening:
        return Frontmatter(body_start=start)
    closing = _closing(text, opening.end())
    if not closing:
        unclosed = _KEY_LINE.match(text, opening.end())
        fault = Problem("the properties have no closing `---` line", start, "unclosed")
        return Frontmatter(body_start=start, problems=(fault,) if unclosed else ())
    place = opening.end(), closing.start()
    values = _plain_values()(text, *place)
    span = Span(start, closing.end())
    if values is not None:
        return Frontmatter(span, span.end, values.data, values.problems, partial(_plain_places, text, *place), values.noted)
    from llmwiki.vault.yamltext import read_yaml  # PyYAML takes longer to load than a whole warm lint

    reading = read_yaml(text, *place)
    problems = tuple(sorted(reading.problems, key=lambda problem: problem.offset))
    return Frontmatter(span, span.end, reading.data, problems, partial(Places, reading.entries, reading.scalars))


@cache
def _plain_values() -> Callable[[str, int, int], PlainValues | None]:
    """What reads a simple block; loaded when a block is read, as a lint that finds every page in the cache reads none."""
    from llmwiki.vault.plainyaml import read_values

    return read_values


def _closing(text: str, pos: int) -> re.Match[str] | None:
    """The line that ends the block."""
    if "\r" in text:
        return _CLOSE.search(text, pos)
    at = text.find("\n---", pos - 1)
    while at >= 0:
        closing = _CLOSE.match(text, at + 1)
        if closing:
            return closing
        at = text.find("\n---", at + 4)
    return None


def _plain_places(text: str, start: int, end: int) -> Places:
    from llmwiki.vault.plainyaml import read_plain

    reading = read_plain(text, start, end)
    return Places() if reading is None else Places(reading.entries, reading.scalars)
