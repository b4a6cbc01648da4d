"""How fast inputs become sources, against reading and hashing the same bytes; and how much memory giants take.

    python benchmarks/sources.py [FOLDER]

Without a folder it writes 1,000 small files of ten kinds and some larger ones of its own making to a temporary one.
Giants are ``giants.py``'s.
"""

from __future__ import annotations

import hashlib
import io
import json
import resource
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Refusal
from llmwiki.sources.convert import convert
from llmwiki.sources.gather import gather

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from pdf_harness import column, pdf  # the tests' own writer of documents

SENTENCES = (
    "The harbour has kept a register of every ship since 1871, and the register is open to all.",
    "A segment holds one hour of rows and is never changed once it is written.",
    "向量检索把文本转换为向量，再按距离查找最近的邻居，它不要求词语完全一致。",
    "The buffer is flushed every five seconds, or when it holds sixty-four megabytes.",
)


def main(folder: str = "") -> None:
    """Measure what is below a folder, or the corpus made here."""
    with tempfile.TemporaryDirectory() as place:
        measure({Path(folder).name: [Path(folder)]} if folder else corpus(Path(place)))


def corpus(top: Path) -> dict[str, list[Path]]:
    """Write the documents, a folder a kind."""
    kinds: dict[str, tuple[int, str, Callable[[int], bytes]]] = {
        "Markdown": (1000, "md", note),
        "HTML": (100, "html", page),
        "PDF": (10, "pdf", document),
    }
    made = {}
    for kind, (count, ending, build) in kinds.items():
        (top / kind).mkdir()
        for number in range(count):
            (top / kind / f"source-{number:04}.{ending}").write_bytes(build(number))
        made[kind] = [top / kind]
    return {"small, mixed": [small(top)], **made}


def small(top: Path) -> Path:
    """1,000 files as people have them, a hundred of each of ten kinds."""
    folder = top / "small"
    folder.mkdir()
    for number in range(100):
        for ending, data in SMALL.items():
            (folder / f"file-{number:03}.{ending}").write_bytes(data(number))
    return folder


def small_page(number: int) -> bytes:
    """A web page of three paragraphs."""
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs(number, 3))
    return f"<html><head><title>Page {number}</title></head><body><article>{text}</article></body></html>".encode()


def docx(number: int) -> bytes:
    """A Word document of three paragraphs."""
    body = "".join(f"<w:p><w:r><w:t>{paragraph}</w:t></w:r></w:p>" for paragraph in paragraphs(number, 3))
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    package = "http://schemas.openxmlformats.org/package/2006"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        types = f'<Types xmlns="{package}/content-types"><Override PartName="/word/document.xml" ContentType="{kind}"/></Types>'
        archive.writestr("[Content_Types].xml", types)
        relation = f'<Relationship Id="a" Type="{office}" Target="word/document.xml"/>'
        archive.writestr("_rels/.rels", f'<Relationships xmlns="{package}/relationships">{relation}</Relationships>')
        archive.writestr("word/document.xml", f"<w:document {space}><w:body>{body}</w:body></w:document>")
    return buffer.getvalue()


def captions(number: int) -> bytes:
    """Subtitles of three cues."""
    cues = (f"00:{place:02}:00.000 --> 00:{place:02}:30.000\n<v Ana>{text}\n" for place, text in enumerate(paragraphs(number, 3)))
    return ("WEBVTT\n\n" + "\n".join(cues)).encode()


def mail(number: int) -> bytes:
    """A mail of three paragraphs."""
    head = f"From: Ana <ana@example.org>\nTo: bo@example.org\nSubject: Part {number}\nDate: Mon, 2 Mar 2026 10:00:00 +0000\n"
    return f"{head}MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n{chr(10).join(paragraphs(number, 3))}\n".encode()


def table(number: int) -> bytes:
    """A table of three rows."""
    return ("place,text\n" + "".join(f'{place},"{text}"\n' for place, text in enumerate(paragraphs(number, 3)))).encode()


