"""Why a sentence can't stand on a page by itself, whatever the page is about."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from llmwiki.scribe.overlap import is_chinese, wide
from llmwiki.scribe.phrases import any_of, either, word_of
from llmwiki.scribe.prose import Sentence
from llmwiki.scribe.said import said
from llmwiki.scribe.stopwords import is_common
from llmwiki.vault.chars import HAN

_ENGLISH_WORDS = (6, 60)
_CHINESE_CHARS = (10, 150)
_ITEM_WORDS = 8
_ITEM_CHARS = 16
_CODE_SHARE = 0.12

_CODE_SPAN = re.compile(r"(`+)[^`].*?\1")
_QUESTION = re.compile(r"[?？][\"'”’」』)）*_]*$")
_ASKS_CHINESE = re.compile(r"(?:有什么|是什么|有哪些|有何|为什么|怎么[办样做]?)[^，。]{0,8}[。]?$")
_EXCLAMATION = re.compile(r"![\"'”’)*_]*$")
_EXCLAMATION_CHINESE = re.compile(r"[！!][\"'”’」』）)*_]*$")
_INTRODUCES = re.compile(
    r"[:：]\s*[\"'”’」』)）*_.。]*$|(?:such as|for example|including|e\.g)[.,:]?$|(?:如下|例如|比如|包括|以下|在于|[，,；]\s*如)[。：:]?$"
    r"|\b[Tt]he following (?!day|year|week|month|morning|night|season|decade|century)\w+"
)
_FRAGMENT = re.compile(r"^[,.;:)\]}、，。；：）】》”’·|/\\=+<>~%&→-]|^\.{2,}|^…|^[(（].*[)）]\W?$")
# etcd and npm begin sentences without a capital, everyday words don't.
_LATIN_WORD = re.compile(r"[A-Za-z][\w.-]*\s?")
_LOWER_CASE = re.compile(r"^([a-z]+)(?:\s|[,.;'’])")
_UNFINISHED = re.compile(r"(?:\.{3}|…|—|-)[\"'”’]*$")
_ADDRESS = re.compile(r"https?:|www\.|\S@\S|(?:^|\s)@\w")
_CODE_CHARS = re.compile(r"[{}\[\]()=<>|;$\\#]")
_CODE_START = re.compile(
    r"^(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE (?:TABLE|INDEX|DATABASE)|ALTER TABLE|DROP TABLE|BEGIN;|COMMIT;)\s"
)
_HEADING_LIKE = re.compile(
    r"^(?:\d+(?:\.\d+)*(?:[.)、]?\s|、)|第[一二三四五六七八九十\d]+[章节步]|[一二三四五六七八九十]+、|step \d+\b)", re.IGNORECASE
)
_PATH = re.compile(r"\w[\w )）]* (?:>|→|»|›) \w")
_ATTRIBUTION = re.compile(
    r"^[—–-]{1,3}\s|[—–]\s*@|^(?:by|photo|image|credit|source|author|来源|作者|图片|图源|译者)\s*[:：]|^(?:photo|image) (?:by|credit)",
    re.IGNORECASE,
)

_ABOUT_TEXT_ENGLISH = re.compile(any_of("en", "about-text"), re.IGNORECASE)
_CALL_ENGLISH = re.compile(any_of("en", "call"), re.IGNORECASE)
_ABOUT_TEXT_CHINESE = re.compile(any_of("zh", "about-text"))
_CALL_CHINESE = re.compile(any_of("zh", "call"))

_FIRST_PERSON = re.compile(r"\b(?:I|I['’](?:m|ve|d|ll)|my|me|myself|mine)\b")
_FIRST_PERSON_CHINESE = re.compile(r"我(?!们|国|省|市|军|校|院|司|党|区|县)|咱|俺|笔者|楼主")

_ENGLISH_VERB = re.compile(word_of("verb"), re.IGNORECASE)
_CHINESE_VERB = re.compile(any_of("zh", "verb"))

# "How state works", "如何更新": the contents of a text, not what it says.
_TOPIC_ITEM = re.compile(
    r"^(?:how|why|what|when|where|which|who)\b(?! (?:a|an|the|you|it)\b.*,)|如何|怎样|怎么|为什么|是什么|何时|有何|哪些", re.IGNORECASE
)
# "Flat index: Best for small sets" says of what, not what.
_PRAISE_ITEM = re.compile(r"[^:]{2,40}: (?:best|good|great|ideal|recommended|useful|perfect|suitable) ", re.IGNORECASE)
_TASK_ITEM = either(rf"^{any_of('en', 'instructs')}\s", f"^{any_of('zh', 'instructs')}")
# "Search selected text: If you select text ...": a key of a manual.
_LABELLED_TASK = re.compile(rf"[A-Z][^:.]{{2,50}}: (?:{any_of('en', 'instructs')})\s", re.IGNORECASE)
# "X 扮演的角色", "X 的最小调度单位", "因为 X 在 Y 中渲染": noun phrases, a clause without its main clause.
_NO_PREDICATE = re.compile(
    r"的(?:角色|作用|方式|方法|原因|区别|差异|关系|步骤|场景|过程|示例|例子|说明|介绍|概念|基础|技巧|指南|信息|内容)$"
)
_NAMES_PART = re.compile(r"[A-Za-z0-9 ._-]{1,30}的[^，。的较很更极太]{2,9}[。！]?$")
_HALF = re.compile(r"^(?:因为|由于|虽然|尽管)[^，]*$")
_COLON_END, _FOLLOWING = re.compile(r"\s*[:：]\W*$"), re.compile(r"\bthe following |如下|以下", re.IGNORECASE)
# "`ttl` - the time to live, in seconds" tells of a name in code.
_ACTS_ON = re.compile(r"(?:与|对|将|把|向|为)[^，。]{1,24}[。]?$")
_FIELD = re.compile(
    r"`[^`]+`\s*(?:[:：]|[-–—]\s)|(?:定义|取值|约束|说明|类型|默认值|示例|作用|用途|(?i:definition|value|default|type|example|description))[:：]"
)
_BRACKETS = re.compile(r"[（(][^（()）]*[)）]")
# What is left where a formula, an image or a link without text stood.
_DEBRIS = re.compile(
    rf":(?:numref|eqref|ref|label|cite)\w*:|\[[^\[\]]*[{HAN}][^\[\]]*\]|\$[^$\d\s][^$]*\$|\$[^$]*[\\^_{{}}][^$]*\$"
    r"|\s[,.;](?=\s|$)|[:：]{2}|[,，]\s*[,，。]|[(（]\s*[)）]|\b(?:where|by|of|is|as) and\b|[。，]{2}|�"
    r"|`\$|\[`?[A-Z]\w*`?\](?!\()"
    r"|\[edit\]|\]\s?\[|\b\w+:[A-Z]\w*#\w|\[[a-z][\w-]+(?: [\w-]+)+\]"
)
# "How to configure access for X." is a heading with a full stop.
_HOW_TO = re.compile(r"^(?:How|Why|When|Where) to\b[^,]*$|^(?:How|Why) [^,]*[^?]$")
# "An HTTPRoute attached to a Service to perform routing."
_PARTICIPLE = re.compile(r"^(?:An?|The) (?:[\w-]+ ){1,3}?[a-z]{2,}(?:ed|ing) (?:to|by|for|in|with|on|from|at|of)\b")
_AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|could|will|would|may|might|must|should|do|does|did"
    rf"|(?<!to ){any_of('en', 'plural-verbs')}s?|{any_of('en', 'past')})\b"
)
# "Recursion consists of two phases.", 这将导致两方面的结果。: what follows is not on the page.
_COUNTS = re.compile(
    r"^[^,;:]{0,90}\b(?:two|three|four|five|six|several|many|multiple|various|different|other|a number of) (?:[a-z-]+ ){0,2}"
    r"(?:phases|steps|parts|ways|types|modes(?: of operation)?|categories|components|elements|reasons|benefits|advantages|features|kinds"
    r"|stages|principles|rules|signals|options|forms|variants|strategies|approaches|aspects|responsibilities|roles|jobs|goals|limitations|restrictions"
    r"|caveats|semantics|installations)(?:, from [^,.]{3,40}| (?:that are )?worth [^,.]{3,40})?\.$"
)
_COUNTS_CHINESE = re.compile(
    r"^[^，；：]{0,30}(?:[两二三四五六七八九几多]|许多|不同|若干|一些)[个种类方大]?[^，。；、]{0,6}"
    r"(?:要素|结果|阶段|方面|特点|变体|策略|原因|部分|步骤|类型|方式|优势|问题|情况|因素|原则|类|种)。$"
)
_NOT_SO = re.compile(r"则不然|也不例外|亦然|则相反|与之相反|与此相反|满足以上")
_FOR_EXAMPLE = re.compile(r"^以[^，。]{1,30}为例")
_PART_OF_FIGURE = re.compile(r"^[(（][a-z\d][)）]|^[（(]?[左右上下中]图")
# Interviews name the speaker before what is said.
_SPEAKER = re.compile(r"(?:[A-Z0-9][\w.’'-]*(?: [A-Z][\w.’'-]*){0,3}|[Q问答A]|\w{1,6}(?:先生|女士|老师|主持人|记者))\s?[:：]\s")
# A hash or a token stands for one example.
_EXAMPLE_VALUE = re.compile(r"`[^`\s]*(?=[A-Za-z]*\d)[A-Za-z0-9]{24,}[^`\s]*`|\b0x[0-9a-f]+|\bself\.")
_DOES_THAT = re.compile(r"\b(?:do|does|did|doing|done) (?:that|this|so|it)\b\W*$", re.IGNORECASE)
_PAIRS = (("(（", ")）"), ("[", "]"), ("【", "】"), ("“", "”"), ("「", "」"), ("《", "》"))


# Faults of the form of a sentence, which another wording does not have.
_MENDABLE = frozenset({"", "fragment", "unfinished", "unbalanced", "exclamation"})


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
    Rule("unbalanced", lambda text: _count_differs(text) or _odd(text)),
)
_ENGLISH = (
    Rule("announces a list", _COUNTS.search),
    Rule("names a question", _HOW_TO.search),
    Rule("no finite verb", lambda text: _PARTICIPLE.search(text) and not _AUXILIARY.search(text)),
    Rule("fragment", lambda text: (found := _LOWER_CASE.search(text)) and is_common(found[1])),
    Rule("about the text", _ABOUT_TEXT_ENGLISH.search),
    Rule("call to act", _CALL_ENGLISH.search),
    Rule("one person's voice", _FIRST_PERSON.search),
    Rule("exclamation", _EXCLAMATION.search),
    Rule("leans on the sentence before", _DOES_THAT.search),
)
_CHINESE = (
    Rule("announces a list", _COUNTS_CHINESE.search),
    Rule("part of a figure", _PART_OF_FIGURE.search),
    Rule("example", _FOR_EXAMPLE.search),
    Rule("leans on the sentence before", _NOT_SO.search),
    Rule("about the text", _ABOUT_TEXT_CHINESE.search),
    Rule("call to act", _CALL_CHINESE.search),
    Rule("one person's voice", _FIRST_PERSON_CHINESE.search),
    Rule("question", _ASKS_CHINESE.search),
    Rule("exclamation", _EXCLAMATION_CHINESE.search),
    Rule("fragment", lambda text: _HALF.match(text) or (_NAMES_PART.match(text) and not _CHINESE_VERB.search(text))),
)


@lru_cache(maxsize=1 << 9)
def refusal(sentence: Sentence) -> str:
    """Why ``sentence`` can't be quoted alone, or an empty string when it can."""
    if sentence.kind == "cell":
        return "table cell"
    if sentence.kind != "item" and _SPEAKER.match(sentence.text):
        return "one person's voice"
    chinese = is_chinese(sentence.text)
    if _EXAMPLE_VALUE.search(sentence.text):
        return "example"
    bare = _bare(sentence)
    return _wrong_size(bare, chinese=chinese) or _no_end(sentence, bare, chinese=chinese) or _rule_broken(bare, chinese=chinese)


