"""Words that decide whether and how a statement is read: labels, openings without a subject, properties that are left alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llmwiki.facts.pattern import Reads

_LABELS: tuple[tuple[str, Reads, str], ...] = (
    ("founded", "date", "founded|established|founding date|成立|成立时间|成立日期|创立时间|创办时间"),
    ("born", "date", "born|date of birth|出生|出生日期|生日"),
    ("died", "date", "died|date of death|逝世|去世|逝世日期"),
    ("first released", "date", "first release|first released|initial release|首次发布|首发日期"),
    ("released", "date", "released|release date|发布|发布时间|发布日期|发行日期"),
    ("headquarters", "place", "headquarters|head office|总部|总部地点|总部所在地"),
    ("latest version", "version", "latest version|latest release|current version|最新版本|当前版本"),
    ("population", "quantity", "population|人口|常住人口|总人口"),
    ("price", "quantity", "price|价格|售价|定价"),
    ("height", "quantity", "height|elevation|altitude|高度|海拔|海拔高度"),
    ("length", "quantity", "length|长度|全长"),
    ("weight", "quantity", "weight|重量"),
    ("license", "name", "license|licence|许可证|开源协议"),
    ("count of parameter", "quantity", "parameter count|参数量|参数规模|参数数量|参数总量"),
    ("count of employee", "quantity", "headcount|员工数|员工人数|员工总数"),
)
LABELS: dict[str, tuple[str, Reads]] = {label: (predicate, reads) for predicate, reads, labels in _LABELS for label in labels.split("|")}
"""Labels of Key facts lines (``Founded: 2015``, ``成立时间：2015年``); properties of both languages meet here too."""

DEFAULT_LABEL = re.compile(r"default (?P<p>[a-z][\w ]{1,30})|默认(?P<z>[\w ]{2,20})", re.IGNORECASE)

# Every value is a number, a place or a setting: sentences without a sign of one are passed over.
TRIGGER = re.compile(
    r"\d|headquarter|based in|head office|defaults?\b|licen[cs]e|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
    "|总部|默认|许可证|开源协议|[一二两三四五六七八九十]",
    re.IGNORECASE,
)
# One of these is in every text that TRIGGER fires on without a digit; the second row only in one that is not ASCII.
_HINTS = tuple("headquarter|based in|head office|default|licen|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve".split("|"))
_WIDE_HINTS = (*_HINTS, *"总部|默认|许可证|开源协议|一|二|两|三|四|五|六|七|八|九|十".split("|"))
_DIGIT = re.compile(r"\d")


def has_value(text: str) -> bool:
    """Whether ``TRIGGER`` fires; plain searches rule most sentences out in a fifth of its time."""
    if _DIGIT.search(text):
        return True
    folded = text.lower()
    for hint in _HINTS if text.isascii() else _WIDE_HINTS:
        if hint in folded:
            return TRIGGER.search(text) is not None
    return False


COMPLETIONS: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(r"(?:[Ff]irst |[Ii]nitially )?(?:[Ff]ounded|[Ee]stablished|[Bb]orn|[Rr]eleased|[Ll]aunched|[Pp]ublished)\b"),
        "{title} was {rest}",
    ),
    (re.compile(r"(?:[Hh]eadquartered|[Pp]riced)\b"), "{title} is {rest}"),
    (re.compile(r"(?:[Hh]as|[Hh]ad|[Cc]osts|[Ww]eighs|[Dd]ied)\b"), "{title} {rest}"),
    (re.compile("成立于|创立于|创办于|出生于|生于|总部|发布于|首次发布于|上线于|推出于|人口|售价|全长"), "{title}{rest}"),
)

# Properties whose value hangs on a circumstance that the sentence may leave out, and nouns by which people divide a thing in their own way.
CIRCUMSTANTIAL = re.compile(
    r"\b(?:accuracy|precision|recall|score|rate|speed|latency|throughput|error|loss|performance|cost|average|mean|median|share|ratio|result"
    r"|difference|answer|value|example|probability|percentage|growth|number|total|rest|sum|goal|aim|time|age|range|size|ranking|rank)\b"
    "|准确率|精度|召回|得分|速度|延迟|吞吐|误差|损失|性能|成本|平均|比例|占比|结果|差异|概率|增长|数值|用时|耗时|训练时间|运行时间|响应时间|年龄|范围|排名|速率|率$",
    re.IGNORECASE,
)
# Words that make a clause of what stands between a Chinese subject and its value, which then is no property.
VERBAL = re.compile("[被把将曾已会能可而并也都就再仅还共着过从由对]|以[往前后来]|目前|现[在时]")
DIVISIONS = re.compile(
    r"\b(?:type|kind|way|part|step|stage|phase|component|category|approach|reason|advantage|benefit|problem|mode|option|section"
    r"|aspect|point|goal|challenge|method|level|side|role|element|feature|principle|difference|issue|thing|branch|variant|drawback"
    r"|pillar|operation|use|limitation|property|question|form)$"
    "|^(?:类|种|点|面|步|项|个|部|张|条)$|(?:类型|方式|部分|步骤|阶段|组件|方法|原因|优点|好处|问题|模式|选项|方面|要点|特点|特征|原则|缺点|环节|要素|层次|挑战|目标|操作|作用|维度)$",
    re.IGNORECASE,
)
NOUNS = {
    "参数": "parameter",
    "层": "layer",
    "员工": "employee",
    "用户": "user",
    "节点": "node",
    "成员": "member",
    "国家": "country",
    "语言": "language",
    "页": "page",
    "章": "chapter",
}
# For a value without a subject ("The limit is 10"), the page's own: only properties that are set, not measured.
SET_BY_DESIGN = re.compile(
    r"\b(?:default|limit|maximum|minimum|max|min|timeout|quota|cap|port|retention|population|price)\b"
    "|上限|下限|限制|超时|配额|端口|保留期|最大|最小|默认",
    re.IGNORECASE,
)
