"""Why a sentence can't stand on a page by itself, whatever the page is about."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from llmwiki.scribe.overlap import is_chinese, wide
from llmwiki.scribe.prose import Sentence
from llmwiki.vault.chars import HAN

_ENGLISH_WORDS = (6, 60)
_CHINESE_CHARS = (10, 150)
_ITEM_WORDS = 8
_ITEM_CHARS = 16
_CODE_SHARE = 0.12

_CODE_SPAN = re.compile(r"(`+)[^`].*?\1")
_QUESTION = re.compile(r"[?？][\"'”’」』)）*_]*$")
_INTRODUCES = re.compile(r"[:：][\"'”’」』)）*_]*$|(?:such as|for example|including|e\.g)[.,:]?$|(?:如下|例如|比如|包括|以下)[。：:]?$")
_FRAGMENT = re.compile(r"^[,.;:)\]}、，。；：）】》”’·|/\\=+<>~%&-]|^\.{2,}|^…")
_LOWER_CASE = re.compile(r"^[a-z]+(?:\s|[,.;])")
_UNFINISHED = re.compile(r"(?:\.{3}|…|—|-)[\"'”’]*$")
_ADDRESS = re.compile(r"https?:|www\.|\S@\S|(?:^|\s)@\w")
_CODE_CHARS = re.compile(r"[{}\[\]()=<>|;$\\#]")
_CODE_START = re.compile(
    r"^(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE (?:TABLE|INDEX|DATABASE)|ALTER TABLE|DROP TABLE|BEGIN;|COMMIT;)\s"
)
_HEADING_LIKE = re.compile(
    r"^(?:\d+(?:\.\d+)*[.)、]?\s|第[一二三四五六七八九十\d]+[章节步]|[一二三四五六七八九十]+、|step \d+\b)", re.IGNORECASE
)
_PATH = re.compile(r"\w[\w )）]* (?:>|→|»|›) \w")
_ATTRIBUTION = re.compile(
    r"^[—–-]{1,3}\s|[—–]\s*@|^(?:by|photo|image|credit|source|author|来源|作者|图片|图源|译者)\s*[:：]|^(?:photo|image) (?:by|credit)",
    re.IGNORECASE,
)

_ABOUT_TEXT_ENGLISH = re.compile(
    r"\b(?:in|of|throughout|for) this (?:post|article|guide|section|chapter|tutorial|page|document|blog|paper|lesson|example|book|report|series)\b"
    r"|\bthis (?:post|article|guide|section|chapter|tutorial|page|document|paper|lesson|blog post|report|example|table|figure|diagram|image|photo) "
    r"|\b(?:see|refer to|read) (?:also|below|above|the |our |\[|section|figure|table|chapter|appendix|more)|^see\b|\bread on\b|\bas (?:shown|seen|described|discussed|mentioned|noted)\b"
    r"|\b(?:shown|listed|described|mentioned|discussed|pictured) (?:above|below|earlier|here|in (?:figure|table|section))|\b(?:figure|fig\.|table|listing) \d"
    r"|\bthe (?:following|above|below) (?:\w+ )?(?:example|code|table|figure|diagram|steps?|list|snippet|image|screenshot|section|instructions|command|query)\b"
    r"|\b(?:we['’]ll|we will|let['’]s|let us|i['’]ll) (?:\w+ ){0,2}(?:see|look|discuss|cover|explore|learn|talk|walk|start|begin|dive|describe|explain|show|go|use|take|return|turn)\b"
    r"|\bfor (?:more|further|additional) (?:information|details|examples|on)\b|\b(?:learn|find out|read) more\b|\bmore information\b"
    r"|\[(?:The|A|An|I|We|It|They|citation)\b|\btl;?dr\b|\b(?:Archived|Retrieved|Accessed) (?:from|on|\d)|Wayback Machine|\bISBN\b|\bdoi:|\bnext (?:section|chapter|step)\b|\bpreviously on\b",
    re.IGNORECASE,
)
_CALL_ENGLISH = re.compile(
    r"\b(?:click|tap|subscribe|sign up|sign in|log in|follow us|contact us|join us|donate|buy now|download|get started|check out|stay tuned|newsletter|share this"
    r"|cookie policy|all rights reserved|copyright ©|terms of service|happy coding|thank you|thanks (?:to|for))\b|^(?:note|tip|warning|update|edit|correction)s?:",
    re.IGNORECASE,
)
_ABOUT_TEXT_CHINESE = re.compile(
    r"本(?:文|节|章|篇|教程|指南|文档|页|手册|书|例|示例|系列)|(?:在|从|由|如)上面|[上下左右]图|^[左右][边侧]|如图|图\s*\d|[上下]表|见下|如下|上文|下文|前文|前面(?:提到|介绍|讲|说)|前述|上述|"
    r"详见|参见|参阅|可参考|查阅|请参考|请查看|请看|详情|更多信息|了解更多|阅读更多|延伸阅读|接下来|下面(?:我们|介绍|来|将|的|是|讲|给)|以下(?:是|为|示例|代码|步骤|内容|表|图|命令|链接|几|章节|语句|查询|例子|结果)"
    r"|这里(?:我们|介绍|只|先)|后面(?:会|将|我们)|稍后|小节|章节|一节|参考文档|参考链接|原文|译注|编者|转载|(?:概述|文档|指南|教程|手册)(?:提供|介绍|描述|说明|帮助)|丰富的文档"
)
_CALL_CHINESE = re.compile(
    r"点击|扫码|关注(?:我|公众号)|公众号|订阅|欢迎(?:关注|加入|使用|联系)|免费试用|立即|马上(?:购买|注册)|下载链接|版权所有|联系我们|感谢|谢谢|留言|点赞|大家|同学|面试|朋友们|小伙伴|^(?:注意|提示|备注|说明|警告)[：:]"
)

_FIRST_PERSON = re.compile(r"\b(?:I|I['’](?:m|ve|d|ll)|my|me|myself|mine)\b")
_FIRST_PERSON_CHINESE = re.compile(r"我(?!们|国|省|市|军|校|院|司|党|区|县)|咱|俺|笔者|楼主")

_ENGLISH_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|could|will|would|may|might|must|should|makes?|made|uses?|gives?|gave|takes?|took|lets?|keeps?|kept"
    r"|holds?|held|runs?|ran|shows?|helps?|needs?|means?|works?|allows?|provides?|supports?|becomes?|became|comes?|goes|went|gets?|got|puts?|sets?|stores?|reads?"
    r"|writes?|wrote|contains?|includes?|requires?|returns?|creates?|[a-z]{3,}ed)\b",
    re.IGNORECASE,
)
_CHINESE_VERB = re.compile(
    r"是|有|为|(?<![社机大协议])会(?![议员计])|(?<![功性智可技才动])能(?![力量源])|可|(?<![主重必需])要(?![点素])|需|被|使|用(?![户途])|支持|提供|包含|包括|通过|进行|实现|存储|处理|返回|表示|允许|保证|导致|避免|减少|增加|提高|产生|负责|决定|位于|属于|成为"
)

# "How state works", "如何更新": the contents of a text, not what it says.
_TOPIC_ITEM = re.compile(
    r"^(?:how|why|what|when|where|which|who)\b(?! (?:a|an|the|you|it)\b.*,)|如何|怎样|怎么|为什么|是什么|何时|有何|哪些", re.IGNORECASE
)
_CITED = re.compile(r"\s*:cite\w*:`[^`]*`|\s*\[@[^\]]*\]")
_SYMBOL = re.compile(r"\$([A-Za-z0-9]{1,3})\$")
_BRACKETS = re.compile(r"[（(][^（()）]*[)）]")
# What is left where a formula, an image or a link without text stood.
_DEBRIS = re.compile(
    rf":(?:numref|eqref|ref|label|cite)\w*:|\[[^\[\]]*[{HAN}][^\[\]]*\]|\$[^$\d\s][^$]*\$|\$[^$]*[\\^_{{}}][^$]*\$|"
    r"\s[,.;](?=\s|$)|[:：]{2}|[,，]\s*[,，。]|[(（]\s*[)）]|\b(?:where|by|of|is|as) and\b|[。，]{2}|�|\[(?:edit|citation needed|\d+)\]"
)
# Interviews name the speaker before what is said.
_SPEAKER = re.compile(r"(?:[A-Z][\w.’'-]*(?: [A-Z][\w.’'-]*){0,3}|[Q问答A]|\w{1,6}(?:先生|女士|老师|主持人|记者))\s?[:：]\s")
_PAIRS = (("(", ")"), ("（", "）"), ("[", "]"), ("【", "】"), ("“", "”"), ("「", "」"), ("《", "》"), ("‘‘", "’’"))


class Rule(NamedTuple):
    """A reason, and the test that finds it in a sentence's text without code spans."""

    reason: str
    found: Callable[[str], object]


