"""The commands of LaTeX that say what a passage is, as Markdown (L. Lamport, LaTeX: A Document Preparation System)."""

from __future__ import annotations

import re
from collections.abc import Callable

from llmwiki.sources.data.reading import fenced
from llmwiki.sources.place import line_mark, unmarked

_GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
_COMMENT = re.compile(r"(?<!\\)%[^\n]*\n?[ \t]*")
_BEGIN = re.compile(
    r"\\begin\{(?P<verbatim>verbatim\*?|lstlisting|minted|tabular\*?|tabularx|tikzpicture|algorithm\w*)\}"
    r"|\\begin\{(?P<display>(?:equation|align|gather|multline|eqnarray|displaymath|alignat)\*?)\}|(?P<bracket>\\\[)"
)
_MATH = re.compile(r"\$\$[^$]+\$\$|(?<!\\)\$(?:[^$\\]|\\.){1,2000}\$|\\\(((?:[^\\]|\\(?![()])){1,2000})\\\)", re.DOTALL)
_HEADING = re.compile(r"\\(part|chapter|section|subsection|subsubsection|paragraph)\*?\s*(?:\[[^\[\]]*\])?\s*" + _GROUP)
_LEVELS = {"part": 2, "chapter": 2, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5}
_DROPPED = re.compile(
    r"\\(?:label|vspace|hspace|bibliographystyle|pagestyle|thispagestyle|centering|maketitle|tableofcontents|noindent|newpage|clearpage|appendix"
    r"|small|footnotesize|normalsize|large|Large|begingroup|endgroup|bigskip|medskip|smallskip|hfill|par|protect|includegraphics|setlength|addtolength)"
    r"(?![A-Za-z])\*?(?:\s*\[[^\[\]]*\])?(?:\s*\{[^{}]*\})*"
)
_ENVIRONMENT = re.compile(r"\\(begin|end)\{(\w+\*?)\}(?:\[[^\[\]]*\])?")
_ITEM = re.compile(r"[ \t]*\\item\b[ \t]*(?:\[([^\[\]]*)\])?[ \t]*\n?[ \t]*")
_CITE = re.compile(r"~?\\(?:cite\w*|parencite|textcite|autocite|footcite)\*?(?:\s*\[[^\[\]]*\])*\s*" + _GROUP)
_REFERENCE = re.compile(r"\\(?:ref|eqref|autoref|cref|Cref|pageref)\s*" + _GROUP)
_LINK = re.compile(r"\\href\s*" + _GROUP + r"\s*" + _GROUP)
_ACCENT = re.compile(r"\\([\"'`^~=.]|[cvuHk](?![A-Za-z]))\s*(?:\{\\?([A-Za-z])\}|\\?([A-Za-z]))")
_COMBINING = dict(zip("\"'`^~=.cvuHk", "\u0308\u0301\u0300\u0302\u0303\u0304\u0307\u0327\u030c\u0306\u030b\u0328", strict=True))
_WRAPPED: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\\(?:textbf|mathbf)\s*" + _GROUP), r"**\1**"),
    (re.compile(r"\\(?:emph|textit|textsl)\s*" + _GROUP), r"*\1*"),
    (re.compile(r"\\(?:texttt|url|path|code|lstinline)\s*" + _GROUP), r"`\1`"),
    (re.compile(r"\s*\\footnote\s*" + _GROUP), r" (\1)"),
    (re.compile(r"\\caption\s*(?:\[[^\[\]]*\])?\s*" + _GROUP), r"\n\n\1\n\n"),
    (re.compile(r"\\(?:textsc|textrm|textsf|text|mbox|underline|title|author|date|thanks)\s*" + _GROUP), r"\1"),
)
_SIGNS: tuple[tuple[str, str], ...] = (
    ("``", "“"),
    ("''", "”"),
    ("---", "—"),
    ("--", "–"),
    ("~", " "),
    ("\\\\", "\n"),
    ("\\ldots", "…"),
    ("\\dots", "…"),
    ("\\LaTeX", "LaTeX"),
    ("\\TeX", "TeX"),
    ("\\&", "&"),
    ("\\%", "%"),
    ("\\#", "#"),
    ("\\_", "_"),
    ("\\$", "$"),
    ("\\ss", "ß"),
    ("\\,", " "),
    ("\\ ", " "),
    ("{}", ""),
)
_HELD = re.compile("\ue0f4(\\d+)\ue0f5")
_LINE = re.compile("\ue0f6(\\d+)\ue0f7")
_LINES = re.compile("(?:\ue0f6\\d+\ue0f7\\s*)+")
_DEEP = 4


