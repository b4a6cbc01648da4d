"""Scripts written without spaces: how their text becomes terms, and how much it weighs."""

from __future__ import annotations

import re

from llmwiki.vault.chars import HAN, KANA

SPACELESS = HAN + KANA + "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\uac00-\ud7af\u1100-\u11ff"
"""Ideographs, kana, Hangul, Thai, Lao, Burmese, Khmer: for a regular expression class."""

RUN = re.compile(f"[{SPACELESS}]+")

# Words that ask or join and say nothing of the subject, longest first; those in front are kept whole because a stop word is part of them.
_KEPT = "目的|存在|现在|内在|潜在|和平|和谐|饱和|与否|参与|在线|在内|总是|于是|是否|了解|吧台|有效|有序|有限|所有|没有|拥有|已有|共有|私有"
_STOPPED = (
    "请问|请告诉我|告诉我|什么叫做|什么叫|叫做什么|什么是|是什么|指的是什么|是指什么|什么意思|为什么|是为了什么|为何|什么时候|何时|什么地方|什么样的|什么样|什么"
    "|怎么样|怎样|怎么办|怎么|如何|哪一个|哪一年|哪些|哪个|哪里|哪年|哪种|哪儿|是谁|谁是|多少个|多少|多久|多大|几个|几年|是不是|有没有|能不能|可不可以|是否"
    "|有哪些|包括哪些|介绍一下|介绍|解释一下|说明一下|可以|我们|你们|他们|它们|这个|那个|这些|那些|以及|或者|还是|因为|所以|但是|如果|一个|一种"
    "|的|了|吗|呢|吧|啊|是|在|和|与|或|有|谁|我|你|它|这|那|几"
)
_STOP = re.compile(f"({_KEPT})|{_STOPPED}")


def index_terms(run: str) -> list[str]:
    """Terms of a run without spaces in a document: each character and each pair of neighbours."""
    return [*run, *(run[at : at + 2] for at in range(len(run) - 1))]


def query_terms(run: str) -> list[str]:
    """Terms of a run without spaces in a question: pairs inside its content words; a word of one character stands alone."""
    terms: list[str] = []
    for part in _STOP.sub(lambda match: match[1] or " ", run).split():
        terms += [part] if len(part) == 1 else [part[at : at + 2] for at in range(len(part) - 1)]
    return terms
