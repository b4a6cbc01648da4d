"""How a sentence begins: on its own feet, leaning on the sentence before, or with a dispensable connective."""

from __future__ import annotations

import re
from typing import Literal

from llmwiki.scribe.overlap import is_chinese, wide

Opening = Literal["free", "leans", "hangs"]

# "leans": only the sentence before tells who or what is meant. "hangs": the link to it can be cut.
_LEANS_ENGLISH = re.compile(
    r"^(?:It|This|That|These|Those|All of (?:these|this|those|them|the above)|They|He|She|Its|Their|His|Her|Here|Such|Both|Neither|Either|Each|Others?|Another|Some of (?:them|these|those)|One of (?:them|these|those)|"
    r"(?:The )?(?:former|latter|same|other|second|third|others|rest)|Then|There|Doing so|If so|Otherwise|Instead|Because of this|As such|So|Or|Nor|Again|Similarly|Likewise|Yet|Thus|Hence|"
    r"For (?:this|that|these|those)|In (?:this|that|these|those|both|such)|On (?:this|that|these)|At (?:this|that)|After (?:this|that)|With (?:this|that|these)|By (?:this|that)|"
    r"To (?:do|achieve|solve|fix|avoid|address|support|make) (?:this|that|so|these)|Like (?:this|that)|Until then|Since then|Meanwhile|Later|Afterwards?|Earlier|Previously|"
    r"First|Second|Third|Next|Finally|Lastly|Firstly|Secondly)\b"
)
_DEFINITE_ENGLISH = re.compile(
    r"^The (?!most\b|first\b|number\b|term\b|name\b|word\b|idea\b|concept\b)(?:[a-z][a-z-]* ){0,1}[a-z][a-z-]*,? "
    r"(?:is|was|are|were|has|had|have|will|would|can|could|may|might|must|should|did|does|do|also|then|now|still|later|often|usually|always|[a-z]{2,}ed|[a-z]{3,}s)\b"
)
_FRONTED_ENGLISH = re.compile(
    r"^(?:In|On|At|By|After|Before|During|Since|From|Until|For|With|As|Following|Around|Under)\b[^,]{2,60}, (?:he|she|it|they|this|these|his|her|their|its|the [a-z]+)\b"
)
_HANGS_ENGLISH = re.compile(
    r"^(?:However|Moreover|Furthermore|In addition|Additionally|Also|Therefore|Consequently|As a result|In fact|Indeed|Of course|In general|Generally|For example|For instance|In particular|"
    r"Nevertheless|Nonetheless|On the other hand|By contrast|In contrast|Accordingly|In other words|That said|Overall|Notably|Importantly|Besides|Still|Unfortunately|Fortunately|"
    r"Luckily|Ultimately|Specifically|In short|In summary|Basically|Essentially|Conversely|At the same time|In turn|To be clear|Simply put|In a nutshell|As (?:we|you) can see|As can be seen|As expected|As promised|In practice|In other cases|In the meantime|Historically|Traditionally|Today|Nowadays|As a rule|All in all|Above all|Best of all|Sure|Yes|No|Remember|Of note|More importantly|Interestingly|Surprisingly),\s+|^(?:But|And)\s+"
)

_LEANS_CHINESE = re.compile(
    r"^(?:[它他她这那该]|此(?!外)|其(?!实)|两者|二者|前者|后者|双方|上述|以上|如此|同理|同样|类似地?|另一|另外一|其他|其它|否则|反之|然后|接着|随后|之后|之前|此时|于是|为此|基于此|至此|首先|其次|再次|最后|第[一二三四五六七八九十\d]+[种个步点类阶]|"
    r"一种(?:是|方)|另[一外]|也就是|换句话说|换言之|即|比如|例如|如果这|(?:采用|使用|通过|利用|基于|有了|经过)(?:这|该|此|上述)|也[^许就]|还(?!原)|就是|都|再|又|其中|对此|在(?:此|这|该|那)|由此|通过(?:这|该|此)|对于(?:这|该|此)|与此|从而|以便|根据(?:这|该|此)|"
    r"每[个种次](?:这|该)|[上下前后]面|为了?(?:解决|避免|实现|支持|防止|应对|达到|满足)?(?:这|此|该|上述)|原因(?:在于|是|就)|指定后|完成后|这时|那么|回想|想象|可以看到|可以看出|不难|不仅如此|除此|一方面|另一方面|返回的|不管怎么|一旦这|当(?:这|该|它|其)|相反|所以|因此|因而|故而)"
)
_FRONTED_CHINESE = re.compile(r"^[^，。]{1,24}，(?:它|他|她|该|其|这|此|那)")
_HANGS_CHINESE = re.compile(
    r"^(?:但是|但|不过|然而|此外|另外|同时|而且|并且|而|当然|事实上|实际上|总之|总的来说|一般来说|通常来说|简单来说|简而言之|具体来说|具体而言|显然|可见|值得注意的是|需要注意的是|需要说明的是|除此之外|与此同时|综上|毕竟|尤其是|特别是|其实|注：)[，,]?"
)

_DROPPED_CLOSE = re.compile(r"^[，,\s]+")


def opening(text: str, name_at: int) -> Opening:
    """How ``text`` begins when the page's name stands at ``name_at`` (code points; -1 when it doesn't).

    A sentence that begins with the name stands free however it goes on, and so does one whose first
    definite noun is the name. ``hangs`` means that :func:`cut_connective` makes it free.
    """
    if name_at == 0:
        return "free"
    if _leans(text, name_at):
        return "leans"
    cut = cut_connective(text)
    if cut == text:
        return "free"
    shift = len(text) - len(cut)
    return "leans" if name_at != shift and _leans(cut, name_at - shift) else "hangs"


def cut_connective(text: str) -> str:
    """``text`` without a connective that only ties it to the sentence before, first letter raised."""
    pattern = _HANGS_CHINESE if is_chinese(text) else _HANGS_ENGLISH
    match = pattern.match(text)
    if match is None:
        return text
    rest = _DROPPED_CLOSE.sub("", text[match.end() :])
    return rest[:1].upper() + rest[1:]


def _leans(text: str, name_at: int) -> bool:
    if is_chinese(text):
        text = wide(text)
        return bool(_LEANS_CHINESE.match(text) or _FRONTED_CHINESE.match(text))
    if _LEANS_ENGLISH.match(text) or _FRONTED_ENGLISH.match(text):
        return True
    definite = _DEFINITE_ENGLISH.match(text)
    return definite is not None and not 0 <= name_at < definite.end()
