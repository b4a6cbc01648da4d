"""A channel of Slack: the messages of an export's days in one list, as ``slack_export`` joins them, or a single day's file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from llmwiki.sources.talk.records import Record, record, records, text, whole
from llmwiki.sources.talk.slack_text import attachment_texts, block_text, markdown
from llmwiki.sources.talk.times import day, moment, shown
from llmwiki.sources.talk.tools import fenced, mention
from llmwiki.sources.talk.transcript import TalkConverter
from llmwiki.sources.talk.turns import EMPTY, UNKNOWN, Talk, Turn

if TYPE_CHECKING:
    from llmwiki.sources.base import Original

COMINGS = "message about who joined, left or changed the channel|messages about who joined, left or changed the channel"
DELETED = "deleted message|deleted messages"
_ADDED = re.compile(r"<[^<>|]{1,300}\|([^<>|\n]{1,60})>")
_NO_TALK = (
    *("channel_join", "channel_leave", "channel_topic", "channel_purpose", "channel_name", "channel_archive", "channel_unarchive"),
    *("channel_convert_to_private", "channel_posting_permissions", "group_join", "group_leave", "group_topic", "group_purpose"),
    *("group_name", "group_archive", "group_unarchive", "bot_add", "bot_remove", "bot_enable", "bot_disable", "pinned_item"),
    *("unpinned_item", "reminder_add", "channel_canvas_updated", "huddle_thread", "sh_room_created"),
)


def read(original: Original) -> Talk:
    """Read a channel: threads stand under their first message, joins and reactions are left out."""
    found = whole(original.data)
    channel = record(found)
    about = record(channel.get("slack"))
    people = {key: text(name) for key, name in record(channel.get("people")).items()}
    messages = records(found) if isinstance(found, list) else records(channel.get("messages"))
    people |= _bots(messages)
    talk = Talk(title=text(about.get("title")))
    for message, is_reply in _threaded(messages):
        _say(talk, message, people, is_reply=is_reply)
    return talk


class SlackConverter(TalkConverter):
    """Channels of Slack exports."""

    name = "slack"
    extractor = "slack 1"
    read = staticmethod(read)


def stamp(message: Record) -> float:
    """When a message was sent, in seconds since 1970; its own id within the channel."""
    found = moment(text(message.get("ts")))
    return found.timestamp() if found else 0.0


def thread_of(message: Record) -> str:
    """The ``ts`` of the message that began the thread of a reply; empty for what is no reply."""
    thread = text(message.get("thread_ts"))
    return thread if thread and thread != text(message.get("ts")) else ""


def _bots(messages: list[Record]) -> dict[str, str]:
    """Names of bots by their ids, as the messages tell that added them."""
    added = ((text(item.get("bot_id")), _ADDED.search(text(item.get("text")))) for item in messages if item.get("subtype") == "bot_add")
    return {key: match[1] for key, match in added if key and match}


def _threaded(messages: list[Record]) -> Iterator[tuple[Record, bool]]:
    """Messages by time, each thread behind the message that began it; replies whose beginning is not here stand alone."""
    ordered = sorted(messages, key=lambda message: (stamp(message), text(message.get("ts"))))
    here = {text(message.get("ts")) for message in ordered}
    replies: defaultdict[str, list[Record]] = defaultdict(list)
    for message in ordered:
        if (thread := thread_of(message)) in here and thread:
            replies[thread].append(message)
    for message in ordered:
        thread = thread_of(message)
        if thread and thread in here:
            continue
        yield message, bool(thread)
        for reply in replies.get(text(message.get("ts")), ()):
            yield reply, True


def _say(talk: Talk, message: Record, people: Mapping[str, str], *, is_reply: bool) -> None:
    kind = text(message.get("subtype"))
    if kind in _NO_TALK:
        talk.left[COMINGS] += 1
        return
    if kind == "tombstone":
        talk.left[DELETED] += 1
        return
    words = "\n\n".join(filter(None, _words(message, people)))
    if not words.strip():
        talk.left[EMPTY] += 1
        return
    is_bot = kind == "bot_message" or (bool(message.get("bot_id")) and not message.get("user"))
    aside = ", ".join(filter(None, ("bot" if is_bot else "", "reply" if is_reply else "")))
    talk.dated(day(message.get("ts")))
    talk.say(Turn(_speaker(message, people), words, shown(message.get("ts")), aside))


def _speaker(message: Record, people: Mapping[str, str]) -> str:
    user = text(message.get("user")) or text(record(message.get("comment")).get("user"))
    own = record(message.get("user_profile"))
    bot = text(message.get("username")) or text(record(message.get("bot_profile")).get("name")) or text(message.get("bot_id"))
    bot = people.get(bot, bot)
    names = (people.get(user, ""), text(own.get("display_name")), text(own.get("real_name")), bot, user)
    return " ".join(next(filter(None, names), UNKNOWN).split())[:80]


def _words(message: Record, people: Mapping[str, str]) -> Iterator[str]:
    """What a message says: its text, else its blocks; then what is attached and which files."""
    own = text(message.get("text")) or block_text(message) or text(record(message.get("comment")).get("comment"))
    yield markdown(own, people)
    for attached in attachment_texts(message):
        yield markdown(attached, people)
    files = [*records(message.get("files")), *([record(message["file"])] if isinstance(message.get("file"), dict) else [])]
    for file in files:
        name = text(file.get("title")) or text(file.get("name"))
        yield mention("file", name)
        shown_text = text(file.get("plain_text")) or text(file.get("preview"))
        yield fenced(shown_text) if shown_text.strip() else ""
