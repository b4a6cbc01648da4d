"""What a question wants: its subject, its terms, and the sort of answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from llmwiki.palace.tokens import document_terms, question_terms
from llmwiki.scribe.dates import first_date
from llmwiki.vault.chars import HAN_CHAR, language

Want = Literal["definition", "date", "number", "reason", "list", "any"]

_DEFINITION = re.compile(
    r"^(?:what|who)\s+(?:is|are|was|were)\s+(?:meant\s+by\s+)?(?:an?\s+|the\s+)?(?P<a>.+)$"
    r"|^what\s+(?:does|do)\s+(?:an?\s+|the\s+)?(?P<b>.+?)\s+(?:mean|refer\s+to|stand\s+for)$"
    r"|^(?:please\s+)?(?:define|explain|describe)\s+(?:an?\s+|the\s+)?(?P<c>.+)$"
    r"|^(?:请问)?(?:什么叫做?|什么是|何谓|何为|谁是|(?:请)?(?:介绍|解释|说明)一?下?)(?P<d>.+)$"
    r"|^(?:请问)?(?P<e>.+?)(?:是什么意思|指的是什么|是指什么|指什么|是什么|是谁|是啥)$",
    re.IGNORECASE,
)
_NOT_A_NAME = re.compile(
    r"\b(?:of|for|in|on|at|by|between|with|to|that|which|default|reason|difference|advantages?|number|date|price|cost|limit|threshold|size)\b"
    r"|的|与|和|为什么|如何|怎么",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"^when\b|\b(?:what|which)\s+(?:year|date|month|day)\b|\bhow\s+long\s+ago\b"
    r"|什么时候|何时|哪[一]?[年天月日]|几[月号]|什么日期|日期是",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\bhow\s+(?:many|much|long|often|large|big|fast|old|high|far|tall|small)\b|\b(?:what|which)\s+(?:number|percentage|share|size|threshold|version|limit|score|rate|price|cost)\b"
    r"|多少|多大|多久|多长|多快|多高|几[个次种年天层类条台位步章]|百分之几|阈值|第几|哪个?版本",
    re.IGNORECASE,
)
_HOW = re.compile(r"\bhow\s+(?:many|much|long|often|large|big|fast|old|high|far|tall|small)\b(?:\s+ago\b)?", re.IGNORECASE)
_CONDITION = re.compile(
    r"\b(?:when|whenever|once|only if|after|before|during|every (?:day|week|month|year))\b"
    r"|时[，,才就]|之后|之前|以后|以前|期间|每[天周月年次]",
    re.IGNORECASE,
)
_LIST = re.compile(r"^(?:what|which)\s+(?:\w+\s+){0,4}are\b|\blist\b|\bwhich\s+\w+s\b|哪些|有什么|列出|分别", re.IGNORECASE)
_ASKS = re.compile(r"谁|什么|怎|哪|吗|呢|如何|多少|几|\b(?:who|what|how|which|where|when|why|is|are|do|does|can|should)\b", re.IGNORECASE)
_LIGHT = frozenset(
    document_terms(
        "take part happen occur use mean call name say give make work need come go happen exist hold keep contain have"
        " 使用 进行 实现 开始 可能 时候 需要",
    )
)
_REASON = re.compile(r"^why\b|\bwhat\s+(?:is\s+the\s+)?(?:reason|cause)|\bhow\s+come\b|为什么|为何|原因|怎么会", re.IGNORECASE)
_BECAUSE = re.compile(
    r"\b(?:because|since|due to|therefore|reasons?|owing to|thanks to|as a result|caused?)\b|因为|由于|因此|所以|导致|原因|以避免|从而避免",
    re.IGNORECASE,
)
_DIGIT = re.compile(
    r"\d|[一二三四五六七八九十百千万两]+(?=[个次种年天层类条台位步章倍成])|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|hundred|thousand|million)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_\u2e80-\U0010ffff][^\W_\u2e80-\U0010ffff]+")
_END = re.compile(r"[\s?？!！。.…]+$")
_HALF = 0.5
_NAME = 1.2
_FEW_WORDS = 4
_FEW_CHARS = 12


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, taken apart.

    Attributes:
        text: As it was asked, on one line.
        language: Code of its language.
        want: What sort of answer it wants.
        subject: The thing whose definition is wanted, else empty.
        terms: Its terms and how much each tells.
        others: A name in it to the other names of the same thing.
        words: The words of it that tell something, lower case.
    """

    text: str
    language: str
    want: Want
    subject: str
    terms: Mapping[str, float]
    others: Mapping[str, Sequence[str]]
    words: tuple[str, ...] = ()

    def held(self, text: str) -> frozenset[str]:
        """Terms of the question that stand in ``text``, under one name of a thing or another."""
        held = set(self.terms) & _terms_in(text)
        low = text.lower()
        for name, others in self.others.items():
            if any(other.lower() in low for other in others):
                held.update(term for term in document_terms(name) if term in self.terms)
        return frozenset(held)

    def first_mention(self, text: str) -> int:
        """Where ``text`` first names something that was asked about; -1 when it does not."""
        low = text.lower()
        places = [place for word in self.words if (place := low.find(word)) >= 0]
        return min(places, default=-1)

    def names_subject(self, text: str) -> bool:
        """Whether the thing whose definition is wanted is named in ``text``."""
        low = text.lower()
        return any(name.lower() in low for name in (self.subject, *self.others.get(self.subject, ())))

    def weight_of(self, terms: frozenset[str]) -> float:
        """Share of the question's weight that some of its terms have."""
        total = sum(self.terms.values())
        return sum(self.terms[term] for term in sorted(terms)) / total if total else 0.0


