"""Slack's export: a zip archive with a folder for each channel and a file for each day, told as one input for each channel."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from llmwiki.sources.base import Original, Refusal
from llmwiki.sources.talk.archived import Archived, opened, others
from llmwiki.sources.talk.records import Record, parsed, record, records, text
from llmwiki.sources.talk.slack import stamp, thread_of
from llmwiki.sources.talk.times import moment
from llmwiki.vault.safe_names import slug

MANY = 2_000
"""Messages above which a channel is cut by years, and a year by months."""

_LISTS = ("channels.json", "groups.json", "dms.json", "mpims.json")
_NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
_DAY = re.compile(r"(?:(?P<base>.*)/)?(?P<channel>[^/]+)/\d{4}-\d\d-\d\d\.json")
_BOOKKEEPING = frozenset(
    (*_LISTS, "users.json", "org_users.json", "integration_logs.json", "canvases.json", "lists.json", "file_conversations.json")
)
"""Files that describe the workspace; a list of these is no input of its own."""

_ASIDE = (("", "hold no messages of a channel; give those that matter by name"),)
_MENTION = re.compile(r"<@([A-Z0-9]+)")


def unpack(original: Original) -> Iterator[Original | Refusal] | None:
    """The channels of an export, or None when it is none; a big channel by years, or months.

    Each is JSON of ours: the messages as they were, and the names of the people in them.
    """
    archive = opened(original)
    if archive is None or not any(name.rpartition("/")[2] in {*_LISTS, "users.json"} for name in archive.names):
        return None
    days = [match for name in archive.names if (match := _DAY.fullmatch(name))]
    return _channels(archive, days) if days else None


def _channels(archive: Archived, days: list[re.Match[str]]) -> Iterator[Original | Refusal]:
    people, titles = _people(archive), _titles(archive)
    by_channel: defaultdict[str, list[str]] = defaultdict(list)
    for match in days:
        by_channel[match["channel"]].append(match[0])
    for channel, names in sorted(by_channel.items()):
        messages: list[Record] = []
        for name in names:
            found = archive.read(name)
            day = found if isinstance(found, Refusal) else parsed(found.data)
            if isinstance(day, list):
                messages += records(day)
            else:
                yield day if isinstance(day, Refusal) else Refusal(f"{archive.origin}/{name}", "is broken JSON: a day of the channel")
        for period, part in _periods(messages):
            yield _joined(archive, (channel, titles.get(channel, channel), period), part, people)
    lists = {name for name in archive.names if name.rpartition("/")[2] in _BOOKKEEPING}
    yield from others(archive, lists.union(match[0] for match in days), _ASIDE)


def _people(archive: Archived) -> dict[str, str]:
    return {text(user.get("id")): _called(user) for name in ("users.json",) for user in _list(archive, name)}


def _called(user: Record) -> str:
    profile = record(user.get("profile"))
    names = (text(profile.get("display_name")), text(user.get("real_name")), text(profile.get("real_name")), text(user.get("name")))
    return next(filter(None, names), "")


def _titles(archive: Archived) -> dict[str, str]:
    """Folder to what people call the channel: its name, or who talks in a direct message."""
    people = _people(archive)
    titles = {}
    for name in _LISTS:
        for channel in _list(archive, name):
            members = channel.get("members")
            folder = text(channel.get("name")) or text(channel.get("id"))
            talkers = [people.get(member, "") for member in members if isinstance(member, str)] if isinstance(members, list) else []
            private = name in {"dms.json", "mpims.json"} and any(talkers)
            titles[folder] = ", ".join(filter(None, talkers)) if private else folder
    return titles


def _list(archive: Archived, wanted: str) -> Iterator[Record]:
    for name in archive.names:
        if name.rpartition("/")[2] == wanted:
            found = archive.read(name)
            yield from records(parsed(found.data)) if isinstance(found, Original) else []


def _periods(messages: list[Record]) -> list[tuple[str, list[Record]]]:
    """A channel's messages by period; a reply belongs to the period of the message it answers."""
    if len(messages) <= MANY:
        return [("", messages)] if messages else []
    years = _by(messages, "%Y")
    return [
        part
        for year, held in sorted(years.items())
        for part in ([(year, held)] if len(held) <= MANY else sorted(_by(held, "%Y-%m").items()))
    ]


def _by(messages: list[Record], form: str) -> dict[str, list[Record]]:
    found: defaultdict[str, list[Record]] = defaultdict(list)
    for message in messages:
        seconds = stamp({"ts": thread_of(message)}) or stamp(message)
        found[(moment(seconds) or _NO_TIME).strftime(form)].append(message)
    return found


def _joined(archive: Archived, known: tuple[str, str, str], messages: list[Record], people: Mapping[str, str]) -> Original:
    """A channel as an input: only the names that occur in it, so that newcomers elsewhere do not change it."""
    channel, title, period = known
    dumped = json.dumps(messages, ensure_ascii=False)
    ids = (
        {text(message.get("user")) for message in messages}
        | set(_MENTION.findall(dumped))
        | set(re.findall(r'"user_id": "([A-Z0-9]+)"', dumped))
    )
    used = {key: people[key] for key in sorted(ids) if people.get(key)}
    about = {"channel": channel, "title": f"{title} {period}".rstrip() + " (Slack)", "period": period}
    data = json.dumps({"slack": about, "people": used, "messages": messages}, ensure_ascii=False, indent=1)
    key = f"{channel}-{period}".rstrip("-")
    return Original(
        f"{slug(f'slack {title} {period}')}.json",
        data.encode("utf-8", "backslashreplace"),
        f"{archive.origin}#{key}",
        options=archive.options,
    )
