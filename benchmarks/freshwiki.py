"""What the writers make of six topics, held against pages that a person wrote from the same sources.

    python benchmarks/freshwiki.py [--model-url URL --model NAME --way judge|writer | --scripted] [--topics NAME...] [--keep DIR]
                                   [--missing]

Each topic in ``data/freshwiki`` is compiled by itself, by the extractive writer and, where a model is named, by the model too;
``--scripted`` takes the stand-in for a large model of the tests (``tests/scripted_writer.py``).

- *titles*: pages of the reference that are there, by title or alias.
- *entities*: things named in the reference that stand on a page (footnotes and lists of mentions left out).
- *headings*: how near the nearest heading comes to each heading of the reference, by their words (Dice); titles are headings.
- *compression*: words of the pages by words of the cited sources; a Chinese character is a word.
- *copied*: the longest run of words that pages have from a source outside quotation marks.
- *near*: where two sources speak of one thing of the reference, whether what the pages say of it from the one and from the other stands
  at most two links apart.
- *contradictions*: of those planted, how many pages give both values.
- *coverage*, *validity*, *support*: of ``provenance.py``.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from itertools import combinations
from math import isnan, nan
from pathlib import Path
from typing import NamedTuple

from llmwiki.checks.assertive import Assertion, assertions
from llmwiki.checks.base import Snapshot
from llmwiki.checks.provenance import provenance
from llmwiki.create import create
from llmwiki.facts.words import content
from llmwiki.ingest import ingest
from llmwiki.scribe.stated import stated_names
from llmwiki.vault.citation import read_footnote
from llmwiki.vault.page import Page
from llmwiki.vault.plain import project
from llmwiki.vault.resolve import Found
from llmwiki.workspace import Workspace

DATA = Path(__file__).parent / "data" / "freshwiki"
TODAY = date(2026, 1, 1)
NEAR = 2
CITED = ("coverage", "validity", "support")
_WORD = re.compile(r"[A-Za-z0-9À-ɏ]+(?:['’-][A-Za-z0-9À-ɏ]+)*|[\u3400-\u9fff]")
_WIDE = re.compile("[\u3400-\u9fff]")
_QUOTED = re.compile(r"“[^”]*”|「[^」]*」|\"[^\"\n]*\"")
_FOOTNOTE = re.compile(r"^\[\^[^\]\s]+\]:.*$", re.MULTILINE)
_MENTIONS = re.compile(r"^## (?:Mentions|出处)\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


class Reference(NamedTuple):
    """Titles, headings (titles with them) and entities of the pages written by hand, and pairs of values that exclude each other."""

    titles: tuple[str, ...]
    headings: tuple[str, ...]
    entities: tuple[str, ...]
    contradictions: tuple[tuple[str, str], ...]


class Wiki(NamedTuple):
    """A compiled topic: its pages, their texts without footnotes, and their links to each other, both ways."""

    space: Workspace
    pages: dict[str, Page]
    shown: dict[str, str]
    links: dict[str, set[str]]


def reference(folder: Path) -> Reference:
    """Read what was written by hand."""
    lines = (folder / "reference.md").read_text(encoding="utf-8").splitlines()
    entities = [name.strip() for line in lines if line.startswith("entities: ") for name in line.removeprefix("entities: ").split(";")]
    values = [tuple(line.removeprefix("contradiction: ").split(" | ")) for line in lines if line.startswith("contradiction: ")]
    titles = tuple(line.removeprefix("# ") for line in lines if line.startswith("# "))
    headings = tuple(line.lstrip("# ") for line in lines if line.startswith("#"))
    return Reference(titles, headings, tuple(dict.fromkeys(entities)), tuple((value[0], value[1]) for value in values))


def compiled(topic: Path, root: Path, model: Mapping[str, str]) -> Wiki:
    """The wiki that a writer makes of a topic's sources."""
    sources = [str(path) for path in sorted(topic.glob("*.md")) if path.name != "reference.md"]
    language = "zh" if _WIDE.search(topic.name) else "en"
    create(root, domain="", tags=(), language=language, now=TODAY.isoformat())
    if model:
        with (root / ".wiki/config.toml").open("a", encoding="utf-8") as file:
            file.write("\n[model]\n" + "".join(f'{key} = "{value}"\n' for key, value in model.items()))
    ingest(Workspace.open(root, TODAY), sources, now=TODAY.isoformat())
    space = Workspace.open(root, TODAY)
    snapshot = _snapshot(space)
    pages = {path: space.vault.page(path) for path in snapshot.pages}
    links: dict[str, set[str]] = {path: set() for path in pages}
    for path in pages:
        for _, found in space.vault.resolved(path):
            if isinstance(found, Found) and found.path in pages:
                links[path].add(found.path)
                links[found.path].add(path)
    shown = {path: _MENTIONS.sub("", _FOOTNOTE.sub("", page.text[page.body_start :])) for path, page in pages.items()}
    return Wiki(space, pages, shown, links)


