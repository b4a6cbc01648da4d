"""How a sentence bears on the topic that it names: is it about it, or only by the way?"""

from __future__ import annotations

import re

from llmwiki.scribe.definition import is_in_brackets
from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.topic import Pick, Topic

_EARLY_OWN = 0.4
_MANY_SOURCES = 3
_AROUND = 6
# "X's", "X for a table is", "X more closely resembles": no noun that would make another name of it.
_GOES_ON = re.compile(
    r"['’]s? |,? (?:for|of|in|on|at|to|with|that|which|who|by|from|under|as|and its|[a-z]+ly|more|most|often|also|then|typically)\b"
)
# "KV Store 是 Raft 的典型应用" is about KV Store.
_OTHER_SUBJECT = re.compile(r"(?<![就但总只要还可])是(?!否)[^，。]*$")
# "Depth of a node: the path from the root ..." is about the depth; 与 X 不同，…… about another thing.
_LABELS_OTHER = re.compile(r"[^。.，,:：]{2,40}(?:[:：]|\s[–—-]\s)\s*")
_LABEL = re.compile(r"[”」*`]*\s*(?:[(（][^)）]{1,40}[)）])?\s*(?:[:：]|\s[–—-]\s)")
_LISTS = 3
_BESIDE_CHINESE = re.compile(r"(?:^|[，；])(?:与|和|跟|同|像|不同于|区别于|相[比较]于?|相对于?|比起|除了?)(?:[^，。]{0,24}、)?[“「《`\s]*$")


def is_own(pick: Pick) -> bool:
    """Whether the name is the subject; Chinese sentences come to it after a phrase or two."""
    if is_chinese(pick.text):
        before = pick.text[: pick.name_at]
        return pick.name_at <= len(pick.text) * _EARLY_OWN and not _OTHER_SUBJECT.search(before) and not _is_object(before)
    text, end = pick.spot.sentence.text, pick.spot.end
    return (pick.acts or _GOES_ON.match(text[end:]) is not None) and is_subject(pick)


def _is_object(before: str) -> bool:
    """Whether a Chinese clause has its verb before the name, and no preposition at its head: "SFTP 基于 SSH"."""
    from llmwiki.scribe.names_zh import segment

    words = segment(re.split(r"[，；：]", before)[-1])
    return bool(words) and words[0].tag[0] not in "pcdr" and any(word.tag.startswith("v") for word in words)


def is_subject(pick: Pick) -> bool:
    """Whether the sentence, or its main clause behind a fronted one, begins with the name."""
    return pick.name_at == 0 or re.search(r"(?:，|, )(?:the |an? )?$", pick.text[: pick.name_at]) is not None


def is_foreign(pick: Pick) -> bool:
    """Whether the sentence is in another language than those around it: a label, a message, a piece that was not translated."""
    sentences, first = pick.run.reading.prose.sentences, pick.run.first
    near = sentences[max(0, first.index - _AROUND) : first.index + _AROUND + 1]
    chinese = [is_chinese(sentence.text) for sentence in near if sentence.section == first.section]
    return chinese.count(is_chinese(pick.text)) * 2 < len(chinese)


def is_of_other(pick: Pick) -> bool:
    """Whether the name only stands behind another thing's label, in brackets, in a long list, or as what another thing is unlike."""
    before = pick.text[: pick.name_at]
    if _LABELS_OTHER.match(before) or is_in_brackets(before):
        return True
    if not is_chinese(pick.text):
        return False
    listed = pick.text.count("、") >= _LISTS and before.endswith("、")
    return listed or _BESIDE_CHINESE.search(before) is not None


def glosses_again(pick: Pick, lead: Pick) -> bool:
    """Whether a list puts the name before a colon: to say once more what the lead says, or something on what its heading asks."""
    if pick.spot.sentence.kind != "item" or pick.name_at > 1 or lead.defines == "none":
        return False
    return pick.defines == "strong" or _LABEL.match(pick.spot.sentence.text, pick.spot.end) is not None


def passes_by(topic: Topic, pick: Pick) -> bool:
    """Whether a sentence only touches a thing that many texts speak of and none is about."""
    if topic.kind != "entity" or topic.titled or len(topic.sources) < _MANY_SOURCES or is_titled_after(pick, topic):
        return False
    return not (pick.acts and is_subject(pick))


def is_titled_after(pick: Pick, topic: Topic) -> bool:
    """Whether the title of the pick's source has one of the topic's names in it."""
    title = pick.run.reading.prose.title.lower()
    return any(name.lower() in title for name in topic.names)
