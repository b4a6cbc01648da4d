"""True pairs of statement and quote, ten kinds of mutants of them, and vaults made of either."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from llmwiki.checks.base import Snapshot
from llmwiki.checks.provenance import Verdict, provenance
from llmwiki.scribe.stated import stated_names
from llmwiki.vault.citation import cite, distinct, footnote
from llmwiki.vault.ledger import SourceRecord, record_file, record_text
from llmwiki.workspace import Workspace

DATA = Path(__file__).parent / "checks" / "provenance"
STATED = ("number", "unit", "date", "name", "negation", "swap")
"""Mutants of the statement, written beside each pair."""
CITED = ("join", "neighbour", "cut", "page", "edit")
"""Mutants of the citation or its source, made here."""
_WIDE = re.compile("[\u4e00-\u9fff]")


class Pair(NamedTuple):
    """A statement and the quote that proves it; ``mutants`` are (kind, statement)."""

    topic: str
    text: str
    statement: str
    quote: str
    mutants: tuple[tuple[str, str], ...] = ()


def pairs(name: str) -> list[Pair]:
    """The pairs of one file: ``= topic``, the source's text, then ``S``, ``Q`` and mutants."""
    found: list[Pair] = []
    for block in (DATA / f"{name}.md").read_text(encoding="utf-8").removeprefix("= ").split("\n= "):
        topic, text, *rest = block.strip().split("\n")
        for part in filter(str.strip, "\n".join(rest).split("\nS ")):
            statement, quote, *lines = part.strip().split("\n")
            assert quote.removeprefix("Q ") in text, quote
            mutants = tuple(_mutant(statement, line) for line in lines)
            found.append(Pair(topic, text, statement, quote.removeprefix("Q "), mutants))
    return found


def _mutant(statement: str, line: str) -> tuple[str, str]:
    kind, _, edit = line.partition(": ")
    old, new = re.split(" -> | <-> ", edit)
    assert kind in STATED
    assert old.rstrip("，") in statement, line
    if kind != "swap":
        return kind, statement.replace(old, new)
    old = old.rstrip("，")
    assert new in statement, line
    return kind, re.sub(f"{re.escape(old)}|{re.escape(new)}", lambda found: new if found[0] == old else old, statement)


def stated(found: Sequence[Pair], kind: str) -> list[Pair]:
    """All mutants of one kind, as pairs."""
    return [pair._replace(statement=mutant, mutants=()) for pair in found for named, mutant in pair.mutants if named == kind]


def cited(found: Sequence[Pair], kind: str) -> list[Pair]:
    """Each pair with another quote."""
    return [pair._replace(quote=_quote(pair, found, kind)) for pair in found]


def _quote(pair: Pair, found: Sequence[Pair], kind: str) -> str:
    if kind == "cut":
        return pair.quote[: 4 if _WIDE.search(pair.quote) else 9].strip()
    if kind == "half":
        return pair.quote[: len(pair.quote) // 2].strip()
    if kind == "page":
        return pair.statement
    if kind == "join":
        other = next(other.quote for other in found if other.topic == pair.topic and other.quote != pair.quote and not _touch(pair, other))
        return f"{pair.quote} {other}"
    return pair.quote


def _touch(pair: Pair, other: Pair) -> bool:
    """Whether two quotes stand side by side, so that together they are one."""
    return any(f"{one}{gap}{two}" in pair.text for one, two in ((pair.quote, other.quote),) for gap in ("", " "))


def verdicts(root: Path, found: Sequence[Pair], change: str = "") -> list[Verdict]:
    """The verdicts of a vault of these pairs, in their order.

    Args:
        root: An empty folder.
        found: The pairs; a page a topic.
        change: ``neighbour`` cites the next topic's source, ``edit`` changes each source after it was compiled.
    """
    topics = list(dict.fromkeys(pair.topic for pair in found))
    for topic in topics:
        _write_source(root, topic, next(pair.text for pair in found if pair.topic == topic), change)
    for topic, neighbour in zip(topics, [*topics[1:], topics[0]], strict=True):
        mine = [pair for pair in found if pair.topic == topic]
        _write_page(root, topic, mine, neighbour if change == "neighbour" else topic)
    wiki = Workspace(root, date(2026, 11, 30), keeps_caches=False)
    snapshot = Snapshot(wiki.vault, wiki.schema, lambda: wiki.ledger, wiki.today, "llmwiki")
    by_topic = {topic: [] for topic in topics}
    for verdict in provenance(snapshot, stated_names).verdicts:
        by_topic[verdict.path.split("/")[-1].removesuffix(".md")].append(verdict)
    lines = [by_topic[pair.topic].pop(0) for pair in found]
    assert not any(by_topic.values())
    return lines


def _write_source(root: Path, topic: str, text: str, change: str) -> None:
    path = f"raw/articles/{topic} (source).md"
    body = f"# {topic}\n\n{text}\n".encode()
    record = SourceRecord(path, hashlib.sha256(body).hexdigest(), title=topic)
    for name, content in ((path, body), (record_file(record), record_text(record).encode())):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    if change == "edit":
        (root / path).write_bytes(body + b"\nOne more sentence.\n")


def _write_page(root: Path, topic: str, found: Sequence[Pair], source: str) -> None:
    path = f"raw/articles/{source} (source).md"
    notes = [cite(path, pair.quote) for pair in found]
    labels = {note: note.label for note in distinct(notes)}
    known = {(note.source, note.quote): label for note, label in labels.items()}
    lines = [f"- {pair.statement}[^{known[note.source, note.quote]}]" for pair, note in zip(found, notes, strict=True)]
    below = [footnote(note, path.removesuffix(".md")) for note in labels]
    head = f"---\ntitle: '{topic}'\ntype: concept\n---\n\n# {topic}\n\n"
    (root / "concepts").mkdir(exist_ok=True)
    (root / "concepts" / f"{topic}.md").write_text(head + "\n".join(lines) + "\n\n" + "\n".join(below) + "\n", encoding="utf-8")


def rows(root: Path, name: str) -> Iterator[tuple[str, list[Pair], list[Verdict]]]:
    """Kind of mutant (``true`` for none), the pairs and their verdicts."""
    found = pairs(name)
    for kind in ("true", *STATED, *CITED, "half"):
        mutants = stated(found, kind) if kind in STATED else cited(found, kind)
        yield kind, mutants, verdicts(root / f"{name}-{kind}", mutants, kind)