def _snapshot(space: Workspace) -> Snapshot:
    return Snapshot(space.vault, space.schema, lambda: space.ledger, space.today, "llmwiki")


def _names(page: Page, path: str) -> list[str]:
    title = page.frontmatter.text("title") or Path(path).stem
    return [title, *page.frontmatter.items("aliases")]


def scores(wiki: Wiki, wanted: Reference, *, shows_missing: bool) -> dict[str, float]:
    """All scores of one wiki."""
    names = {name.casefold() for path, page in wiki.pages.items() for name in _names(page, path)}
    everything = project("\n".join([*wiki.shown.values(), *names])).casefold()
    headings = [*names, *(project(heading.text) for page in wiki.pages.values() for heading in page.headings)]
    missing = [name for name in wanted.entities if name.casefold() not in everything]
    if shows_missing:
        print("   not named: " + ", ".join(missing))
    cited = _cited_sources(wiki)
    said = provenance(_snapshot(wiki.space), stated_names)
    source_words = sum(len(_WORD.findall(wiki.space.vault.text(path))) for path in cited)
    page_words = sum(len(_WORD.findall(text)) for text in wiki.shown.values())
    contradictions = [all(value.casefold() in everything for value in pair) for pair in wanted.contradictions]
    return {
        "pages": len(wiki.pages),
        "titles": _mean([title.casefold() in names for title in wanted.titles]),
        "entities": 1 - len(missing) / len(wanted.entities),
        "headings": _mean([max((_dice(heading, other) for other in headings), default=0.0) for heading in wanted.headings]),
        "compression": page_words / source_words if source_words else 0.0,
        "copied": max((_longest_copy(text, wiki.space.vault.text(path)) for text in wiki.shown.values() for path in cited), default=0),
        "near": _mean(list(_nearness(wiki, wanted))),
        "contradictions": _mean(contradictions),
        **{name: getattr(said, name) if wiki.pages else nan for name in CITED},
    }


def _mean(values: Sequence[float]) -> float:
    """Of the values that there are."""
    found = [value for value in values if not isnan(value)]
    return sum(found) / len(found) if found else nan


def _dice(first: str, second: str) -> float:
    one, two = content(first), content(second)
    return 2 * len(one & two) / (len(one) + len(two)) if one and two else 0.0


def _cited_sources(wiki: Wiki) -> list[str]:
    found = [path for page_path, page in wiki.pages.items() for said in assertions(page) for path in _sources(wiki, page_path, said)]
    return sorted(set(found))


def _sources(wiki: Wiki, path: str, said: Assertion) -> Iterator[str]:
    """Sources that a sentence cites."""
    page = wiki.pages[path]
    texts = {note.label: page.text[note.text_span.start : note.text_span.end] for note in page.footnote_defs}
    for label in said.labels:
        note = read_footnote(texts.get(label, ""))
        found = wiki.space.vault.resolver.resolve(note.target, path) if note else None
        if isinstance(found, Found):
            yield found.path


def _longest_copy(text: str, source: str) -> int:
    """Length of the longest run of words that a text has from a source, outside quotation marks."""
    mine, theirs = (_WORD.findall(project(_QUOTED.sub(" \0 ", part)).casefold()) for part in (text, source))
    places: dict[str, list[int]] = {}
    for at, word in enumerate(theirs):
        places.setdefault(word, []).append(at)
    best, before = 0, {}
    for word in mine:
        runs = {at: before.get(at - 1, 0) + 1 for at in places.get(word, ())}
        best, before = max([best, *runs.values()]), runs
    return best


