"""The plan of an ingest, shown to the person at the terminal before anything is written."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from llmwiki.cli.voice import say, tell
from llmwiki.report.plan import Takeaway, takeaway_lines, takeaways
from llmwiki.report.terminal import inert, print_lines
from llmwiki.scribe.steering import UNSTEERED, Dropped, Steering

if TYPE_CHECKING:
    from llmwiki.scribe.edition import Edition

_KEYS = "Enter: write all   2 3: leave out   3>1: the same thing as 1   2=Title: call it so   d2: show it   q: write nothing"
_DROP = re.compile(r"\d+(?:[\s,]+\d+)*")
_JOIN = re.compile(r"(\d+)\s*>\s*(\d+)")
_TITLE = re.compile(r"(\d+)\s*=\s*(\S.{0,200})")
_SHOW = re.compile(r"d\s*(\d+)")


class Unread(Exception):
    """An answer that means nothing here; the message says why."""


def steer(edition: Edition) -> Steering | None:
    """Show the plan and ask until the answer can be used."""
    items = takeaways(edition)
    if not items:
        return UNSTEERED
    print_lines(takeaway_lines(items, edition))
    while True:
        tell(_KEYS)
        answer = sys.stdin.readline()
        if not answer or answer.strip() in {"q", "Q"}:
            return None
        shown = _SHOW.fullmatch(answer.strip())
        try:
            if not shown:
                return read_say(answer.strip(), items)
            say(inert(_item(shown[1], items).text))
        except Unread as why:
            tell(str(why))


def read_say(answer: str, items: Sequence[Takeaway]) -> Steering:
    """What an answer means. Raises Unread when it means nothing."""
    if not answer:
        return UNSTEERED
    if joined := _JOIN.fullmatch(answer):
        other, stays = (_item(number, items) for number in joined.groups())
        if other is stays or not other.is_new:
            raise Unread(f"{other.title} is a page already; `wiki merge` joins pages")
        return Steering(joins=((other.title, stays.title),))
    if titled := _TITLE.fullmatch(answer):
        item = _item(titled[1], items)
        if not item.is_new:
            raise Unread(f"{item.title} is a page already; `wiki mv` renames it")
        return Steering(titles=((item.title, titled[2].strip()),))
    if _DROP.fullmatch(answer):
        gone = [_item(number, items) for number in re.findall(r"\d+", answer)]
        return Steering(drop=tuple(Dropped(item.title, item.path, item.kind) for item in gone))
    raise Unread(f"{answer!r} is none of these")


def _item(number: str, items: Sequence[Takeaway]) -> Takeaway:
    if not 1 <= int(number[:9]) <= len(items):
        raise Unread(f"there is no page {number[:9]}")
    return items[int(number) - 1]
