"""What may be wrong with the form of a statement, whatever it says. Each check is true where it refuses."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from llmwiki.scribe.editor.about import place_of
from llmwiki.scribe.editor.claim import LONGEST_STATEMENT
from llmwiki.scribe.openers import opening
from llmwiki.scribe.overlap import is_chinese
from llmwiki.vault.chars import HAN_CHAR

if TYPE_CHECKING:
    from llmwiki.scribe.editor.claim import Case

_LONGER = 1.6
"""A statement may be so much longer than its sentence, and by its subject, which may stand for a pronoun."""

_MARKUP = re.compile(
    r"```|~~~|[{}]|\[\[|\]\]|\]\(|!\[|\[\^|<[A-Za-z/!?]|&(?:#\d+|#x[0-9a-f]+|[a-z]+);|^\s*(?:[#>|*+=-]|\d+[.)]\s)|\|.*\||%%|\$\$|^---",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"\w+://\S*|\bwww\.\S+|(?<!\w)(?:\.\.?/|/|[A-Za-z]:\\)[\w./\\-]+|\S+@\S+\.\w+")
_ENDS = re.compile(r"[.!?…。！？](?=[\s\"'”’)）」』]|$)|[。！？](?=.)")
_ABBREVIATION = re.compile(r"\b(?:[A-Z]|e\.g|i\.e|etc|vs|cf|Dr|Mr|Mrs|Ms|Prof|St|No|Inc|Ltd|Co|U\.S|approx|ca)\.$")
_OPEN_END = re.compile(
    r"(?:[,;:，；：、—–(（\[“「-]|\b(?:and|or|the|an?|of|to|with|for|that|which|is|are|was|were|by)|[和与及或的])[\"'”’]?$", re.IGNORECASE
)
_VOICE = re.compile(
    r"\b(?:I|I['’]\w+|me|my|we|us|our|ours|you|your|yours|let['’]s)\b|我|[你您咱俺]|本[文章节书](?!化)|笔者|作者"
    r"|\bthis (?:article|page|post|text|book|chapter|section)\b",
    re.IGNORECASE,
)
_DEFINITE = re.compile(r"The (?!same\b|latter\b|former\b|above\b|other\b)[a-z]")
"""The thing may be another than the subject; that it is named is told by another check."""

_MOST_SENTENCES = 2


def is_empty(case: Case) -> bool:
    """Nothing is said."""
    return not any(char.isalnum() for char in case.statement)


def has_hidden(case: Case) -> bool:
    """Line breaks, control characters, and characters that nobody sees."""
    return any(unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} for char in case.statement)


def has_markup(case: Case) -> bool:
    """Fences, braces, links, images, HTML, lists, headings; and addresses or paths that the sentence does not have."""
    said = case.statement
    foreign = any(found.group() not in case.said for found in _ADDRESS.finditer(said))
    return _MARKUP.search(said) is not None or foreign or said.count("`") % 2 == 1 or said.count("`") > case.said.count("`")


def is_plain(text: str) -> bool:
    """Whether a short text has no marks of Markdown, HTML or code, no address, and nothing hidden."""
    hidden = any(unicodedata.category(char)[0] == "C" or unicodedata.category(char) in {"Zl", "Zp"} for char in text)
    return (
        bool(text) and not hidden and not _MARKUP.search(text) and not _ADDRESS.search(text) and "`" not in text and not _VOICE.search(text)
    )


def is_cut(case: Case) -> bool:
    """The statement stops in the middle, or at the limit of its length."""
    return len(case.statement) >= LONGEST_STATEMENT or _OPEN_END.search(case.statement) is not None


def is_many(case: Case) -> bool:
    """More than two sentences, or more than its sentence and one."""
    return len(sentences_of(case.statement)) > _MOST_SENTENCES


def is_too_long(case: Case) -> bool:
    """Much longer than its sentence."""
    return len(case.statement) > _LONGER * len(case.said) + len(case.subject)


def is_other_language(case: Case) -> bool:
    """In another language than its sentence, or with letters of a script that it does not have."""
    if is_chinese(case.statement) != is_chinese(case.said):
        return True
    strange = {char for char in case.statement if char.isalpha() and ord(char) > 0x24F and not HAN_CHAR.match(char)}  # noqa: PLR2004 - behind Latin
    return not strange <= set(case.said)


def is_personal(case: Case) -> bool:
    """Somebody speaks of himself or to the reader, or the text of itself."""
    return speaks_as_one(case.statement)


def speaks_as_one(text: str) -> bool:
    """Whether somebody speaks of himself or to the reader in a text, or the text of itself."""
    return _VOICE.search(text) is not None


def leaves_out_subject(case: Case) -> bool:
    """The statement does not name what it is about."""
    return place_of(case.subject, case.statement) < 0


def leans(case: Case) -> bool:
    """The statement begins as one that only the sentence before explains."""
    how = opening(case.statement, place_of(case.subject, case.statement))
    return how != "free" and not (how == "leans" and _DEFINITE.match(case.statement))


def sentences_of(text: str) -> list[str]:
    """The sentences of a statement, abbreviations and decimal points respected."""
    found, start = [], 0
    for match in _ENDS.finditer(text):
        if _ABBREVIATION.search(text[start : match.end()]) and match.end() < len(text):
            continue
        found.append(text[start : match.end()].strip())
        start = match.end()
    rest = text[start:].strip(" \"'”’)）」』")
    return [*found, rest] if any(char.isalnum() for char in rest) else found
