"""How compiling with a large model grows: calls, pages, processor time and memory for 250, 500 and 1,000 sources.

    python benchmarks/compile_scale.py [SOURCES ...]

The model is scripted (``tests/scripted_writer.py``) and answers over HTTP from a process of its own, so that times are the product's alone.
Every source tells of one thing and names two others; every fourth is Chinese. Each size is compiled at once into a fresh wiki by a process
of its own, then once more, which must ask nothing and write nothing. The last columns are the longest prompt, and how many prompts hold a
line of the index.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import scripted_writer
from editor_harness import kind_of
from model_server import Asked, Script, model_server
from wiki_harness import TODAY

SIZES = (250, 500, 1000)
COLUMNS = (
    "sources",
    "calls",
    "pages",
    "written",
    "cpu s",
    "ms/source",
    "peak MB",
    "again s",
    "again calls",
    "longest prompt",
    "with index",
)
HEADS = ("Bra", "Kel", "Ost", "Vim", "Dor", "Lun", "Pag", "Sel", "Mor", "Tan")
MIDDLES = ("da", "ti", "vo", "me", "qui", "ra", "lo", "su", "pe", "na")
TAILS = ("ne", "x", "ra", "l", "nt", "sk", "m", "d", "v", "rn")
CHINESE = "甲乙丙丁戊己庚辛壬癸"
ENGLISH_TEXT = """# The {name} engine

{name} is a search engine that keeps every index in memory. It was written in Ostrava in {year}. {name} answers {number} questions a second.
It needs {small} gigabytes of memory. {name} replaced {other} in the {hall} hall. {name} uses {third} for its backups.
"""
CHINESE_TEXT = """# {name}

{name}是一种把所有索引都放在内存里的检索引擎。它于{year}年在奥斯特拉瓦写成。{name}使用{other}来做备份。{name}需要{small}GB内存。{name}在{number}个分馆的机器上运行。
"""


def name_of(at: int, size: int) -> str:
    """The thing that a source tells of."""
    at %= size
    if at % 4 == 3:  # noqa: PLR2004 - every fourth
        return f"{CHINESE[at // 100 % 10]}{CHINESE[at // 10 % 10]}{CHINESE[at % 10]}引擎"
    return HEADS[at // 100 % 10] + MIDDLES[at // 10 % 10] + TAILS[at % 10]


def write_sources(folder: Path, size: int) -> None:
    """As many texts."""
    folder.mkdir()
    for at in range(size):
        name, other, third = (name_of(at + step, size) for step in (0, 4, 8))
        text = CHINESE_TEXT if at % 4 == 3 else ENGLISH_TEXT  # noqa: PLR2004 - every fourth
        filled = text.format(name=name, other=other, third=third, year=1950 + at % 70, number=100 + at, small=2 + at % 30, hall=f"{at}th")
        (folder / f"source-{at:04}.md").write_text(filled, "utf-8")


def serve(pipe: Connection) -> None:
    """Answer for the model; tells its address, and at the end what it was asked: prompts, the longest, those with a line of the index."""
    with model_server() as script:
        script.reply, script.chance = _reply, scripted_writer.chance
        pipe.send(script.url)
        while pipe.recv() == "count":
            pipe.send(_counts(script))


def _reply(asked: Asked) -> str:
    answer = {"claims": scripted_writer.claims, "summary": scripted_writer.summary}.get(kind_of(asked))
    return json.dumps(answer(asked.prompt) if answer else {}, ensure_ascii=False)


def _counts(script: Script) -> tuple[int, int, int]:
    prompts = ["\n".join(text for _, text in asked.messages) for asked in script.asked]
    return len(prompts), max(map(len, prompts), default=0), sum("- [[" in prompt for prompt in prompts)


def measure(size: int) -> None:
    """Compile ``size`` sources, twice, and print the row."""
    from llmwiki.create import create
    from llmwiki.ingest import Orders, ingest
    from llmwiki.workspace import Workspace

    mine, theirs = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs,), daemon=True)
    server.start()
    url = mine.recv()
    with tempfile.TemporaryDirectory() as place:
        root = Path(place) / "wiki"
        create(root, domain="Search engines", tags=["search", "engine"], language="en", now=TODAY.isoformat())
        config = root / ".wiki/config.toml"
        model = f'[model]\nprovider = "openai"\nmodel = "scripted"\nbase_url = "{url}/v1"\nway = "writer"\n'
        config.write_text(f"{config.read_text()}\n{model}")
        write_sources(Path(place) / "in", size)
        runs = []
        for inputs in ([str(Path(place) / "in")], []):
            begun = time.process_time()
            done = ingest(Workspace.open(root, TODAY), inputs, now=TODAY.isoformat(), orders=Orders())
            mine.send("count")
            runs.append((time.process_time() - begun, len(done.receipt.files) if done.receipt else 0, mine.recv()))
        pages = sum(1 for folder in ("entities", "concepts", "comparisons") for _ in (root / folder).glob("*.md"))
    mine.send("end")
    (cpu, written, (calls, longest, indexed)), (again, written_again, (calls_again, *_)) = runs
    if written_again:
        raise SystemExit(f"the second run wrote {written_again} files")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    row: Sequence[object] = (
        size, calls, pages, written, f"{cpu:.1f}", f"{1000 * cpu / size:.0f}", peak, f"{again:.1f}", calls_again - calls, longest, indexed,
    )  # fmt: skip
    print("  ".join(f"{cell:>{len(head)}}" for cell, head in zip(row, COLUMNS, strict=True)), flush=True)


def main(*sizes: str) -> None:
    """Measure every size in a process of its own."""
    print("  ".join(COLUMNS))
    for size in sizes or map(str, SIZES):
        subprocess.run([sys.executable, __file__, "--one", size], check=True, env=os.environ)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        measure(int(sys.argv[2]))
    else:
        main(*sys.argv[1:])
