"""Latin words and the runs of capitalised ones, as they stand in a sentence."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from llmwiki.scribe.stopwords import is_common, wordlist
from llmwiki.vault.chars import HAN_CHAR

_LETTER = r"[^\W_\u2e80-\U0010ffff]"
TOKEN = re.compile(rf"{_LETTER}+(?:(?:[-.&'’·]|_+){_LETTER}+)*(?:\+\+|#(?!\w)|(?<=s)['’](?= [A-Z]))?")
"""A Latin word with what belongs inside it: ``Node.js``, ``d'Orsay``, ``3.0.8``, ``C++``, ``start_ts``."""

_GAP = re.compile(r" | & ")
_AHEAD = 40
_LONGEST_RUN = 16
_ABBREVIATED = frozenset("dr mr mrs ms prof st jr sr mt ft rev hon gen col lt sgt sen rep gov".split())
_LINKS = frozenset({"of", "for", "and", "the"})
_LOWER_BRAND = re.compile(r"[a-z][A-Z]\w{2,}|[a-z]+[A-Z]{2,}[a-z]?\d*")
"""``iPhone``, ``eBay``, ``macOS``, ``openSUSE``; not ``setNumber``."""

_DIGIT_NAME = re.compile(r"\d{1,2}[A-Z]{1,3}")
"""``18F``, ``3M``."""

_YEAR = re.compile(r"1\d\d\d|20\d\d|2100")
_VERSION = re.compile(r"v?\d{1,4}(?:\.\d+)*\w?")
_OPENING = re.compile(r"(?:^|[.!?:;…])[\s\"“‘'(\[*_—–-]*$|[\"“‘(\[]$|[—–] ?$")
_APPOSITION = re.compile(r", (?:an?|the|who|which|now|then|led|once|based|written|founded)\b|(?:,| and|, and) [A-Z]")
POSSESSIVE = re.compile(r"['’]s?$")


class Token(NamedTuple):
    """A word with its place in the sentence; ``code`` when it stands in backticks."""

    text: str
    start: int
    end: int
    code: bool


INSIDE, OPENING, SUBJECT = 0, 1, 2
"""Where a run stands: inside a sentence; where any word would be capitalised; there, and a verb or an apposition follows."""


class Run(NamedTuple):
    """A maximal run of capitalised words with the small words between them."""

    start: int
    end: int
    place: int


def tokenize(text: str) -> list[Token]:
    """The Latin words of one sentence."""
    code = code_places(text)
    return [Token(match[0], match.start(), match.end(), match.start() in code) for match in TOKEN.finditer(text)]


@lru_cache(maxsize=1 << 14)
def is_capitalised(word: str) -> bool:
    """Whether a word is written as names are: ``Kestrel``, ``GPT-4o``, ``iPhone``; numbers and identifiers are not."""
    if "_" in word:
        return False
    return word[0].isupper() or bool(_LOWER_BRAND.fullmatch(word) or _DIGIT_NAME.fullmatch(word))


def has_inner_mark(word: str) -> bool:
    """An inner capital or a digit makes a word a name at once: ``TiDB``, ``AST3``, ``McKenzie``; ``API`` and ``Ad-Hoc`` have none."""
    bare = POSSESSIVE.sub("", word)
    if any(char.isdigit() for char in bare):
        return True
    return any(part[1:] != part[1:].lower() and not part.removesuffix("s").isupper() for part in re.split(r"[-.&'’·]", bare))


def is_acronym(word: str, longest: int = 5) -> bool:
    """Capitals only (a plural s aside), at most ``longest`` of them: ``API``, ``CPUs``, ``R&D``, ``U.S``."""
    letters = re.sub(r"[.&-]", "", POSSESSIVE.sub("", word))
    letters = letters[:-1] if letters.endswith("s") and letters[:-1].isupper() else letters
    return 0 < len(letters) <= longest and letters.isupper() and (letters.isalpha() or bool(_DIGIT_NAME.fullmatch(letters)))