_BOTH = (
    Rule("question", _QUESTION.search),
    Rule("introduces something", _INTRODUCES.search),
    Rule("fragment", _FRAGMENT.search),
    Rule("unfinished", _UNFINISHED.search),
    Rule("address", _ADDRESS.search),
    Rule("debris", _DEBRIS.search),
    Rule("code", lambda text: _CODE_START.search(text) or _code_share(text) > _CODE_SHARE),
    Rule("heading", _HEADING_LIKE.search),
    Rule("path in a program", _PATH.search),
    Rule("attribution", _ATTRIBUTION.search),
    Rule("unbalanced", lambda text: _unbalanced(text)),
)
_ENGLISH = (
    Rule("fragment", _LOWER_CASE.search),
    Rule("about the text", _ABOUT_TEXT_ENGLISH.search),
    Rule("call to act", _CALL_ENGLISH.search),
    Rule("one person's voice", _FIRST_PERSON.search),
)
_CHINESE = (
    Rule("about the text", _ABOUT_TEXT_CHINESE.search),
    Rule("call to act", _CALL_CHINESE.search),
    Rule("one person's voice", _FIRST_PERSON_CHINESE.search),
)


def said(text: str) -> str:
    """A sentence without citation marks of its source and without the dollar signs around a single symbol."""
    return _SYMBOL.sub(r"\1", _CITED.sub("", text))


