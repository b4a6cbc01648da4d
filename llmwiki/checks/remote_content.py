"""A page runs something, or fetches something from elsewhere when it is shown.

A warning for active content: `<script>`; `<iframe>`, `<object>`, `<embed>` and `<form>` that name an address, `<base>`, a
refreshing `<meta>`; attributes that run code (`onclick=`), and links to `javascript:`, `vbscript:` and `data:text/html`.
Info, once a page, for pictures, sound and films from the web, written as `![](https://...)` or in HTML. Code, comments,
formulas and escaped marks are left alone, and so are the sources in `raw/`. Off by default in plain Obsidian vaults, where
people frame and embed on purpose.

Why: What a page compiled from foreign texts runs or loads, nobody asked for: it tells its server who reads the page and
when, can carry away what stands in the address, changes later, and is gone one day. Renderers other than Obsidian run
scripts.

Fix: Take active content out, or put it between backticks if the page is about it. Save a picture to `raw/assets/` and embed
it from there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.memo import by_page
from llmwiki.vault.link import Span
from llmwiki.vault.spans import SpanSet

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "W606"
NAME = "remote-content"
SEVERITY: Severity = "warning"
PROFILES = WIKIS

_TAG = re.compile(r"<(?P<name>[a-z][a-z0-9]*)(?=[\s/>])(?P<rest>(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*)>", re.IGNORECASE)
_RUNS = frozenset({"script"})
_LOADS = {
    "iframe": {"src", "srcdoc"},
    "frame": {"src"},
    "object": {"data"},
    "embed": {"src"},
    "applet": {"code"},
    "form": {"action"},
    "base": {"href"},
}
_SHOWS = frozenset({"img", "video", "audio", "source", "input", "image"})
_ATTRIBUTE = re.compile(
    r"(?<![^\s\"'/])(?P<key>[a-z][\w:-]*)\s*=\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\s\"'<>]+))", re.IGNORECASE
)
_HANDLER = re.compile(r"on[a-z]{3,}")
_TARGETS = frozenset({"href", "src", "action", "formaction", "data", "xlink:href"})
_TARGET = re.compile(r"(?:\]\([ \t]*<?|\]:[ \t]+<?|<)(?P<target>(?:[a-z][a-z0-9+.&#;-]{1,30}:|//)[^\s<>()]*)", re.IGNORECASE)
# What every target of Markdown fits that is not in angle brackets and names no host.
_SCHEME = re.compile(r"\](?:\([ \t]*|:[ \t]+)[a-z][a-z0-9+.&#;-]{1,30}:", re.IGNORECASE)
_PICTURE = re.compile(r"!\[[^\[\]\n]*\Z")
_LONGEST_LABEL = 500
_ACTIVE = re.compile(r"(?:javascript|vbscript):|data:text/html", re.IGNORECASE)
_REMOTE = re.compile(r"(?:https?:)?//(?P<host>[^/?#]+)", re.IGNORECASE)
_CONTROLS = re.compile(r"[\x00-\x20]")


class _Sight(NamedTuple):
    """Something that may act or be fetched: what it does, or the host it is fetched from."""

    span: Span
    active: str = ""
    host: str = ""


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield active content, and for each page what it fetches from the web."""
    return by_page(snapshot, CODE, snapshot.notes, _find)


def _find(snapshot: Snapshot, path: str) -> Iterator[Mark]:
    page = snapshot.vault.page(path)
    text, start = page.text, page.body_start
    sights = [*_in_html(text, start), *_in_markdown(text, start)] if _may_act(text) else []
    if not sights:
        return
    inert = [SpanSet(spans) for spans in (page.code, page.comments, page.html_comments, page.math)]
    sights = sorted(sight for sight in sights if not any(sight.span.start in spans for spans in inert))
    yield from (Mark(path, sight.span, f"active content: {sight.active}") for sight in sights if sight.active)
    fetched = [sight for sight in sights if sight.host]
    if fetched:
        hosts = ", ".join(dict.fromkeys(sight.host for sight in fetched))
        files = "a file is" if len(fetched) == 1 else f"{len(fetched)} files are"
        yield Mark(path, fetched[0].span, f"{files} fetched from the web whenever the page is shown: {hosts}", "info")


def _may_act(text: str) -> bool:
    """Whether a text has a tag, or a target that names a scheme or a host: plain searches tell it of most pages."""
    return "<" in text or "//" in text or _SCHEME.search(text) is not None


def _places(text: str, start: int, sign: str) -> Iterator[int]:
    """Where a sign stands, not escaped; the plain search is ten times faster than a pattern."""
    at = text.find(sign, start)
    while at >= 0:
        if text[at - 1 : at] != "\\":
            yield at
        at = text.find(sign, at + 1)


def _in_html(text: str, start: int) -> Iterator[_Sight]:
    for at in _places(text, start, "<"):
        tag = _TAG.match(text, at)
        if not tag:
            continue
        attributes = {found["key"].lower(): _value(found) for found in _ATTRIBUTE.finditer(tag["rest"])}
        active = _active(tag["name"].lower(), attributes)
        remote = _REMOTE.match(attributes.get("src", "")) if tag["name"].lower() in _SHOWS else None
        if active or remote:
            yield _Sight(Span(*tag.span()), active, "" if active or not remote else remote["host"])


def _active(name: str, attributes: dict[str, str]) -> str:
    """What a tag does by itself, empty when that is nothing."""
    if name in _RUNS or _LOADS.get(name, set()) & attributes.keys():
        return f"`<{name}>`"
    if name == "meta" and attributes.get("http-equiv", "").lower() == "refresh":
        return "`<meta http-equiv=refresh>`"
    handler = next((key for key in attributes if _HANDLER.fullmatch(key)), "")
    if handler:
        return f"`{handler}=` in `<{name}>`"
    target = next((value for key, value in attributes.items() if key in _TARGETS and _ACTIVE.match(value)), "")
    return _scheme(target) if target else ""


def _in_markdown(text: str, start: int) -> Iterator[_Sight]:
    for sign in ("](", "]:", "<"):
        for at in _places(text, start, sign):
            link = _TARGET.match(text, at)
            if link is None:
                continue
            target = _plain(link["target"])
            remote = _REMOTE.match(target)
            if _ACTIVE.match(target):
                yield _Sight(Span(at, link.end()), _scheme(target))
            elif sign == "](" and remote and _PICTURE.search(text, max(start, at - _LONGEST_LABEL), at):
                yield _Sight(Span(text.rindex("![", 0, at), link.end()), host=remote["host"])


def _value(found: re.Match[str]) -> str:
    return _plain(next((found[kind] for kind in ("double", "single", "bare") if found[kind] is not None), ""))


def _plain(target: str) -> str:
    """A target as a browser reads it: entities resolved, control characters and blanks left out."""
    if "&" in target:
        from html import unescape  # only where something hides

        target = unescape(target)
    return _CONTROLS.sub("", target)


def _scheme(target: str) -> str:
    return f"a link to `{target.partition(':')[0].lower()}:`"
