"""What a claim is about: its subject must be a name that stands in the sentence, or that a word of the sentence points to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.scribe.identity import merge_key
from llmwiki.scribe.overlap import is_chinese
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
_POINTS_ENGLISH = re.compile(
    r"\b(?:it|its|itself|they|their|them|he|his|him|she|her|this|these|that|those|here|such|we|our|the [a-z]+)\b", re.IGNORECASE
)
_PRONOUNS = frozenset(
    "it its they them their he him his she her this that these those we us our i me my you your one who which what here there such".split()
)
_PRONOUNS_CHINESE = re.compile(r"^(?:[该此这那我你您咱].*|[它他她其][们中]?|本[文章节书]|作者|笔者|大家|人们|自己|读者)$")
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
    """Whether the subject neither stands in the sentence nor can be what a word in it points to."""
    if stands(case.subject, case.said):
        return False
    near = any(stands(case.subject, text) for text in (*case.before, *case.headings))
    return not near or not (is_chinese(case.said) or _POINTS_ENGLISH.search(case.said) is not None)


def stands(name: str, text: str) -> bool:
    """Whether a name stands in a text as whole words, plural or not."""
    return place_of(name, text) >= 0


def place_of(name: str, text: str) -> int:
    """Where a name stands in a text as whole words, plural or not; -1 where it does not."""
    name = re.sub(r"^(?:the|an?)\s+(?=\S)", "", name.strip(), flags=re.IGNORECASE)
    if not name:
        return -1
    border, end = (r"(?<![^\W_])" if name[0].isascii() else ""), (r"(?:['’]?e?s)?(?![^\W_])" if name[-1].isascii() else "")
    body = r"[\s-]+".join(re.escape(part) for part in re.split(r"[\s-]+", name))
    latin_in_han = rf"(?:(?<=[{HAN}])|(?<![^\W_]))" if name[0].isascii() else border
    behind = rf"(?=[{HAN}]|(?:['’]?e?s)?(?![^\W_]))" if name[-1].isascii() else end
    found = re.search(f"{latin_in_han}{body}{behind}", text, re.IGNORECASE)
    if found:
        return found.start()
    single = re.sub(r"ies$", "y", name) if name.endswith("ies") else name.removesuffix("s")
    return place_of(single, text) if name[-1] == "s" and len(single) > 3 and single != name else -1  # noqa: PLR2004 - "us" is no plural
