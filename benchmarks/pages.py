"""What the extractive writer makes of a folder of documents, and how a reader judged it.

    python benchmarks/pages.py FOLDER... [--judgement FILE] [--write DIR]

Each folder is compiled by itself. A judgement file has one line a page, ``keep``, ``borderline`` or ``drop``, a tab and
the page's title; a page that no line names counts as a drop, so that a better writer can't hide new pages behind an old
judgement. Without folders the sample sources of the project are compiled.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from llmwiki.assets import asset
from llmwiki.errors import SourceRefused
from llmwiki.scribe.compile import Compiled, compile_pages
from llmwiki.scribe.draft import Draft
from llmwiki.scribe.prose import Reading
from llmwiki.scribe.read import read_prose
from llmwiki.scribe.render import Context, names_of, render
from llmwiki.sources.base import Original
from llmwiki.sources.convert import convert
from llmwiki.vault.safe_names import slug
from llmwiki.vault.schema import Schema

VERDICTS = ("keep", "borderline", "drop")
SCHEMA = Schema()


def readings(folder: Path) -> list[Reading]:
    """Every document of a folder that can be read, by name."""
    found = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith((".", "_"))):
        try:
            source = convert(Original(path.name, path.read_bytes(), str(path)))
        except SourceRefused as refused:
            print(f"  {path.name}: {refused.message}")
            continue
        prose = read_prose(source.text, title=source.title)
        found.append(Reading(f"raw/articles/{path.relative_to(folder).as_posix()}", source.text, prose, source.date))
    return found


def statements(draft: Draft) -> int:
    """Sentences on a page; cells of a comparison."""
    cells = sum(1 for _, row in draft.grid.axes for cell in row if cell) if draft.grid else 0
    return len(draft.lead) + sum(len(part.statements) for part in draft.parts) + cells


def judged(path: Path) -> dict[str, str]:
    """Title to verdict."""
    rows = (line.split("\t", 1) for line in path.read_text(encoding="utf-8").splitlines() if "\t" in line and not line.startswith("#"))
    return {title.strip(): verdict.strip() for verdict, title in rows if verdict.strip() in VERDICTS}


def report(name: str, sources: Sequence[Reading], compiled: Compiled, seconds: float, verdicts: Mapping[str, str] | None) -> None:
    """Print the figures of one folder."""
    drafts = compiled.drafts
    size = sum(len(source.text) for source in sources) / 10_000
    sentences = sum(map(statements, drafts)) / max(1, len(drafts))
    kinds = Counter(draft.kind for draft in drafts)
    a_source = len(drafts) / max(1, len(sources))
    print(f"{name}: {len(sources)} sources, {len(drafts)} pages ({a_source:.2f} a source), {sentences:.1f} sentences a page")
    print("  " + ", ".join(f"{kinds[kind]} {kind}" for kind in sorted(kinds)))
    print(f"  {compiled.rejected} quotes rejected, {len(compiled.dropped)} names dropped")
    print(f"  {seconds / max(size, 0.1) * 1000:.0f} ms CPU per 10,000 characters")
    if verdicts is not None:
        judge(drafts, verdicts)


def judge(drafts: Sequence[Draft], verdicts: Mapping[str, str]) -> None:
    """Print the shares of a reader's verdicts."""
    given = {draft.title: verdicts.get(draft.title, "drop") for draft in drafts}
    counts = Counter(given.values())
    total = max(1, len(drafts))
    either = (counts["keep"] + counts["borderline"]) / total
    print(f"  keep {counts['keep'] / total:.0%}, keep or borderline {either:.0%}, drop {counts['drop']}")
    print("  dropped: " + ", ".join(title for title, verdict in given.items() if verdict == "drop"))


def write(folder: Path, drafts: Sequence[Draft]) -> None:
    """Write the pages as files, to be read."""
    folder.mkdir(parents=True, exist_ok=True)
    context = Context(str, lambda path: path.removesuffix(".md"), names_of(drafts, str), "2026-01-01", "2026-01-01")
    for draft in drafts:
        (folder / f"{slug(draft.title)}.md").write_text(render(draft, context), encoding="utf-8", newline="\n")


def main() -> None:
    """Read the options and report on each folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--judgement", type=Path)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    verdicts = judged(options.judgement) if options.judgement else None
    for folder in options.folders or [asset("samples")]:
        started = time.process_time()
        sources = readings(folder)
        compiled = compile_pages(sources, [], SCHEMA)
        report(folder.name, sources, compiled, time.process_time() - started, verdicts)
        if options.write:
            write(options.write / folder.name, compiled.drafts)


if __name__ == "__main__":
    main()