@lru_cache(maxsize=1 << 9)
def says_nothing(sentence: Sentence, *, introducing: bool = False) -> bool:
    """Whether ``sentence`` states nothing, however it is reworded: a question, a call, code, a heading, somebody's own voice.

    Args:
        sentence: Of a source.
        introducing: What it introduces follows on the page, so that it may end in a colon.
    """
    if sentence.kind == "cell" or (sentence.kind != "item" and _SPEAKER.match(sentence.text)):
        return True
    bare = _bare(sentence)
    if introducing:
        bare = _FOLLOWING.sub("", _COLON_END.sub("", bare)) + ("。" if is_chinese(bare) else ".")
    return _rule_broken(bare, chinese=is_chinese(sentence.text)) not in _MENDABLE


def _bare(sentence: Sentence) -> str:
    return wide(_CODE_SPAN.sub("X", said(sentence.text)))


def _rule_broken(bare: str, *, chinese: bool) -> str:
    rules = _BOTH + (_CHINESE if chinese else _ENGLISH)
    return next((rule.reason for rule in rules if rule.found(bare)), "")


def _wrong_size(bare: str, *, chinese: bool) -> str:
    size, (least, most) = (len(bare), _CHINESE_CHARS) if chinese else (len(bare.split()), _ENGLISH_WORDS)
    if (_chinese_size(bare) if chinese else size) < least:
        return "too short"
    return "too long" if size > most else ""


