"""Tags of a page: words of the taxonomy in its name or in what defines it. What is told besides is not what the thing is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from llmwiki.scribe.topic import Pick, Topic
from llmwiki.vault.chars import HAN_CHAR

_MOST = 4
# A definition says in its first words of which sort a thing is.
_DEFINING = 160

# What a lead says of each sort; a name's sort alone is a guess.
_CUES = {
    "person": "he she his her born founder engineer scientist president author researcher politician actor singer writer professor "
    "director 他 她 人物 科学家 作家 创始人 工程师 教授 出生",
    "organisation": "organisation organization company agency foundation nonprofit university institute startup firm community team "
    "组织 公司 机构 基金会 大学 企业 团队 社区",
    "product": "product software application app service platform tool browser library framework language system engine program "
    "产品 软件 服务 平台 应用 工具 组件 引擎 框架",
    "place": "city country state town village region river island capital district 城市 国家 地区 位于 首都",
    "work": "book film novel paper album song report magazine series 书 电影 小说 论文 专辑 著作",
    "event": "event conference war election festival storm earthquake attack 事件 会议 战争 选举",
}
# How taxonomies name the sorts of entities.
_NAMES_OF_SORTS = {
    "person": "people persons 人物",
    "organisation": "organisations organization organizations company companies org 组织 公司 机构",
    "product": "products 产品",
    "place": "places location locations 地点",
    "work": "works book books 作品",
    "event": "events 事件",
}
_SORTS = {name: sort for sort, names in _NAMES_OF_SORTS.items() for name in names.split()}


def find_tags(topic: Topic, picks: Sequence[Pick], taxonomy: Sequence[str]) -> tuple[str, ...]:
    """Tags that fit, best first; none when none fits.

    Args:
        topic: The page's topic.
        picks: Its sentences, the lead first.
        taxonomy: Tags of the schema, without ``#``.
    """
    weighed = [(_weight(tag, topic, picks), -order, tag) for order, tag in enumerate(taxonomy)]
    return tuple(tag for weight, _, tag in sorted(weighed, reverse=True) if weight > 0)[:_MOST]


def _weight(tag: str, topic: Topic, picks: Sequence[Pick]) -> float:
    forms = list(_forms(tag))
    if any(_has(name, forms) for name in topic.names):
        return 4
    if _is_sort(tag, topic, picks[0].text):
        return 3
    said = picks[0].text[:_DEFINING] if picks[0].defines != "none" else ""
    return 2 if _has(said, forms) else 0


def _is_sort(tag: str, topic: Topic, lead: str) -> bool:
    sort = _SORTS.get(tag.lower(), tag.lower())
    return sort == topic.sort and _has(lead, _CUES.get(sort, "").split())


def _forms(tag: str) -> Iterator[str]:
    """A tag as running text writes it: ``machine-learning``, ``machine learning``, without a plural s; nested tags by their last part."""
    name = tag.rsplit("/", 1)[-1]
    for form in dict.fromkeys((name, name.replace("-", " "), name.replace("-", ""), name.replace("_", " "))):
        yield form
        if form.endswith("s") and not form.endswith("ss"):
            yield form[:-1]


def _has(text: str, forms: Sequence[str]) -> bool:
    return bool(forms) and _pattern(tuple(forms)).search(text) is not None


@lru_cache(maxsize=256)
def _pattern(forms: tuple[str, ...]) -> re.Pattern[str]:
    """Any of ``forms``: Chinese ones anywhere, others as whole words with or without a plural ending."""
    words = (
        re.escape(form) if HAN_CHAR.search(form) else rf"(?<![A-Za-z0-9_]){re.escape(form)}(?:s|es)?(?![A-Za-z0-9_])" for form in forms
    )
    return re.compile("|".join(words), re.IGNORECASE)