def written(text: str, first: int = 1) -> str:
    """The body of a LaTeX document as Markdown.

    Args:
        text: What stands between begin and end of the document.
        first: Number of its first line in the file.

    Returns:
        Paragraphs, each behind the mark of its line. Formulas and verbatim parts stay to the letter; unknown commands stay too.
    """
    held: list[str] = []

    def hold(shown: str) -> str:
        held.append(_LINE.sub("", shown))
        return f"\ue0f4{len(held) - 1}\ue0f5"

    text = "\n".join(f"\ue0f6{number}\ue0f7{line}" if line.strip() else "" for number, line in enumerate(text.split("\n"), first))
    text = _set_aside(text, hold)
    text = _MATH.sub(lambda match: hold(f"${match[1].strip()}$" if match[1] else match[0]), text)
    text = "\n".join(line.strip() for line in unmarked(_marked(text)).split("\n"))
    blocks = (_placed(block) for block in re.split(r"\n{2,}", _LINES.sub(_last, text)) if _LINE.sub("", block).strip())
    text = _HELD.sub(lambda match: held[int(match[1])], "\n\n".join(blocks))
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def _set_aside(text: str, hold: Callable[[str], str]) -> str:
    """A text whose verbatim parts and displayed formulas are held, and whose comments are gone; parts without an end are text."""
    pieces: list[str] = []
    place = 0
    endless: set[str] = set()
    for match in _BEGIN.finditer(text):
        closing = "\\]" if match["bracket"] else f"\\end{{{match['verbatim'] or match['display']}}}"
        if match.start() < place or closing in endless:
            continue
        end = text.find(closing, match.end())
        if end < 0:
            endless.add(closing)
            continue
        pieces.append(_uncommented(text[place : match.start()]))
        place = end + len(closing)
        if match["verbatim"]:
            shown = fenced(_LINE.sub("", text[match.start() : place]), "latex", 0)
        else:
            shown = f"$$\n{_LINE.sub('', text[match.end() : end]).strip()}\n$$"
        pieces.append(hold(f"\n\n{shown}\n\n"))
    return "".join([*pieces, _uncommented(text[place:])])


def _uncommented(text: str) -> str:
    return _COMMENT.sub(lambda match: "\n\n" if match[0].endswith("\n\n") else "", text)


def _last(match: re.Match[str]) -> str:
    """Of several line numbers in a row the last, behind the paragraph's end that stood between."""
    apart = "\n\n" if "\n\n" in match[0] else ""
    return f"{apart}\ue0f6{_LINE.findall(match[0])[-1]}\ue0f7"


def _placed(block: str) -> str:
    """A block behind the mark of the line on which it begins."""
    block = block.strip("\n")
    match = _LINE.match(block)
    shown = _LINE.sub("", block).strip()
    return f"{line_mark(int(match[1]))}\n{shown}" if match else shown


def plain_words(text: str) -> str:
    """A title or name without commands, on one line."""
    bare = re.sub(r"\\[A-Za-z]+\*?|[{}*`]", "", _signs(_accents(_COMMENT.sub("", text).replace("\\\\", " "))))
    return " ".join(bare.split())


def _marked(text: str) -> str:
    text = _HEADING.sub(lambda match: f"\n\n{'#' * _LEVELS[match[1]]} {' '.join(match[2].split())}\n\n", _DROPPED.sub("", _accents(text)))
    text = text.replace("\\begin{abstract}", "\n\n## Abstract\n\n")
    for _ in range(_DEEP):  # commands inside of commands
        for pattern, shown in _WRAPPED:
            text = pattern.sub(shown, text)
    for pattern, change in _CHANGES:
        text = pattern.sub(change, text)
    return _signs(text)


def _item(match: re.Match[str]) -> str:
    return f"\n- **{match[1]}** " if match[1] else "\n- "


_CHANGES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (_CITE, lambda match: f" [{', '.join(key.strip() for key in match[1].split(','))}]"),
    (_REFERENCE, lambda match: match[1]),
    (_LINK, lambda match: f"{match[2]} ({match[1]})"),
    (_ITEM, _item),
    (_ENVIRONMENT, lambda _: "\n\n"),
)


def _signs(text: str) -> str:
    for sign, shown in _SIGNS:
        text = text.replace(sign, shown)
    return text


def _accents(text: str) -> str:
    import unicodedata

    return _ACCENT.sub(lambda match: unicodedata.normalize("NFC", (match[2] or match[3]) + _COMBINING[match[1]]), text)
