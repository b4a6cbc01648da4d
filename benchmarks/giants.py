"""How much memory and time giants take: transcripts of 100 MB and 500 MB, and a PDF of 2,000 pages.

    python benchmarks/giants.py [MEGABYTES ...]

Each is ingested in a fresh wiki by a process of its own, twice, and linted. The floor is what no reader can be faster than: copying
the file with a flush, and going through its lines and their hash once. Pages are made of the beginning of a transcript only, which takes
the same time whatever its length, so rate and times are those of the bytes
that a size has more than the one before: how many a second, and how many times as long as the floor takes.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from sources import document, paragraphs

SIZES = (100, 500)
PAGES = 2000
MB = 1_000_000
COLUMNS = {
    "MB": 5,
    "parts": 5,
    "seconds": 8,
    "peak MB": 8,
    "again s": 8,
    "lint s": 8,
    "lint MB": 8,
    "floor s": 8,
    "rate MB/s": 9,
    "times": 6,
}
HEAD = " " * 24 + "".join(f" {name:>{width}}" for name, width in COLUMNS.items())
INGEST = """
import resource, sys
from llmwiki.cli.app import run
code = run(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)
sys.exit(code)
"""


def main(*sizes: str) -> None:
    """Measure every kind in every size, then the document."""
    print(HEAD)
    with tempfile.TemporaryDirectory() as place:
        top = Path(place)
        for name, lines in TRANSCRIPTS.items():
            before: tuple[int, float, float] | None = None
            for size in map(int, sizes or map(str, SIZES)):
                source = top / name
                write(source, lines(), size * MB)
                spent, floor = measure(top, source)
                if before:
                    more = spent - before[1]
                    print(f" {(size - before[0]) / more:9.1f} {more / (floor - before[2]):6.0f}", end="")
                before = size, spent, floor
                print()
        source = top / "document.pdf"
        source.write_bytes(document(0, PAGES))
        measure(top, source)
        print()


def measure(top: Path, source: Path) -> tuple[float, float]:
    """Print the row of a source; the seconds of its first ingest, and of the floor."""
    wiki = top / "wiki"
    shutil.rmtree(wiki, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "llmwiki", "init", str(wiki)], check=True, capture_output=True)
    spent, peak, said = command(wiki, "ingest", str(source), "--json")
    again, _, unchanged = command(wiki, "ingest", str(source), "--json")
    assert said["captured"] == unchanged["unchanged"]
    lint, lint_peak, _ = command(wiki, "lint", "--format", "json")
    floor = timed(lambda: (copied(source, top / "copy"), hashed(source)))
    size = source.stat().st_size / MB
    row = (f"{size:.0f}", said["captured"], f"{spent:.1f}", peak, f"{again:.1f}", f"{lint:.1f}", lint_peak, f"{floor:.2f}")
    print(
        f"{source.name:24}" + "".join(f" {cell:>{width}}" for cell, width in zip(row, COLUMNS.values(), strict=False)), end="", flush=True
    )
    return spent, floor


def command(wiki: Path, *words: str) -> tuple[float, int, dict[str, int]]:
    """Seconds, megabytes at most and the answer of a command in a process of its own."""
    started = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", INGEST, "--vault", str(wiki), *words], capture_output=True, text=True, check=True)
    return time.perf_counter() - started, int(done.stderr.split()[-1]), json.loads(done.stdout)


def write(file: Path, lines: Iterator[bytes], size: int) -> None:
    """Lines up to a size."""
    with file.open("wb") as out:
        while out.tell() < size:
            out.write(next(lines))


def session() -> Iterator[bytes]:
    """A session with a coding assistant, a record a line."""
    for number in count():
        role = ("user", "assistant")[number % 2]
        record = {"type": role, "uuid": f"u{number}", "parentUuid": f"u{number - 1}", "sessionId": "s", "timestamp": "2026-03-02T10:00:00Z"}
        content = "\n\n".join(paragraphs(number, 3))
        yield json.dumps({**record, "message": {"role": role, "content": content}}, ensure_ascii=False).encode() + b"\n"


def captions() -> Iterator[bytes]:
    """Subtitles of two speakers."""
    yield b"WEBVTT\n\n"
    for number in count():
        start = number * 4
        times = (f"{at // 3600:02}:{at // 60 % 60:02}:{at % 60:02}.000" for at in (start, start + 3))
        yield f"{' --> '.join(times)}\n<v {('Ana', '李明')[number // 5 % 2]}>{paragraphs(number, 1)[0]}\n\n".encode()


def spoken() -> Iterator[bytes]:
    """A transcript in plain text, a turn a line."""
    for number in count():
        time_of_day = f"{number // 3600 % 100:02}:{number // 60 % 60:02}:{number % 60:02}"
        yield f"[{time_of_day}] {('Ana', '李明')[number % 2]}: {paragraphs(number, 1)[0]}\n".encode()


TRANSCRIPTS: dict[str, Callable[[], Iterator[bytes]]] = {"session.jsonl": session, "talk.vtt": captions, "transcript.txt": spoken}


def copied(source: Path, target: Path) -> None:
    """Copy a file in pieces of 1 MB and flush it."""
    with source.open("rb") as read, target.open("wb") as out:
        while piece := read.read(1 << 20):
            out.write(piece)
        out.flush()
        os.fsync(out.fileno())


def hashed(source: Path) -> None:
    """Go through the lines of a file and hash them."""
    digest = hashlib.sha256()
    with source.open("rb") as read:
        for line in read:
            digest.update(line)


def timed(work: Callable[[], object]) -> float:
    """Seconds that some work takes, the disk included."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


if __name__ == "__main__":
    main(*sys.argv[1:])
    print(f"most memory of the benchmark itself: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")
