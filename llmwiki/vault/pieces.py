"""Inline Markdown to pieces: what a reader sees of a stretch of raw text, and where it stands.

One pass over the text with a bracket stack and a stack for each emphasis mark, so time is linear on any input.
The rules are CommonMark's, but tolerant where people's text is: emphasis marks may touch Chinese letters,
and a mark whose partner lies outside the stretch still goes away when it plainly is one. Obsidian's
``[[links]]``, ``==marks==`` and ``%%comments%%``, JSX comments, heading anchors and Liquid tags are known.
"""

from __future__ import annotations

import html
import re

from llmwiki.vault.chars import CJK_CHAR, HAN_CHAR, INVISIBLE, RAISED, SUPERSCRIPT
from llmwiki.vault.emphasis import Emphasis
from llmwiki.vault.piece import Piece, Region, Role

_SPACES = "\t-\r\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_SPECIAL = re.compile(rf"[{_SPACES}{INVISIBLE}*_~=`!^%\\\[\]<{{&$]")
_TOKEN = re.compile(
    rf"(?P<space>[^\S ]\s*)|(?P<hidden>[{INVISIBLE}]+)|(?P<delimiter>\*+|_+|~~+|==+)|(?P<code>`+)"
    r"|(?P<image>!(?=\[))|(?P<note>\^(?=\[))|(?P<comment>%%)|(?P<mark>[\\\[\]<{&$])",
)
_WORDS_OR_BLANKS = re.compile(r"\s{2,}|[^\S ]|(?:\S| (?!\s))+")
_NEWLINE = re.compile(r"[^\S ]")
_NOISE_FROM = 5_000
_NOISE_SHARE = 0.25
_QUOTE_MARKS = re.compile(r"(?:>[ \t]*)+")
_WIKILINK = re.compile(r"\[\[([^\[\]\n|]*)(?:\|([^\[\]\n]*))?\]\]")
_FOOTNOTE = re.compile(r"\[\^[^\[\]\s]+\]")
_DESTINATION = re.compile(
    r"\(\s*(?:<[^<>\n]*>|\{\{[^{}\n]*\}\}[^\s()]*|[^\s()<>]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*\)",
)
_REFERENCE = re.compile(r"\[[^\[\]\n]*\]")
_AUTOLINK = re.compile(r"<((?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)|[^\s<>@]+@[^\s<>@]+)>")
_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9.:-]*)(?:\s(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*)?/?>|</?>")
# 2<sup>32</sup> is no 232; the raised letters of 21<sup>st</sup> and the signs of notes are read on.
_BASE = re.compile(r"(?:[\d)]|(?<![A-Za-z])[A-Za-z])$")
_RAISED = re.compile(rf"<[sS][uU][pP]>\s*([{RAISED}]{{1,8}})\s*</[sS][uU][pP]>")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_BRACES = {"{/*": "*/}", "{%": "%}", "{{<": ">}}", "{{%": "%}}", "{:": "}", "{#": "}", "{.": "}"}
_MATH = re.compile(r"\$(?![\s\d])[^$\n]*(?<!\s)\$(?!\d)")
_SPACING_TAGS = frozenset("br p div li ul ol tr td th hr h1 h2 h3 h4 h5 h6 table section article summary details dt dd".split())
_SILENT_TAGS = frozenset("script style template svg math".split())
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_NEXT_SEEN = re.compile(r"[*_~=\[`]*(.)")
_NO_LINK_BEFORE = re.compile(r"[A-Za-z0-9_)\]]")
_LETTERS = re.compile(rf"[^\W\d_]{{2}}|{HAN_CHAR.pattern}")
_INVISIBLE = re.compile(f"[{INVISIBLE}]+")


class Scanner:
    """Reads one stretch of raw Markdown; ``pieces`` and ``regions`` are the result.

    A long stretch that is a quarter marks is no Markdown, and is shown as it stands.
    """

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.pieces: list[Piece] = []
        self.regions: list[Region] = []
        self._brackets: list[int] = []
        self._emphasis = Emphasis(raw)
        self._absent: set[str] = set()
        if _is_noise(raw):
            self._plain(0, len(raw), before_space=False)
            return
        self._scan()
        self.regions += self._emphasis.settle(self.pieces)

    def _scan(self) -> None:
        raw, at, size = self.raw, 0, len(self.raw)
        while at < size:
            special = _SPECIAL.search(raw, at)
            begin = special.start() if special else size
            token = _TOKEN.match(raw, begin)
            if begin > at:
                begin = self._plain(at, begin, before_space=token is not None and token.lastgroup == "space")
            if token:
                at = getattr(self, f"_{token.lastgroup}")(begin, token.end())
            elif special:
                at = self._add(begin, begin + 1, raw[begin], "text")
            else:
                break

    def _plain(self, start: int, end: int, *, before_space: bool) -> int:
        """Text without any mark; gives its end, which leaves trailing blanks to the white space behind it."""
        text = self.raw[start:end]
        if before_space:
            text = text.rstrip(" ")
            end = start + len(text)
        if "  " in text or _NEWLINE.search(text):
            for run in _WORDS_OR_BLANKS.finditer(text):
                blank = run[0].isspace()
                self._add(start + run.start(), start + run.end(), " " if blank else run[0], "space" if blank else "text")
        elif text:
            self._add(start, end, text, "text")
        return end

    def _add(self, start: int, end: int, text: str, role: Role) -> int:
        self.pieces.append(Piece(start, end, text, role))
        return end

    def _find(self, token: str, at: int) -> int:
        """Position of ``token``, -1 when there is none; a failed search is never repeated."""
        if token in self._absent:
            return -1
        found = self.raw.find(token, at)
        if found < 0:
            self._absent.add(token)
        return found

    def _space(self, start: int, end: int) -> int:
        raw = self.raw
        if "\n" in raw[start:end] or "\r" in raw[start:end]:
            marks = _QUOTE_MARKS.match(raw, end)
            end = marks.end() if marks else end
            return self._add(start, end, "" if _joins(raw, start, end) else " ", "space")
        return self._add(start, end, " ", "space")

    def _hidden(self, start: int, end: int) -> int:
        before = self.raw[start - 1 : start]
        joiner = end - start == 1 and self.raw[start] in "\u200c\u200d" and before > "\u0590" and not HAN_CHAR.match(before)
        return self._add(start, end, self.raw[start:end] if joiner else "", "text" if joiner else "mark")

    def _delimiter(self, start: int, end: int) -> int:
        self._emphasis.add(len(self.pieces), start, end)
        return self._add(start, end, self.raw[start:end], "mark")

    def _code(self, start: int, end: int) -> int:
        ticks = self.raw[start:end]
        close, key = end, f"`{end - start}"
        while key not in self._absent:
            close = self.raw.find(ticks, close)
            if close < 0:
                self._absent.add(key)
                break
            stop = close
            while self.raw[stop : stop + 1] == "`":
                stop += 1
            if stop - close == end - start:
                return self._add(start, stop, " ".join(self.raw[start:stop].split()), "atom")
            close = stop
        return self._add(start, end, ticks, "text")

    def _image(self, start: int, end: int) -> int:
        embed = _WIKILINK.match(self.raw, end)
        if embed:
            return self._add(start, embed.end(), "", "mark")
        return self._bracket(start, end + 1)

    def _note(self, start: int, end: int) -> int:
        return self._bracket(start, end + 1)

    def _bracket(self, start: int, end: int) -> int:
        self._brackets.append(len(self.pieces))
        return self._add(start, end, self.raw[start:end], "text")

    def _comment(self, start: int, end: int) -> int:
        close = self._find("%%", end)
        if close < 0:
            return self._add(start, end, "%%", "text")
        return self._add(start, close + 2, "", "mark")

    def _mark(self, start: int, end: int) -> int:
        found: int = getattr(self, _HANDLERS[self.raw[start]])(start)
        return found if found > start else self._add(start, end, self.raw[start:end], "text")

    def _escape(self, start: int) -> int:
        after = self.raw[start + 1 : start + 2]
        if after in {"\n", "\r"}:
            return self._add(start, start + 1, "", "mark")
        if after and after in _PUNCTUATION:
            self._add(start, start + 1, "", "open")
            return self._add(start + 1, start + 2, after, "text")
        return start

    def _open_bracket(self, start: int) -> int:
        wiki = _WIKILINK.match(self.raw, start)
        if wiki:
            return self._wikilink(start, wiki)
        footnote = _FOOTNOTE.match(self.raw, start)
        if footnote:
            return self._add(start, footnote.end(), "", "mark")
        return self._bracket(start, start + 1)

    def _wikilink(self, start: int, wiki: re.Match[str]) -> int:
        group = 2 if wiki[2] and wiki[2].strip() else 1
        first = len(self.pieces)
        self._add(start, wiki.start(group), "", "open")
        self._add(*wiki.span(group), " ".join(wiki[group].removesuffix("\\").split()), "atom")
        self._add(wiki.end(group), wiki.end(), "", "close")
        self.regions.append(Region("link", first, first + 2))
        return wiki.end()

    def _close_bracket(self, start: int) -> int:
        if not self._brackets:
            return start
        first = self._brackets.pop()
        opener = self.pieces[first].text
        if opener.startswith("^"):
            return self._swallow(first, start + 1)
        end = self._target_end(first, start)
        if end < 0:
            return start
        if opener.startswith("!"):
            return self._swallow(first, end)
        self.pieces[first] = self.pieces[first]._replace(text="", role="open")
        self.regions.append(Region("link", first, len(self.pieces)))
        return self._add(start, end, "", "close")

    def _target_end(self, first: int, start: int) -> int:
        """Where the target of the link whose text ends at ``start`` ends; -1 when it is no link."""
        target = _DESTINATION.match(self.raw, start + 1)
        if target:
            return target.end()
        target = _REFERENCE.match(self.raw, start + 1)
        opened = self.pieces[first]
        if target is None or _is_index(self.raw[opened.start - 1 : opened.start], self.raw[opened.end : start], target[0]):
            return -1
        return target.end()

    def _swallow(self, first: int, end: int) -> int:
        """Drop everything from a piece on: an image or an inline note."""
        start = self.pieces[first].start
        del self.pieces[first:]
        self._emphasis.forget(first)
        while self.regions and self.regions[-1].last >= first:
            self.regions.pop()
        return self._add(start, end, "", "mark")

    def _tag(self, start: int) -> int:
        raw = self.raw
        if raw.startswith("<!--", start):
            close = self._find("-->", start + 4)
            return start if close < 0 else self._add(start, close + 3, "", "mark")
        link = _AUTOLINK.match(raw, start)
        if link:
            self._add(start, start + 1, "", "open")
            self._add(*link.span(1), link[1], "atom")
            return self._add(link.end(1), link.end(), "", "close")
        tag = _TAG.match(raw, start)
        return start if tag is None else self._element(start, tag)

    def _element(self, start: int, tag: re.Match[str]) -> int:
        name, closing = (tag[1] or "").lower(), tag[0].startswith("</")
        if name in _SILENT_TAGS and not closing:
            close = self._find(f"</{name}>", tag.end())
            if close >= 0:
                return self._add(start, close + len(name) + 3, "", "mark")
        if name in _SPACING_TAGS:
            return self._add(start, tag.end(), " ", "space")
        raised = _RAISED.match(self.raw, start) if name == "sup" and _BASE.search(self.raw, max(0, start - 2), start) else None
        if raised:
            return self._add(start, raised.end(), raised[1].translate(SUPERSCRIPT), "atom")
        return self._add(start, tag.end(), "", "close" if closing else "open")

    def _brace(self, start: int) -> int:
        for opener, closer in _BRACES.items():
            if self.raw.startswith(opener, start):
                close = self._find(closer, start + len(opener))
                if close < 0 or (closer == "}" and "\n" in self.raw[start:close]):
                    return start
                return self._add(start, close + len(closer), "", "mark")
        return start

    def _entity(self, start: int) -> int:
        entity = _ENTITY.match(self.raw, start)
        if entity is None:
            return start
        text = _INVISIBLE.sub("", html.unescape(entity[0]))
        return self._add(start, entity.end(), " " if text.isspace() else text, "space" if text.isspace() else "atom")

    def _dollar(self, start: int) -> int:
        formula = _MATH.match(self.raw, start)
        return start if formula is None else self._add(start, formula.end(), " ".join(formula[0].split()), "atom")


_HANDLERS = {
    "\\": "_escape",
    "[": "_open_bracket",
    "]": "_close_bracket",
    "<": "_tag",
    "{": "_brace",
    "&": "_entity",
    "$": "_dollar",
}


def has_marks(raw: str) -> bool:
    """Whether there is anything in a text that is not shown as it stands, besides runs of spaces."""
    return _SPECIAL.search(raw) is not None


def _is_noise(raw: str) -> bool:
    return len(raw) > _NOISE_FROM and sum(map(raw.count, "*_~=`[]<{&$\\%!")) > _NOISE_SHARE * len(raw)


def _joins(raw: str, start: int, end: int) -> bool:
    """Whether a line end stands for nothing: between Chinese letters, or after a hyphen inside a word."""
    following = _NEXT_SEEN.match(raw, end)
    if following is None or start == 0:
        return False
    before, after = raw[start - 1], following[1]
    if before == "-":
        return raw[start - 2 : start - 1].isalpha() and after.islower()
    return bool(CJK_CHAR.match(before) and CJK_CHAR.match(after))


def _is_index(before: str, text: str, reference: str) -> bool:
    """``[1][2]`` and ``grid[row][2]`` are citations or indices, not a link with its label as ``[Kettle][2]`` is."""
    if text.isdigit() or not text.strip():
        return True
    return reference[1:-1].isdigit() and (_NO_LINK_BEFORE.match(before) is not None or _LETTERS.search(text) is None)
