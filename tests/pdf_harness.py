"""A tiny PDF writer for tests: text at places, in a few fonts, Chinese through a ToUnicode map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

FONTS = {"sans": "Helvetica", "bold": "Helvetica-Bold", "italic": "Helvetica-Oblique", "mono": "Courier"}
WIDTH, HEIGHT = 595, 842


class Run(NamedTuple):
    """A piece of text: points from the lower left corner, font size, font name of ``FONTS`` or ``han``."""

    x: float
    y: float
    text: str
    size: float = 10
    font: str = "sans"


class Box(NamedTuple):
    """A drawn rectangle: points from the lower left corner; a line where it has no height or no width."""

    x: float
    y: float
    width: float
    height: float


def grid(columns: Sequence[float], rows: Sequence[float]) -> list[Box]:
    """The boxes between these distances from the left and these heights."""
    across = [Box(columns[0], y, columns[-1] - columns[0], 0) for y in rows]
    return [*across, *(Box(x, min(rows), 0, max(rows) - min(rows)) for x in columns)]


def column(x: float, top: float, lines: Iterable[str], size: float = 10, font: str = "sans", *, leading: float = 12) -> list[Run]:
    """Lines below each other."""
    return [Run(x, top - leading * row, text, size, font) for row, text in enumerate(lines)]


def pdf(pages: Sequence[Sequence[Run | Box]], info: Mapping[str, str] | None = None, outline: Sequence[str] = ()) -> bytes:
    """A document with one page a list of runs.

    Args:
        pages: Runs in the order in which they are drawn.
        info: Keys and values of the document information.
        outline: Titles of bookmarks, all on the first page.
    """
    objects = _Objects()
    used = sorted({char for page in pages for run in page if isinstance(run, Run) and run.font == "han" for char in run.text})
    codes = {char: number for number, char in enumerate(used, 1)}
    fonts = {
        name: objects.add(f"<< /Type /Font /Subtype /Type1 /BaseFont /{base} /Encoding /WinAnsiEncoding >>") for name, base in FONTS.items()
    }
    fonts["han"] = _han_font(objects, codes)
    named = " ".join(f"/{name} {number} 0 R" for name, number in fonts.items())
    tree = objects.reserve()
    kids = []
    for page in pages:
        content = objects.stream("\n".join(_shown(run, codes) for run in page).encode("latin-1"))
        kids.append(
            objects.add(
                f"<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents {content} 0 R /Resources << /Font << {named} >> >> >>"
            )
        )
    objects.put(tree, f"<< /Type /Pages /Kids [{' '.join(f'{kid} 0 R' for kid in kids)}] /Count {len(kids)} >>")
    marks = _outline(objects, outline, kids[0]) if outline else ""
    root = objects.add(f"<< /Type /Catalog /Pages {tree} 0 R {marks} >>")
    about = objects.add("<< " + " ".join(f"/{key} <{_utf16(value)}>" for key, value in (info or {}).items()) + " >>")
    return objects.written(root, about)


class _Objects:
    def __init__(self) -> None:
        self._bodies: list[bytes] = []

    def reserve(self) -> int:
        self._bodies.append(b"")
        return len(self._bodies)

    def put(self, number: int, body: str) -> None:
        self._bodies[number - 1] = body.encode("latin-1")

    def add(self, body: str) -> int:
        number = self.reserve()
        self.put(number, body)
        return number

    def stream(self, data: bytes) -> int:
        self._bodies.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(data), data))
        return len(self._bodies)

    def written(self, root: int, about: int) -> bytes:
        out = bytearray(b"%PDF-1.7\n")
        places = []
        for number, body in enumerate(self._bodies, 1):
            places.append(len(out))
            out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
        start = len(out)
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
        out += b"".join(b"%010d 00000 n \n" % place for place in places)
        out += b"trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(places) + 1, root, about, start)
        return bytes(out)


def _shown(run: Run | Box, codes: Mapping[str, int]) -> str:
    if isinstance(run, Box):
        x, y, width, height = run
        return f"{x} {y} m {x + width} {y + height} l S" if 0 in {width, height} else f"{x} {y} {width} {height} re S"
    if run.font == "han":
        text = "<" + "".join(f"{codes[char]:04X}" for char in run.text) + ">"
    else:
        text = "(" + run.text.encode("cp1252").decode("latin-1").replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)") + ")"
    return f"BT /{run.font} {run.size} Tf 1 0 0 1 {run.x} {run.y} Tm {text} Tj ET"


def _han_font(objects: _Objects, codes: Mapping[str, int]) -> int:
    pairs = [f"<{code:04X}> <{_utf16(char, mark=False)}>" for char, code in codes.items()]
    chunks = [pairs[start : start + 100] for start in range(0, len(pairs), 100)]
    table = "".join(f"{len(chunk)} beginbfchar\n" + "\n".join(chunk) + "\nendbfchar\n" for chunk in chunks)
    cmap = objects.stream(
        (
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Adobe-Identity-UCS def\n"
            f"1 begincodespacerange <0000> <FFFF> endcodespacerange\n{table}endcmap end end"
        ).encode()
    )
    descendant = objects.add(
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /TestHan /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 1000 >>"
    )
    return objects.add(
        f"<< /Type /Font /Subtype /Type0 /BaseFont /TestHan /Encoding /Identity-H /DescendantFonts [{descendant} 0 R] /ToUnicode {cmap} 0 R >>"
    )


def _outline(objects: _Objects, titles: Sequence[str], page: int) -> str:
    root = objects.reserve()
    marks = [objects.reserve() for _ in titles]
    for place, (mark, title) in enumerate(zip(marks, titles, strict=True)):
        near = (f"/Prev {marks[place - 1]} 0 R " if place else "") + (f"/Next {marks[place + 1]} 0 R " if place + 1 < len(marks) else "")
        objects.put(mark, f"<< /Title <{_utf16(title)}> /Parent {root} 0 R {near}/Dest [{page} 0 R /Fit] >>")
    objects.put(root, f"<< /Type /Outlines /First {marks[0]} 0 R /Last {marks[-1]} 0 R /Count {len(marks)} >>")
    return f"/Outlines {root} 0 R"


def _utf16(text: str, *, mark: bool = True) -> str:
    return (("\ufeff" if mark else "") + text).encode("utf-16-be").hex().upper()