@lru_cache(maxsize=1 << 15)
def refusal(sentence: Sentence) -> str:
    """Why ``sentence`` can't be quoted alone, or an empty string when it can."""
    if sentence.kind == "cell":
        return "table cell"
    if sentence.kind != "item" and _SPEAKER.match(sentence.text):
        return "one person's voice"
    chinese = is_chinese(sentence.text)
    bare = wide(_CODE_SPAN.sub("X", said(sentence.text)))
    return _wrong_size(bare, chinese=chinese) or _no_end(sentence, bare, chinese=chinese) or _rule_broken(bare, chinese=chinese)


def _rule_broken(bare: str, *, chinese: bool) -> str:
    rules = _BOTH + (_CHINESE if chinese else _ENGLISH)
    return next((rule.reason for rule in rules if rule.found(bare)), "")


def _wrong_size(bare: str, *, chinese: bool) -> str:
    size, (least, most) = (len(bare), _CHINESE_CHARS) if chinese else (len(bare.split()), _ENGLISH_WORDS)
    if size < least:
        return "too short"
    return "too long" if size > most else ""


def _no_end(sentence: Sentence, bare: str, *, chinese: bool) -> str:
    if sentence.kind != "item":
        return "" if sentence.complete else "no final punctuation"
    if _TOPIC_ITEM.search(bare):
        return "item that only names a question"
    said_outside = _BRACKETS.sub("", bare)
    if chinese:
        whole = _CHINESE_VERB.search(said_outside) and (sentence.complete or len(bare) >= _ITEM_CHARS)
    else:
        whole = sentence.complete or (_ENGLISH_VERB.search(said_outside) and len(bare.split()) >= _ITEM_WORDS)
    return "" if whole else "item without a verb"


def _code_share(text: str) -> float:
    return len(_CODE_CHARS.findall(text)) / len(text)


def _unbalanced(text: str) -> bool:
    if any(text.count(opening) != text.count(closing) for opening, closing in _PAIRS):
        return True
    return text.count('"') % 2 == 1 or text.count("`") % 2 == 1
