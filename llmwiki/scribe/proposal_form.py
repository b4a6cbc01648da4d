"""How a proposal stands in its file: for which page, of which kind, how urgent, and why."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

REVIEW = ".wiki/review"
Kind = Literal["change", "page", "merge", "archive", "split"]
RANKS: dict[str, int] = {"change": 10, "page": 12, "merge": 14, "archive": 20, "split": 30}
"""Kinds of proposals in the order in which a person meets them: text that could not be merged comes before upkeep."""
UPKEEP: tuple[Kind, ...] = ("archive", "split")
"""Kinds that the tool makes by itself and takes back when their reason is gone."""

# No file name that the tool makes has this sign in it.
_PART = "~"
_BETWEEN = " | "
_TITLE = re.compile(r"# Proposal for (.+)")
_LINE = re.compile(r"(Kind|Rank|Reason|Other|Sources): *(.*)")


class Head(NamedTuple):
    """What a proposal says of itself.

    Attributes:
        page: The page's path.
        kind: What it proposes.
        rank: How urgent it is, the lowest first.
        reason: Why, in a few words.
        other: Path of another page that it is about, such as the one to merge with; mostly empty.
        sources: Raw paths that brought it up.
    """

    page: str
    kind: Kind
    rank: int
    reason: str
    other: str = ""
    sources: tuple[str, ...] = ()


def head(path: str, kind: Kind, reason: str, sources: Iterable[str] = (), other: str = "") -> str:
    """The first lines of a proposal, with the blank line behind them."""
    more = f"Other: {other}\n" if other else ""
    rested = _BETWEEN.join(sorted(sources))
    more += f"Sources: {rested}\n" if rested else ""
    return f"# Proposal for {path}\n\nKind: {kind}\nRank: {RANKS[kind]}\nReason: {reason}\n{more}\n"


def read_head(text: str, name: str) -> Head:
    """What a proposal says of itself; ``name`` stands for a page that it does not name.

    One without these lines is a change, as the tool wrote them before it had other kinds.
    """
    title = _TITLE.match(text)
    said: dict[str, str] = {}
    for line in text[title.end() if title else 0 :].lstrip("\n").split("\n"):
        found = _LINE.fullmatch(line.strip())
        if not found:
            break
        said.setdefault(found[1], found[2])
    kind, rank = said.get("Kind", "change"), said.get("Rank", "")
    return Head(
        title[1].strip() if title else name,
        cast("Kind", kind),
        int(rank) if rank.isdecimal() else RANKS.get(kind, max(RANKS.values())),
        said.get("Reason", ""),
        said.get("Other", ""),
        tuple(filter(None, said.get("Sources", "").split(_BETWEEN))),
    )


def review_file(path: str, kind: Kind = "change") -> str:
    """Where the proposal for the page at ``path`` is kept."""
    stem = PurePosixPath(path).with_suffix("").as_posix().replace("/", "--")
    return f"{REVIEW}/{stem}{'' if kind == 'change' else _PART + kind}.md"


def fenced(text: str, language: str) -> str:
    """A text as a code block, whatever backticks it has."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}\n"


def waiting(root: Path) -> Iterator[tuple[str, Head]]:
    """The files of upkeep that wait, by path, with what they say of themselves."""
    for kind in UPKEEP:
        for file in sorted((root / REVIEW).glob(f"*{_PART}{kind}.md")):
            yield f"{REVIEW}/{file.name}", read_head(file.read_bytes().decode("utf-8", "replace"), file.stem)