def capital_runs(text: str, tokens: list[Token]) -> list[Run]:
    """The capitalised runs of a sentence, from left to right."""
    runs: list[Run] = []
    position = 0
    chinese = bool(HAN_CHAR.search(text))
    while position < len(tokens):
        if not _begins(tokens[position]):
            position += 1
            continue
        last = _run_end(text, tokens, position)
        start = tokens[position].start
        end = tokens[last].end
        place = OPENING if not chinese and is_opening(text, start) else INSIDE
        runs.append(Run(start, end, SUBJECT if place and _has_verb(text[start:end], text[end : end + _AHEAD]) else place))
        position = last + 1
    return runs


def is_opening(text: str, start: int) -> bool:
    """Whether a word at ``start`` would be capitalised whatever it is."""
    return bool(_OPENING.search(text[max(0, start - 4) : start])) or start == 0


def _has_verb(name: str, rest: str) -> bool:
    """Whether what follows treats ``name`` as a name: ``Rembrandt finished``, ``Copperline, a start-up``, ``Qdrant, Milvus and``."""
    if _APPOSITION.match(rest):
        return True
    match = re.match(r" (?:also |then |later |never |once |still )?([a-z]+)\b", rest)
    if not match or name.lower().endswith(tuple(wordlist("en", "abstract-endings"))):
        return False
    verb = match[1]
    if name.endswith("s"):
        return verb in wordlist("en", "singular-verbs")
    return verb in wordlist("en", "verbs") or bool(re.fullmatch(r"[a-z]{2,}ed", verb)) or _third_person(verb)


def _third_person(word: str) -> bool:
    """``scrapes``, ``draws``: a small word in s after a bare singular subject."""
    return (
        word.endswith("s") and not word.endswith(("ss", "us", "is", "ous")) and word not in wordlist("en", "function") and is_common(word)
    )


def _begins(token: Token) -> bool:
    return not token.code and is_capitalised(token.text)


def _run_end(text: str, tokens: list[Token], first: int) -> int:
    """Index of the last token of the run that begins at ``first``."""
    last = first
    while True:
        follower = _next_capital(text, tokens, last)
        if follower < 0 or follower - first >= _LONGEST_RUN:
            return last
        last = follower


def _next_capital(text: str, tokens: list[Token], last: int) -> int:
    """The token that goes on with a run after ``last``, over at most two small words; -1 when the run ends."""
    for small, index in enumerate(range(last + 1, min(last + 4, len(tokens)))):
        token = tokens[index]
        if not _joined(text, tokens[index - 1], token) or token.code:
            return -1
        if is_capitalised(token.text) or (small == 0 and _is_number(tokens[last], token, text)):
            return index
        if token.text not in _LINKS and token.text not in wordlist("en", "particles"):
            return -1
    return -1


def _joined(text: str, left: Token, right: Token) -> bool:
    gap = text[left.end : right.start]
    if _GAP.fullmatch(gap):
        return True
    return gap == ". " and (len(left.text) == 1 or left.text.lower() in _ABBREVIATED)


def _is_number(before: Token, token: Token, text: str) -> bool:
    """A version or serial number behind a name; years, amounts and dates are none."""
    if not _VERSION.fullmatch(token.text) or _YEAR.fullmatch(token.text) or before.text[0].isdigit():
        return False
    word = before.text.lower()
    after = text[token.end : token.end + _AHEAD]
    if word in wordlist("en", "days") or word in wordlist("en", "function") or re.match(r"%|,\d", after):
        return False
    return "." in token.text or not re.match(r" [a-z]+s\b", after)


def code_places(text: str) -> frozenset[int]:
    """Positions between backticks."""
    if "`" not in text:
        return frozenset()
    return frozenset(place for match in re.finditer(r"`[^`]*`", text) for place in range(*match.span()))
