"""The update policy: a newer source supersedes, both values stay with their dates; where none is newer, the page says so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from llmwiki.scribe.board import Board
from llmwiki.scribe.compose import summary
from llmwiki.scribe.dates import date_in_words
from llmwiki.scribe.disputes import Dispute, disputes
from llmwiki.scribe.draft import Statement
from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.questions import Pair, pairs
from llmwiki.scribe.told import day_of, is_before, newest, placed, told_in_draft
from llmwiki.scribe.wording import wording

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from llmwiki.facts.subjects import Subjects
    from llmwiki.scribe.draft import Draft
    from llmwiki.scribe.told import Told


@dataclass(frozen=True, slots=True)
class World:
    """What pages are held against.

    Attributes:
        subjects: Names of all pages.
        dates: Source to its date.
        titles: Path of a page to its title.
        others: The facts of pages that the writer does not write.
    """

    subjects: Subjects
    dates: Mapping[str, str]
    titles: Mapping[str, str]
    others: Sequence[Told] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """The drafts with what the policy makes of them, and the disputes that it found."""

    drafts: tuple[tuple[Draft, str], ...]
    disputes: tuple[Dispute, ...]


def settle(drafts: Sequence[tuple[Draft, str]], world: World) -> Settled:
    """Write disputes into the drafts; the same for any order of the drafts.

    Args:
        drafts: Each page that the writer writes, with its path, as the sources have it.
        world: Dates, names, and what the other pages say.
    """
    told = [item for draft, path in drafts for item in told_in_draft(draft, path, world.subjects, world.dates)]
    found = tuple(disputes((*told, *world.others)))
    boards = {path: Board(draft) for draft, path in drafts if any(path in dispute.pages for dispute in found) or _is_open(draft)}
    for dispute in found:
        for path in dispute.pages:
            if path in boards:
                boards[path].note(dispute.key)
                _write(dispute, path, boards[path], world)
    for draft, path in drafts:
        if path in boards:
            _weigh_pairs(draft, boards[path], [item for dispute in found for item in dispute.told if item.page == path], world)
    return Settled(tuple((_finished(draft, boards.get(path)), path) for draft, path in drafts), found)


def _finished(draft: Draft, board: Board | None) -> Draft:
    """The draft from its board; its summary follows where its first sentence became another one."""
    if board is None:
        return draft
    page = board.draft()
    first, then = (next(placed(item), None) for item in (draft, page))
    return replace(page, summary=summary(then[1].text)) if first and then and first[1].text != then[1].text else page


def _write(dispute: Dispute, path: str, board: Board, world: World) -> None:
    own = [item for item in dispute.told if item.page == path and board.has(item.place)]
    if dispute.current is None:
        _ask(dispute, path, board, world)
    elif dispute.current in own:
        _set_first(dispute, dispute.current, own, board)
    else:
        _set_later(dispute, own, board, world)


def _ask(dispute: Dispute, path: str, board: Board, world: World) -> None:
    """Both stay, with an open question; it cites what it says, or nothing where one value has no proof."""
    values = board.words.comma.join(dict.fromkeys(item.fact.value.text for item in dispute.told))
    found = {citation.label: citation for item in dispute.told for citation in item.citations}
    citations = tuple(found.values()) if all(item.citations for item in dispute.told) else ()
    others = dispute.against(path)
    follows = tuple(Statement(board.words.see.format(page=world.titles[other]), ()) for other in others)
    board.ask(Statement(board.words.differ.format(values=values), citations, then=follows), others)


def _set_first(dispute: Dispute, current: Told, own: Sequence[Told], board: Board) -> None:
    """The newest value, dated, with what it supersedes behind it; in the place of an older one that opens the page or a section."""
    older = [item for item in dispute.superseded if item in own]
    opener = next((item for item in older if not board.is_spare(item) and board.is_whole(item)), None)
    if opener and opener.place and current.place and board.is_spare(current):
        board.swap(opener.place, current.place)
        older[older.index(opener)] = replace(opener, place=current.place)
        current = replace(current, place=opener.place)
    stays = set()
    for item in older:
        if item.place and board.is_spare(item):
            board.drop(item.place)
        else:
            stays.add(item.fact)
    for item in (current, *(item for item in own if item.fact in stays or not _is_among(item, (current, *older)))):
        if item.place:
            board.date(item.place, item.start, item.date)
    if current.place:
        gone = [item for item in dispute.superseded if item.fact not in stays]
        board.add(current.place, _followers(gone, board.at(current.place).text, later=False))


def _is_among(item: Told, others: Iterable[Told]) -> bool:
    return any(item.fact == other.fact for other in others)


def _set_later(dispute: Dispute, own: Sequence[Told], board: Board, world: World) -> None:
    """What a newer source of another page supersedes stays with its date, and says what is so later."""
    for item in own:
        if item.place is None:
            continue
        board.date(item.place, item.start, item.date)
        if item in dispute.superseded and dispute.current:
            text = board.at(item.place).text
            board.add(item.place, _followers([dispute.current], text, later=True) or _seen(dispute.current, item.page, text, world))


def _followers(items: Iterable[Told], beside: str, *, later: bool) -> tuple[Statement, ...]:
    """One sentence for each value, with the date of the newest source that has it."""
    chinese = is_chinese(beside)
    words = wording("zh" if chinese else "en")
    form = words.later if later else words.before
    found: dict[str, Statement] = {}
    for item in items:
        value = item.fact.value.text
        said = Statement(form.format(value=value, date=date_in_words(_day(item.date), chinese=chinese)), item.citations)
        known = found.setdefault(value, said)
        found[value] = replace(known, citations=tuple(dict.fromkeys((*known.citations, *item.citations))))
    return tuple(statement for statement in found.values() if statement.citations)


def _seen(item: Told, page: str, beside: str, world: World) -> tuple[Statement, ...]:
    """Leads to the page of a person that has the newest value; on that page itself there is nothing to lead to."""
    if item.page == page:
        return ()
    words = wording("zh" if is_chinese(beside) else "en")
    return (Statement(words.see.format(page=world.titles[item.page]), ()),)


def _day(date: str) -> str:
    day = day_of(date)
    return day.text if day else date


def _is_open(draft: Draft) -> bool:
    return bool(draft.parts) and draft.parts[-1].heading == wording(draft.language).questions


def _weigh_pairs(draft: Draft, board: Board, told: Sequence[Told], world: World) -> None:
    """Sentences that agree but for a number: no question where the policy has an answer, or where their sources' dates have one."""
    at = {statement: place for place, statement, heading in placed(draft) if place.part >= 0 and heading != board.words.questions}
    busy = {item.place for item in told}
    for pair in pairs(list(at), board.words):
        places = [at[statement] for statement in (pair.left, pair.right)]
        if busy.issuperset(places):
            board.withdraw([pair.question])
        elif _are_dated_apart(pair, world) and busy.isdisjoint(places):
            for place, statement in zip(places, (pair.left, pair.right), strict=True):
                board.date(place, 0, _date(statement, world))
            board.withdraw([pair.question])


def _are_dated_apart(pair: Pair, world: World) -> bool:
    left, right = (_date(statement, world) for statement in (pair.left, pair.right))
    return is_before(left, right) or is_before(right, left)


def _date(statement: Statement, world: World) -> str:
    return newest(tuple(citation.source for citation in statement.citations), world.dates)