@lru_cache(maxsize=4096)
def _terms_in(text: str) -> frozenset[str]:
    return frozenset(document_terms(text))


def terms_of(question: str) -> list[str]:
    """Terms to look up the weights of; "how many" and the like tell nothing of the subject."""
    return question_terms(_HOW.sub(" ", question))


def ask(question: str, weights: Mapping[str, float], others: Mapping[str, Sequence[str]] | None = None) -> Asked:
    """Take a question apart.

    Args:
        question: Any text.
        weights: Of its terms (``terms_of``), from the index. Words that ask more than they tell count half.
        others: Names in the question to other names of the same things.
    """
    text = " ".join(question.split())
    want, subject = _want(_END.sub("", text))
    told = {term: weights[term] * (_HALF if term in _LIGHT else 1.0) for term in terms_of(question) if term in weights}
    for name in others or {}:
        _weigh_once(told, name)
    words = [word for word in _WORD.findall(text.lower()) if not set(question_terms(word)).isdisjoint(told)]
    pairs = [term for term in told if HAN_CHAR.match(term)]
    spelled = [other.lower() for names in (others or {}).values() for other in names]
    return Asked(text, _language(text), want, subject, told, others or {}, tuple(dict.fromkeys([*words, *pairs, *spelled])))


def fits(asked: Asked, sentence: str) -> bool:
    """Whether a sentence has what the question wants: a date, a number, a reason. True when it wants nothing special."""
    if asked.want == "date":
        return bool(first_date(sentence) or _CONDITION.search(sentence))
    if asked.want == "number":
        return bool(_DIGIT.search(sentence))
    if asked.want == "reason":
        return bool(_BECAUSE.search(sentence))
    return True


def _want(text: str) -> tuple[Want, str]:
    if _REASON.search(text):
        return "reason", ""
    if _DATE.search(text):
        return "date", ""
    if _NUMBER.search(text):
        return "number", ""
    if _LIST.search(text):
        return "list", ""
    match = _DEFINITION.match(text)
    subject = next(filter(None, match.groups()), "").strip(" \"'“”‘’「」") if match else text
    short = len(subject.split()) <= _FEW_WORDS and (subject.isascii() or len(subject) <= _FEW_CHARS)
    if short and not _NOT_A_NAME.search(subject) and not _ASKS.search(subject):
        return "definition", subject
    return "any", ""


def _language(text: str) -> str:
    """Of a question: Chinese as soon as it asks in Chinese, whatever names it holds."""
    return "zh" if re.search(r"什么|怎|哪|吗|如何|多少|为何|是|的", text) else language(text)


def _weigh_once(told: dict[str, float], name: str) -> None:
    """Let a name, however many terms it has, tell little more than the most telling word beside it."""
    own = [term for term in told if term in _terms_in(name)]
    beside = max((weight for term, weight in told.items() if term not in own), default=0.0)
    total = sum(told[term] for term in own)
    if beside and total > _NAME * beside:
        for term in own:
            told[term] *= _NAME * beside / total