def _chinese_size(text: str) -> int:
    """Characters, a Latin word counting two: "Apollo是支持的。" is short."""
    return len(_LATIN_WORD.sub("XX", text))


def _no_end(sentence: Sentence, bare: str, *, chinese: bool) -> str:
    if sentence.kind != "item":
        return "" if sentence.complete else "no final punctuation"
    if _FIELD.match(sentence.text):
        return "field of an interface"
    if (chinese and _ACTS_ON.match(bare)) or (not sentence.complete and _TASK_ITEM.match(bare)):
        return "item that only names a task"
    if not chinese and _LABELLED_TASK.match(bare):
        return "item that tells what to do"
    if _TOPIC_ITEM.search(bare):
        return "item that only names a question"
    return "" if _has_verb(bare, complete=sentence.complete, chinese=chinese) else "item without a verb"


def _has_verb(bare: str, *, complete: bool, chinese: bool) -> bool:
    said_outside = _BRACKETS.sub("", bare)
    if chinese:
        named = _NO_PREDICATE.search(bare) and "是" not in bare
        return not named and _CHINESE_VERB.search(said_outside) is not None and (complete or len(bare) >= _ITEM_CHARS)
    if _PRAISE_ITEM.match(bare):
        return False
    return complete or (_ENGLISH_VERB.search(said_outside) is not None and len(said_outside.split()) >= _ITEM_WORDS)


def _code_share(text: str) -> float:
    return len(_CODE_CHARS.findall(text)) / len(text)


def _count_differs(text: str) -> bool:
    return any(sum(map(text.count, opening)) != sum(map(text.count, closing)) for opening, closing in _PAIRS)


def _odd(text: str) -> bool:
    return text.count('"') % 2 == 1 or text.count("`") % 2 == 1
