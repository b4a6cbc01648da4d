"""A web page's tree without what a reader never reads: scripts, controls, hidden text, marks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_NEVER = frozenset(
    (
        *("script", "style", "noscript", "template", "svg", "canvas", "iframe", "object", "embed", "applet", "audio", "video", "source"),
        *("track", "button", "input", "select", "textarea", "dialog", "nav", "menu", "link", "meta", "base", "map", "area", "img"),
        *("picture", "head", "frame", "frameset", "noframes", "title", "wbr", "bgsound", "param", "progress", "meter"),
    )
)
_LONG_FORM = 2000
"""A form with more text than this is a whole page in one form, as some old frameworks made them."""
_HIDDEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)|font-size\s*:\s*0|text-indent\s*:\s*-\d{3,}",
    re.IGNORECASE,
)

# Surroundings by the names that sites give them, as whole words of class and id. Never part of a text:
_FURNITURE = re.compile(
    r"(?<![a-z0-9])(?:cookies?|cookie-?(?:banner|notice|bar|consent|law)|gdpr|consent|noprint|printfooter|hatnote|catlinks|navbox(?:es)?"
    r"|vertical-navbox|infobox|authority-control|ambox|mw-jump-link|mw-editsection|reflist|mw-references-wrap|sistersitebox|portalbox"
    r"|toc|toccolours|vector-toc|skip-?(?:link|to-content)|sr-only|visually-?hidden|screen-reader-text|theme-edit-this-page)(?![a-z0-9])"
)
# Mostly not, so only where the main text is elsewhere:
_SURROUNDING = re.compile(
    r"(?<![a-z0-9])(?:newsletter|subscri(?:be|ption)|paywall|popup|modal|shar(?:e|ing)|social|sharedaddy|addthis|related"
    r"|recommend(?:ed|ations?)?|more-?(?:stories|from)|breadcrumbs?|pagination|pager|post-?nav(?:igation)?|nav(?:bar|igation)?|menu|side-?bar"
    r"|masthead|advert(?:isement|s)?|ads?|adsbygoogle|sponsor(?:ed)?|promo|comments?|disqus|repl(?:y|ies)|respond|byline"
    r"|author-?(?:box|bio|info)?|meta|post-?meta|entry-?meta|tags?|footer|header|widget|banner|back-?to-?top|edit-?(?:page|link))(?![a-z0-9])"
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_ROLES = frozenset(
    ("navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alertdialog", "menu", "menubar", "toolbar", "tooltip")
)
_SIDES = frozenset(("header", "footer", "aside"))
_ONLY_LINKS = 0.9
_MOST = 0.5
"""Furniture that holds more than this share of the page's text is no furniture: some sites name their whole page so."""

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_ANCHOR_TEXT = re.compile(
    r"[\s¶#§🔗⚓∞\u200b\ufe0e\ufe0f\[\]]*|\[?\s*(?:permalink|link|anchor|edit|edit source|编辑|編輯|编辑源代码)\s*\]?", re.IGNORECASE
)
_NUMBER = re.compile(
    r"[\s\[(]*(?:\d{1,3}|[a-z]|[*†‡]|notes? \d+|citation needed|需要引用|[来來]源[请請]求|[註注] ?\d+)[\s\])]*", re.IGNORECASE
)
_BACK = frozenset("↩^↑⏎⤴")
_NOTE_TARGET = re.compile(r"#_?(?:cite|fn|ftn|edn|ref|r?note|footnote|bib|user-content-fn)", re.IGNORECASE)
_SHARE_LINK = re.compile(
    r"[?&]share=|/sharer\b|/intent/(?:tweet|post)|twitter\.com/share|^whatsapp:|t\.me/share|reddit\.com/submit|pinterest\.[a-z]+/pin/create|/shareArticle"
    r"|service\.weibo\.com/share|connect\.qq\.com|sns\.qzone|^mailto:\?",
    re.IGNORECASE,
)
_INLINE = frozenset(("a", "sup", "sub", "img", "span", "wbr", "label", "svg", "i", "b", "em", "strong", "small", "math"))


def clean(tree: HtmlElement) -> None:
    """Take out of a page, in place, what nobody reads: scripts, hidden elements, furniture, note numbers."""
    for element in list(tree.iter()):
        if element is not tree and _never_read(element):
            drop(element)
    for element in [listing for listing in tree.iter("ul", "ol") if _is_contents(listing)]:
        drop(element)
    whole = len(tree.text_content())
    for element in [found for found in tree.iter() if _named(found, _FURNITURE)]:
        if len(element.text_content()) <= _MOST * whole:
            drop(element)
    for element in [found for found in tree.iter("a", "sup") if _is_mark(found)]:
        drop(element)


def surrounds(element: HtmlElement) -> bool:
    """Whether an element's name, role or class says that it stands around a text rather than in it."""
    if element.get("role") in _ROLES or element.tag in _SIDES:
        return True
    return _named(element, _SURROUNDING)


def drop(element: HtmlElement) -> None:
    """Remove an element and keep the text behind it, apart from what stood before if the element was a block."""
    parent = element.getparent()
    if parent is None:
        return
    tail = element.tail or ""
    if tail and element.tag not in _INLINE:
        tail = " " + tail
    previous = element.getprevious()
    if previous is None:
        parent.text = (parent.text or "") + tail
    else:
        previous.tail = (previous.tail or "") + tail
    parent.remove(element)


def _never_read(element: HtmlElement) -> bool:
    if not isinstance(element.tag, str):
        return True  # comments and processing instructions
    if element.tag == "form":
        return len(element.text_content()) < _LONG_FORM
    if element.tag in _NEVER or element.get("hidden") is not None:
        return True
    return bool(_HIDDEN_STYLE.search(element.get("style") or ""))


def _named(element: HtmlElement, names: re.Pattern[str]) -> bool:
    if element.tag in {"html", "body", "main", "article"}:
        return False
    written = f"{element.get('class') or ''} {element.get('id') or ''}"
    return bool(names.search(_CAMEL.sub("-", written).lower().replace("_", "-")))


def _is_contents(listing: HtmlElement) -> bool:
    """A table of contents: a list of nothing but links into the page."""
    links = list(listing.iter("a"))
    inward = [link for link in links if (link.get("href") or "").startswith("#")]
    spoken = sum(len(link.text_content().strip()) for link in inward)
    return len(inward) > 2 and len(inward) == len(links) and spoken >= _ONLY_LINKS * len("".join(listing.text_content().split()))  # noqa: PLR2004 - two links are a sentence


def _is_mark(element: HtmlElement) -> bool:
    """Anchors and edit links of headings, links to share a page, numbers that lead to references or footnotes and back."""
    text = element.text_content()
    if element.tag == "sup":
        return bool(_NUMBER.fullmatch(text)) and (element.find(".//a") is not None or "reference" in (element.get("class") or ""))
    if any(up.tag in HEADINGS for up in element.iterancestors()) and _ANCHOR_TEXT.fullmatch(text):
        return True
    if _SHARE_LINK.search(element.get("href") or ""):
        return True
    to_note = _NOTE_TARGET.search(element.get("href") or "") is not None
    return to_note and bool(_NUMBER.fullmatch(text) or _BACK.issuperset(text.strip("\ufe0e\ufe0f \xa0")))
