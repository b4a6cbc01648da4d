"""Links and tags in a note's body, from the places the first pass found."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.vault.link import Link, LinkKind, Span
from llmwiki.vault.linkpath import EXTERNAL, decode, is_external, split_wikilink
from llmwiki.vault.marks import Tag
from llmwiki.vault.rules import RULES
from llmwiki.vault.spans import SpanSet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from llmwiki.vault.scan import Scan

# Makes a named tuple in half the time that its own constructor takes.
_tuple = tuple.__new__
# The last part is where running text ends: a blank line or the start of another block.
_BRACKETS = re.compile(r"\\.|[\[\]]|\n[ \t>]*(?=\n|#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]|\|)", re.DOTALL)
# Where a Markdown link may lead into the vault: most do not, so they are passed over in one search.
_INNER = re.compile(rf"\]\((?!{EXTERNAL})")
_OPEN_PAREN = re.compile(r"[ \t]*\n?[ \t]*")
_ANGLE = re.compile(r"<([^<>\n\\]*+(?:\\.[^<>\n\\]*+)*)>")
# A second "](" inside a destination can only be another link: stopping there keeps hostile input linear.
_PLAIN = re.compile(r"[^\s()\\\]]++(?:\](?!\()[^\s()\\\]]*+)*|(?:\](?!\()[^\s()\\\]]*+)+|\\[!-/:-@\[-`{-~]|\\")
_TITLE = re.compile(
    r"""[ \t]*\n?[ \t]*(?:"[^"\\]*+(?:\\.[^"\\]*+)*"|'[^'\\]*+(?:\\.[^'\\]*+)*'|\([^()\\]*+(?:\\.[^()\\]*+)*\))""", re.DOTALL
)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_DEFINITION = re.compile(r"(?:(?<=\n)|\A) {0,3}\[([^\]\n^]+)\]:[ \t]*")
_HERMES = re.compile(r"\^\[[ \t]*(raw/[^\]\[\n]*)\]")
_HERMES_PART = re.compile(r"[^,;]+")
_TAG = re.compile(r"#([^\s!-,.:-@\[-^`{-~\u2000-\u206f\u2e00-\u2e7f]+)")


class Places(NamedTuple):
    """What decides the kind and place of a link by its offset."""

    hidden: SpanSet
    comments: SpanSet
    tables: SpanSet
    footnotes: SpanSet

    def name(self, at: int) -> str:
        """The ``place`` of a link that begins at ``at``."""
        if self.comments and at in self.comments:
            return "comment"
        return "table" if self.tables and at in self.tables else "body"


def find_links(text: str, start: int, scan: Scan, places: Places) -> tuple[Link, ...]:
    """All internal links of the body, in order of their place."""
    found = list(wikilinks(text, scan, places))
    others = [*_markdown_links(text, start, scan, places), *_hermes_markers(text, start, places)]
    if RULES.reference_definitions:
        others += _reference_definitions(text, start, places)
    return tuple(sorted([*found, *others], key=lambda link: link.span)) if others else tuple(found)


def find_targets(text: str, start: int, scan: Scan) -> list[str] | None:
    """What the wikilinks of a body name, in order of their place; None where there may be other links.

    Most questions are about names only, and a link takes three times as long as its name.
    """
    if RULES.reference_definitions or ("(" in text and _INNER.search(text, start)) or (RULES.hermes_markers and "^[" in text):
        return None
    found = [written[1] if written else "\\" for written in scan.written]
    if "\\" in text or None in scan.written or [target.strip() for target in found] != found:
        for place, target in enumerate(found):
            if target != target.strip() or target[-1:] == "\\":
                begin, end = scan.wikilinks[place]
                found[place] = split_wikilink(text[begin + 2 : end - 2], begin)[0]
    return found


def wikilinks(text: str, scan: Scan, places: Places) -> Iterator[Link]:
    """The wikilinks that the scan found."""
    many = bool(places.comments or places.tables)
    notes = places.footnotes
    noted_from = notes.start()
    for (start, end), written in zip(scan.wikilinks, scan.written, strict=True):
        target, subpath, display, target_span = _taken_apart(text, start, end, written)
        embed = start > 0 and text[start - 1] == "!"
        kind: LinkKind = "embed" if embed else "footnote" if start > noted_from and start in notes else "wikilink"
        place = places.name(start) if many else "body"
        yield _tuple(Link, (kind, target, subpath, display, _tuple(Span, (start - embed, end)), target_span, embed, place, ""))


def _taken_apart(text: str, start: int, end: int, written: re.Match[str] | None) -> tuple[str, str, str | None, Span]:
    """As ``split_wikilink``, which need not be asked where the scan has the parts already."""
    if written is None:
        return split_wikilink(text[start + 2 : end - 2], start + 2)
    target, subpath, display = written.groups()
    begin = start + 2
    if target != target.strip() or target[-1:] == "\\" or (subpath and subpath[-1] == "\\"):
        return split_wikilink(text[begin : end - 2], begin)
    return target, subpath or "", display, _tuple(Span, (begin, begin + len(target)))


def _hermes_markers(text: str, start: int, places: Places) -> Iterator[Link]:
    if not RULES.hermes_markers or "^" not in text:
        return
    for match in _HERMES.finditer(text, start):
        if match.start() in places.hidden:
            continue
        for part in _HERMES_PART.finditer(match[1]):
            begin = match.start(1) + part.start()
            target, subpath, _, target_span = split_wikilink(part[0], begin)
            if target:
                yield Link("footnote", target, subpath, None, Span(*match.span()), target_span, place=places.name(begin))


def _markdown_links(text: str, start: int, scan: Scan, places: Places) -> Iterator[Link]:
    """Inline Markdown links and images, found from their ``](``."""
    inner = _INNER.search(text, start)
    openers: list[int] = []
    scanned = start
    taken = SpanSet(scan.wikilinks) if inner else SpanSet(())
    while inner:
        at = inner.start()
        scanned = _collect_openers(text, openers, scanned, at, places.hidden)
        opener = openers.pop() if openers else -1
        scanned = at + 1
        link = None
        if opener >= 0 and at not in places.hidden and at not in taken:
            link, end = _inline_link(text, opener, at, places)
            if end:
                scanned = end
                if text[opener - 1 : opener] != "!":
                    openers.clear()
        if link:
            yield link
        inner = _INNER.search(text, scanned)


def _collect_openers(text: str, openers: list[int], scanned: int, at: int, hidden: SpanSet) -> int:
    """Keep the ``[`` that are still open at ``at``; the end of running text ends all of them."""
    paragraph = text.rfind("\n\n", scanned, at)
    if paragraph >= 0:
        openers.clear()
        scanned = paragraph
    for match in _BRACKETS.finditer(text, scanned, at):
        mark = match[0]
        if mark == "[":
            if match.start() not in hidden:
                openers.append(match.start())
        elif mark == "]":
            if openers and match.start() not in hidden:
                openers.pop()
        elif mark[0] == "\n":
            openers.clear()
    return at


def _inline_link(text: str, opener: int, at: int, places: Places) -> tuple[Link | None, int]:
    """Read ``(destination "title")`` behind ``]``; the link is None when it leads out of the vault."""
    found = _destination(text, at + 2)
    if found is None:
        return None, 0
    destination, span, end = found
    embed = text[opener - 1 : opener] == "!" and text[opener - 2 : opener - 1] != "\\"
    if is_external(destination, 0) or not (destination.strip() or RULES.empty_destinations):
        return None, end
    return _markdown_link(text, text[opener + 1 : at], Span(opener - embed, end), span, places.name(opener)), end


def _markdown_link(text: str, label: str, span: Span, place: Span, where: str) -> Link:
    """The link with a label and a destination at ``place``."""
    path, _, subpath = text[place.start : place.end].partition("#")
    target = decode(_ESCAPE.sub(r"\1", path)).strip()
    target_span = Span(place.start, place.start + len(path))
    return Link("markdown", target, decode(_ESCAPE.sub(r"\1", subpath)), label, span, target_span, text[span.start] == "!", where)


def _reference_definitions(text: str, start: int, places: Places) -> Iterator[Link]:
    """``[label]: destination`` lines."""
    for match in _DEFINITION.finditer(text, start):
        angle = _ANGLE.match(text, match.end())
        place = Span(*angle.span(1)) if angle else Span(match.end(), _plain_end(text, match.end()))
        destination = _ESCAPE.sub(r"\1", text[place.start : place.end])
        if destination.strip() and not is_external(destination, 0) and match.start() not in places.hidden:
            span = Span(match.start(), angle.end() if angle else place.end)
            yield _markdown_link(text, match[1], span, place, places.name(match.start()))


def _destination(text: str, pos: int) -> tuple[str, Span, int] | None:
    """Destination (escapes undone), its span, and the offset behind the closing parenthesis."""
    lead = _OPEN_PAREN.match(text, pos)
    begin = lead.end() if lead else pos
    angle = _ANGLE.match(text, begin)
    if angle:
        span, end = Span(*angle.span(1)), angle.end()
    else:
        end = _plain_end(text, begin)
        span = Span(begin, end)
    title = _TITLE.match(text, end)
    if title and title.start() < title.end() and text[end : end + 1].isspace():
        end = title.end()
    tail = _OPEN_PAREN.match(text, end)
    end = tail.end() if tail else end
    if not text.startswith(")", end):
        return None
    return _ESCAPE.sub(r"\1", text[span.start : span.end]), span, end + 1


def _plain_end(text: str, pos: int) -> int:
    """End of a destination without angle brackets: white space or a parenthesis too many."""
    depth = 0
    while pos < len(text):
        chunk = _PLAIN.match(text, pos)
        if chunk:
            pos = chunk.end()
        elif text[pos] == "(":
            depth += 1
            pos += 1
        elif text[pos] == ")" and depth:
            depth -= 1
            pos += 1
        else:
            break
    return pos


def find_tags(text: str, start: int, hidden: SpanSet, links: Callable[[], tuple[Link, ...]]) -> tuple[Tag, ...]:
    """Tags of the body: after white space or at a line's start, with at least one character that is no digit.

    The links, inside which nothing is a tag, are asked for only where something looks like one.
    """
    found = []
    for match in _TAG.finditer(text, start):
        at = match.start()
        if (at == start or text[at - 1].isspace()) and not match[1].isdecimal() and at not in hidden:
            found.append(Tag(match[1], Span(at, match.end())))
    if not found:
        return ()
    linked = SpanSet([link.span for link in links()])
    return tuple(tag for tag in found if tag.span.start not in linked)