def records(number: int, count: int = 6) -> Iterator[bytes]:
    """Records of a session with a coding assistant."""
    for place, text in enumerate(paragraphs(number, count)):
        role = ("user", "assistant")[place % 2]
        record = {"type": role, "uuid": f"{number}-{place}", "sessionId": f"s{number}", "timestamp": "2026-03-02T10:00:00Z"}
        yield json.dumps({**record, "message": {"role": role, "content": text * 3}}, ensure_ascii=False).encode() + b"\n"


def paragraphs(number: int, count: int) -> list[str]:
    """Paragraphs of four sentences that differ from file to file."""
    return [f"In part {number}.{place} this is told. " + " ".join(SENTENCES) for place in range(count)]


def note(number: int) -> bytes:
    """A note of about 4 kB."""
    return f"---\ntitle: Note {number}\ntags: [a]\n---\n\n# Note {number}\n\n{(chr(10) * 2).join(paragraphs(number, 10))}\n".encode()


def page(number: int) -> bytes:
    """A web page of about 25 kB with navigation around its text."""
    links = "".join(f'<li><a href="/{place}">Some other page {place}</a></li>' for place in range(60))
    text = "".join(f"<h2>Part {place}</h2><p>{paragraph}</p>" for place, paragraph in enumerate(paragraphs(number, 30)))
    return (
        f"<html><head><title>Page {number}</title></head><body><nav><ul>{links}</ul></nav><article>{text}</article></body></html>".encode()
    )


def document(number: int, pages: int = 10) -> bytes:
    """A PDF document of so many pages."""
    lines = [f"line {row} of part {number} goes on until it meets the margin of the page" for row in range(55)]
    return pdf([column(72, 780, lines) for _ in range(pages)])


SMALL: dict[str, Callable[[int], bytes]] = {
    "md": note,
    "txt": lambda number: "\n\n".join(paragraphs(number, 5)).encode(),
    "gb.txt": lambda number: (SENTENCES[2] * 20 + str(number)).encode("gb18030"),
    "html": small_page,
    "docx": docx,
    "vtt": captions,
    "eml": mail,
    "csv": table,
    "json": lambda number: json.dumps({"part": number, "texts": paragraphs(number, 3)}).encode(),
    "jsonl": lambda number: b"".join(records(number)),
}


def measure(kinds: dict[str, list[Path]]) -> None:
    """Print a row a kind: after one conversion to load libraries, the best of three runs."""
    print(f"{'':14} {'files':>6} {'MB':>6} {'files/s':>8} {'MB/s':>7} {'floor MB/s':>10} {'times':>7}")
    for kind, places in kinds.items():
        originals = [item for item in gather(places) if not isinstance(item, Refusal)]
        size = sum(len(item.data) for item in originals) / 1e6
        converted(originals[:1])
        spent = min(timed(lambda places=places: converted(gather(places))) for _ in range(3))
        floor = min(timed(lambda places=places: hashed(places)) for _ in range(3))
        print(f"{kind:14} {len(originals):6} {size:6.1f}", end=" ")
        print(f"{len(originals) / spent:8.0f} {size / spent:7.2f} {size / floor:10.0f} {spent / floor:7.0f}")
    print(f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def converted(items: Iterable[Original | Refusal]) -> int:
    """Convert all, and count what was refused."""
    refused = 0
    for item in items:
        try:
            refused += isinstance(item, Refusal) or not convert(item).text
        except SourceRefused:
            refused += 1
    return refused


def hashed(places: Iterable[Path]) -> None:
    """What no converter can be faster than: read and hash every file."""
    for path in sorted(file for place in places for file in place.rglob("*") if file.is_file()):
        hashlib.sha256(path.read_bytes()).hexdigest()


def timed(work: Callable[[], object]) -> float:
    """CPU seconds that some work takes, so that other work on the machine counts least."""
    started = time.process_time()
    work()
    return time.process_time() - started


if __name__ == "__main__":
    main(*sys.argv[1:2])
