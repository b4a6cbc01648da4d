"""Terms: what headings and titles name, and phrases of content words that may recur."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from llmwiki.scribe.headings import clean_heading
from llmwiki.scribe.latin import Token, is_capitalised
from llmwiki.scribe.names_zh import Tagged
from llmwiki.scribe.stopwords import wordlist
from llmwiki.vault.chars import HAN, HAN_CHAR

_HEADING_CUTS = re.compile(r"\s*[与和、：]\s*|\s*[:;/|]\s+|\s+(?:and|&|vs\.?|versus|or)\s+|\s+[—–-]+\s+")
_TITLE_CUTS = re.compile(r"[:;|,?!()（）：，、？！《》“”\"…]+|\s[—–-]+\s|[与和及]")
_SENTENCE = re.compile(r"[.。!！；;]\s*$|[.!]\s+[A-Z]|[。！]")
_BRACKETED = re.compile(r"\s*[（(][^（）()]*[）)]\s*$")
_POSITIONS = frozenset("内中上下里后前时等个些次们")
"""Last characters that make a phrase a place or time in a sentence rather than a term."""

_NUMERALS = frozenset("两二三四五六七八九十双")

_LONGEST_HEADING = 5
_LONGEST_TITLE, _USED = 8, 2
_COLON = re.compile(r":(?=\w)")
_LONGEST_HAN = 12
_LONGEST_TERM = 3
_TERM_TAGS = frozenset({"n", "vn", "nz", "eng", "l", "j", "b"})
_LEADING_TAGS = _TERM_TAGS | {"a", "v", "an", "ad", "m"}
_LONGEST_RUN = 4
_IDENTIFIER = re.compile(r"[_/\\=<>{}\[\]$@`]|\(\)|\.\w{1,4}$")


def heading_phrases(heading: str) -> list[str]:
    """What a heading names, word for word; empty for headings that are sentences, orders or mere furniture.

    ``3.1 什么是 RAG？`` gives ``RAG``; ``实体与关系`` gives the whole, ``实体`` and ``关系``; ``How to choose`` gives nothing.
    """
    text = clean_heading(heading)
    bare = _BRACKETED.sub("", text)
    parts = [part for part in _HEADING_CUTS.split(bare) if part]
    whole = [bare] if len(parts) > 1 else []
    return [phrase for phrase in dict.fromkeys([*whole, *parts]) if is_term(phrase)]


def is_term(phrase: str) -> bool:
    """Whether a short text can be the name of something."""
    text = phrase.strip()
    if not re.search(r"[^\W\d_]", text) or _IDENTIFIER.search(text):
        return False
    return _is_chinese_term(text) if HAN_CHAR.search(text) else _is_english_term(text)


def _is_chinese_term(text: str) -> bool:
    if not 1 < len(re.sub(r"\s", "", text)) <= _LONGEST_HAN * (2 if re.search(r"[A-Za-z]", text) else 1):
        return False
    if any(mark in text for mark in wordlist("zh", "heading-reject")) or text in wordlist("zh", "heading-noise") | wordlist("zh", "verbs"):
        return False
    if text[-1] in _POSITIONS or text.endswith("所有"):
        return False
    return not re.search(r"[，。；！,;!]", text) and not any(text.startswith(verb) for verb in wordlist("zh", "verbs") if text != verb)


def _is_english_term(text: str) -> bool:
    words = re.split(r"\s+", text.strip(" .?!:"))
    lower = [word.lower() for word in words]
    if len(words) > _LONGEST_HEADING or " ".join(lower) in wordlist("en", "heading-noise") or re.search(r"[,;.!?]\s", text):
        return False
    if len(words) == 1:
        return len(text) > 1 and lower[0] not in wordlist("en", "function")
    if lower[0].endswith("ing") or lower[0] in wordlist("en", "imperatives") or lower[-1] in wordlist("en", "function"):
        return False
    return not any(word in wordlist("en", "heading-words") or word.endswith(("n't", "n’t", "'re", "’re")) for word in lower)


def title_segments(title: str, sentences: Sequence[str] = ()) -> list[str]:
    """The maximal phrases of a title: whole parts between punctuation, and parts between function words.

    A title that the text itself uses as a name ("Funeral for Yesterday is the fourth album ...") stays whole: its parts are
    other things. A first line that is a sentence stands in for a missing title and names nothing.

    Args:
        title: As the source gives it.
        sentences: What the source says.
    """
    segments: list[str] = []
    if is_sentence(title):
        return segments
    whole = _COLON.sub(": ", title)
    if is_used_whole(whole, sentences):
        return [whole]
    for part in _TITLE_CUTS.split(title):
        text = re.sub(r"^(?:the|an?)\s+", "", part.strip(), flags=re.IGNORECASE)
        segments.append(text)
        current: list[str] = []
        for word in [*re.split(r"\s+", text), "the"]:
            if word.lower() in wordlist("en", "function"):
                segments.append(" ".join(current))
                current = []
            else:
                current.append(word)
    return [segment for segment in dict.fromkeys(segments) if segment and is_term(segment)]


def is_used_whole(title: str, sentences: Sequence[str]) -> bool:
    """Whether a title of several words, capitals among them, stands as a name in sentences of its text."""
    words = title.split()
    if HAN_CHAR.search(title) or not 1 < len(words) <= _LONGEST_TITLE or not any(word[0].isupper() for word in words[1:]):
        return False
    name = re.compile(rf"(?<!\w){re.escape(title)}(?!\w)")
    return sum(1 for sentence in sentences if len(sentence) > len(title) + 1 and name.search(sentence)) >= _USED


def is_sentence(title: str) -> bool:
    """Whether what stands in for a title is running text."""
    return _SENTENCE.search(title) is not None


def english_terms(text: str, tokens: Sequence[Token]) -> Iterator[str]:
    """Phrases of two or three content words in small letters, between function words and punctuation."""
    run: list[str] = []
    for index, token in enumerate(tokens):
        adjoins = index > 0 and text[tokens[index - 1].end : token.start] == " "
        content = not token.code and _is_content(token.text)
        if run and not (adjoins and content):
            yield from _grams(run)
            run = []
        if content:
            run.append(token.text.lower())
    yield from _grams(run)


def _is_content(word: str) -> bool:
    lower = word.lower()
    if not word[0].isalpha() or lower in wordlist("en", "function") or lower in wordlist("en", "counts") or "'" in word or "’" in word:
        return False
    return not is_capitalised(word) and not lower.endswith("ly") and "_" not in word


def _grams(run: Sequence[str]) -> Iterator[str]:
    for size in range(2, _LONGEST_TERM + 1):
        for first in range(len(run) - size + 1):
            gram = run[first : first + size]
            if not gram[0].endswith("ing") and not gram[-1].endswith(("ed", "ing")):
                yield " ".join(gram)


def chinese_terms(text: str, words: Sequence[Tagged]) -> Iterator[str]:
    """Runs of one to four nominal words, one adjective or verb in front allowed, and every tail of such a run; also 两阶段提交."""
    for last, word in enumerate(words):
        if word.tag not in _TERM_TAGS:
            if word.tag == "v" and [other.tag for other in words[last - 2 : last]] == ["m", "n"] and words[last - 2].text in _NUMERALS:
                yield text[words[last - 2].start : word.end]
            continue
        first = last
        while first > 0 and last - first < _LONGEST_RUN - 1 and _extends(words, first):
            first -= 1
            phrase = text[words[first].start : word.end]
            if 1 < len(phrase) <= _LONGEST_HAN * 2 and re.search(f"[{HAN}]", phrase):
                yield re.sub(rf"(?<=[{HAN}])\s+|\s+(?=[{HAN}])", "", phrase)
            if words[first].tag not in _TERM_TAGS:
                break


def _extends(words: Sequence[Tagged], first: int) -> bool:
    """Whether the word before ``first`` may belong to the term."""
    before = words[first - 1]
    if before.tag == "x" and not before.text.strip() and first > 1:
        return False
    if before.text in wordlist("zh", "verbs") or before.tag not in _LEADING_TAGS:
        return False
    if before.tag == "m":
        return before.text in _NUMERALS
    return before.tag in _TERM_TAGS or len(before.text) > 1