def _nearness(wiki: Wiki, wanted: Reference) -> Iterator[bool]:
    """For each thing and pair of sources that name it: whether what is said of it from both stands near."""
    says: dict[str, dict[str, set[str]]] = {name: {} for name in wanted.entities}
    for path, page in wiki.pages.items():
        titles = {name.casefold() for name in _names(page, path)}
        for said in assertions(page):
            text = said.text.casefold()
            about = [name for name in wanted.entities if name.casefold() in text or name.casefold() in titles]
            for name in about:
                for source in _sources(wiki, path, said):
                    says[name].setdefault(source, set()).add(path)
    raws = [path for path in wiki.space.vault.files if path.startswith("raw/") and path.endswith(".md")]
    texts = {path: wiki.space.vault.text(path).casefold() for path in raws}
    for name in wanted.entities:
        for pair in combinations([path for path in raws if name.casefold() in texts[path]], 2):
            first, second = (says[name].get(path, set()) for path in pair)
            yield bool(first and second) and _distance(wiki.links, first, second) <= NEAR


def _distance(links: dict[str, set[str]], start: set[str], goal: set[str]) -> int:
    """Links between the nearest of two sets of pages; more than ``NEAR`` where there are more."""
    reached = set(start)
    for steps in range(NEAR + 1):
        if reached & goal:
            return steps
        reached |= {other for path in reached for other in links[path]}
    return NEAR + 1


def show(rows: dict[str, list[dict[str, float]]]) -> None:
    """Print a line a topic and writer, and the mean of each writer."""
    columns = list(next(iter(rows.values()))[0])
    print(f"{'':24}" + "".join(f"{column[:11]:>12}" for column in columns))
    for name, found in rows.items():
        for writer, values in zip(("extractive", "model"), found, strict=False):
            _line(f"{name} {writer}" if len(found) > 1 else name, values)
    for at, writer in list(enumerate(("extractive", "model")))[: len(next(iter(rows.values())))]:
        _line(f"mean {writer}", {column: _mean([found[at][column] for found in rows.values()]) for column in columns})


def _line(name: str, values: dict[str, float]) -> None:
    wide = len(_WIDE.findall(name))
    cells = (
        f"{value:.0f}" if column in {"pages", "copied"} else "-" if isnan(value) else f"{value:.2f}" for column, value in values.items()
    )
    print(f"{name:{24 - wide}}" + "".join(f"{cell:>12}" for cell in cells))


@contextmanager
def asked(options: argparse.Namespace) -> Iterator[list[dict[str, str]]]:
    """The settings of each writer: none for the extractive one, and those of the model that the options name."""
    if options.scripted:
        sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
        import scripted_writer
        from model_server import model_server

        with model_server() as script:
            script.reply = lambda told: json.dumps(
                (scripted_writer.claims if "<text>\n1. " in told.prompt else scripted_writer.summary)(told.prompt), ensure_ascii=False
            )
            script.chance = scripted_writer.chance
            yield [{}, {"provider": "openai", "base_url": f"{script.url}/v1", "model": "scripted", "way": "writer"}]
    elif options.model:
        yield [{}, {"provider": "openai", "base_url": options.model_url, "model": options.model, "way": options.way}]
    else:
        yield [{}]


def main() -> None:
    """Read the options, compile, score."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model-url", default="", help="of a server that speaks chat completions, such as http://localhost:11434/v1")
    parser.add_argument("--model", default="", help="as that server names it")
    parser.add_argument("--scripted", action="store_true", help="the stand-in for a large model")
    parser.add_argument("--way", default="auto", help="what the model is used for: judge, writer, or auto: what its calibration found")
    parser.add_argument("--topics", nargs="*", default=sorted(path.name for path in DATA.iterdir() if path.is_dir()))
    parser.add_argument("--keep", type=Path, help="keep the wikis in this folder")
    parser.add_argument("--missing", action="store_true", help="name the things that no page names")
    options = parser.parse_args()
    rows: dict[str, list[dict[str, float]]] = {}
    with tempfile.TemporaryDirectory() as folder, asked(options) as models:
        for topic in options.topics:
            for model in models:
                root = (options.keep or Path(folder)) / f"{topic}-{'model' if model else 'extractive'}"
                wiki = compiled(DATA / topic, root, model)
                rows.setdefault(topic, []).append(scores(wiki, reference(DATA / topic), shows_missing=options.missing))
    show(rows)


if __name__ == "__main__":
    main()
