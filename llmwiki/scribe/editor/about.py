"""What a claim is about: its subject must be a name that stands in the sentence, or that a word of the sentence points to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.scribe.definition import acts
from llmwiki.scribe.evidence import is_adjunct
from llmwiki.scribe.identity import merge_key
from llmwiki.scribe.stopwords import wordlist
from llmwiki.vault.chars import HAN, HAN_CHAR

if TYPE_CHECKING:
    from llmwiki.scribe.editor.claim import Case

EXAMPLES = frozenset(
    {"olen vart", "saltmere bridge", "tidal lock gate", "saltmere", "vart", "柯砚舟", "潮汐闸门", "盐沼大桥", "盐沼"},
)
"""Names of the prompts' examples, in lower case: a model that gives one repeats its example."""

_LONGEST, _LONGEST_HAN, _MOST_WORDS = 48, 20, 7
_NO_NAME = re.compile(r"\.\.|^[/~.\\-]|\\|[\[\]{}<>|`*#^$=@:;\"“”?!？！。；：，、\n\r\t]|https?|://")
_POINTS = re.compile(r"(?:It|They|He|She|This|These|Its|Their|His|Her)\b|(?:[它他她]们?|其|该|这|此)")
_FRONTED = re.compile(r"^(?:[^,，。]{2,60}, |[^,，。]{2,16}，)(?=\S)")
_OWNS = re.compile(r"['’]s?\s|\s?的(?!是)")
_LONGER_BEHIND, _LONGER_BEFORE = re.compile(r" (?:[A-Z][\w-]+|\d)"), re.compile(r"(?<=\w )[A-Z][\w-]+ $")
_PRONOUNS = frozenset(
    "it its they them their he him his she her this that these those we us our i me my you your one who which what here there such".split()
)
_PRONOUNS_CHINESE = re.compile(r"^(?:[该此这那我你您咱].*|[它他她其][们中]?|本[文章节书]|作者|笔者|大家|人们|自己|读者)$")
_SHORT = 3
"""Shorter words that end in "s" are no plurals."""

_EARLY, _EARLY_HAN = len("The older of "), 3
"""A name that a sentence has so near its beginning is mostly its subject."""

_WORD = re.compile(rf"[^\W_{HAN}]+|[{HAN}]")


def is_no_name(case: Case) -> bool:
    """Whether the subject cannot be a name: marks of code, paths and Markdown, too long, a pronoun, a whole sentence."""
    name = case.subject
    if not name or _NO_NAME.search(name) or not _WORD.search(name) or any(not char.isprintable() for char in name):
        return True
    if HAN_CHAR.search(name):
        return len(name) > _LONGEST_HAN or _PRONOUNS_CHINESE.match(name) is not None
    words = merge_key(name).split()
    function = wordlist("en", "function")
    return len(name) > _LONGEST or len(words) > _MOST_WORDS or words[0] in _PRONOUNS or all(word in function for word in words)


def is_of_example(case: Case) -> bool:
    """Whether the claim repeats the prompt's example."""
    told = f"{case.subject} {case.statement}".lower()
    own = f"{case.said} {' '.join(case.headings)} {' '.join(case.before)}".lower()
    return any(name in told and name not in own for name in EXAMPLES)


def is_elsewhere(case: Case) -> bool:
    """Whether the subject neither stands in the sentence nor is what the pronoun that the sentence begins with stands for.

    That is what the nearest sentence before, which does not begin with a pronoun itself, begins with; where there is none, what a heading
    above names.
    """
    if stands(case.subject, case.said):
        return False
    return not (_begins(case.said) and _is_antecedent(case))


def is_part(case: Case) -> bool:
    """Whether the sentence only names something of the subject, and the statement the subject itself.

    Heron's index, 苍鹭的索引 and the Heron Foundation are not Heron; nor does Heron do what is done in Heron.
    """
    theirs = [(case.said[: match.start()], case.said[match.end() :]) for match in _places(case.subject, case.said)]
    ours = [(case.statement[: match.start()], case.statement[match.end() :]) for match in _places(case.subject, case.statement)]
    if not theirs or not ours:
        return False
    if all(_is_inside(*beside) for beside in theirs) and not all(_is_inside(*beside) for beside in ours):
        return True
    front, behind = ours[0]
    acting = len(front) <= len("The ") and acts(case.statement, len(case.statement) - len(behind))
    return acting and all(is_adjunct(case.said, len(before)) and before.rstrip()[-1:] not in {",", "，"} for before, _ in theirs)


def _is_inside(before: str, behind: str) -> bool:
    """Whether a name is only a part of a longer one, or owns what is spoken of."""
    return bool(_OWNS.match(behind) or _LONGER_BEHIND.match(behind) or _LONGER_BEFORE.search(before))


def _begins(text: str) -> bool:
    """Whether a sentence begins with a pronoun, a fronted phrase aside."""
    return bool(_POINTS.match(text) or _POINTS.match(_main(text)) or re.match(r"(?:it|they|he|she)\b", _main(text)))


def _main(text: str) -> str:
    return _FRONTED.sub("", text)


def _is_antecedent(case: Case) -> bool:
    for text in reversed(case.paragraph):
        if not _begins(text):
            whole, main = place_of(case.subject, text), place_of(case.subject, _main(text))
            early = _EARLY_HAN if HAN_CHAR.search(text) else _EARLY
            return 0 <= whole <= early or 0 <= main <= early
    return any(stands(case.subject, heading) for heading in case.headings)


def stands(name: str, text: str) -> bool:
    """Whether a name stands in a text as whole words, plural or not."""
    return place_of(name, text) >= 0


def place_of(name: str, text: str) -> int:
    """Where a name stands in a text as whole words, plural or not; -1 where it does not."""
    return next((match.start() for match in _places(name, text)), -1)


def _places(name: str, text: str) -> list[re.Match[str]]:
    """Where a name stands in a text."""
    name = re.sub(r"^(?:the|an?)\s+(?=\S)", "", name.strip(), flags=re.IGNORECASE)
    if not name:
        return []
    body = r"[\s-]+".join(re.escape(part) for part in re.split(r"[\s-]+", name))
    before = rf"(?:(?<=[{HAN}])|(?<![^\W_]))" if name[0].isascii() else ""
    behind = rf"(?=[{HAN}]|(?:e?s)?(?![^\W_]))" if name[-1].isascii() else ""
    if found := list(re.finditer(f"{before}{body}{behind}", text, re.IGNORECASE)):
        return found
    single = re.sub(r"ies$", "y", name) if name.endswith("ies") else name.removesuffix("s")
    return _places(single, text) if len(single) > _SHORT and single != name else []
