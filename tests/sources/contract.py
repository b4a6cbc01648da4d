"""What every converter keeps to: a test class inherits from ``ConverterContract`` and gives a ``Case``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

import pytest

from llmwiki.errors import SourceRefused
from llmwiki.plugins import CONVERTERS, load
from llmwiki.sources.base import DEFAULT_OPTIONS, Converter, Options, Original, Source
from llmwiki.sources.convert import convert
from llmwiki.sources.detect import detect
from llmwiki.sources.place import place_at, places
from llmwiki.vault.plain import project

_NAMES = ("document", "document.bin", "document.md", "document.pdf", "文档")
_NOT_MACHINE = re.compile(r"(?<![\w:/.])/(?:[^/\s]+/){2,}")
_ADDED = re.compile(r"^(?:#{1,6} |<!-- |> tool: |```|~~~|\|[-:| ]+\|$|---$)")
"""Lines that converters add or cannot help: headings of ours, marks, tool lines, fences, the rule of a table."""


@dataclass(frozen=True)
class Case:
    """A small good document of a format.

    Attributes:
        kind: The converter's key in ``plugins.CONVERTERS``.
        data: The document.
        name: Its file name.
        by_content: Whether the bytes alone tell the format; False for formats that only the ending tells (tables, code).
        places: Passages of the text that the converter makes, and the place (as a citation shows it) where each stands.
        plain: The words of the original in its order, where the format allows to tell them: every line of the text that
            is no heading, mark or tool line must stand in them, letters and digits compared.
        verbatim: Whether the text is the original itself.
        options: How it is converted.
    """

    kind: str
    data: bytes
    name: str = "document"
    by_content: bool = True
    places: Mapping[str, str] = field(default_factory=dict)
    plain: str = ""
    verbatim: bool = False
    options: Options = DEFAULT_OPTIONS

    @property
    def original(self) -> Original:
        return Original(self.name, self.data, self.name, options=self.options)


class ConverterContract:
    """A converter's test class inherits from this and gives its ``case``."""

    case: ClassVar[Case]

    @property
    def converter(self) -> Converter:
        made = load(CONVERTERS[self.case.kind])()  # type: ignore[operator]
        assert isinstance(made.name, str)
        return made

    def source(self) -> Source:
        return convert(self.case.original)

    def test_it_is_told_by_content_whatever_the_name(self) -> None:
        for name in (self.case.name, *(_NAMES if self.case.by_content else ())):
            assert detect(name, self.case.data).kind == self.case.kind, name
            assert self.converter.accepts(Original(name, self.case.data, name)), name

    def test_it_accepts_nothing_else(self) -> None:
        for data in (b"", b"\x00" * 64, b"# A note\n\nWith text.\n" if self.case.kind != "text" else b"%PDF-1.4\n"):
            assert not self.converter.accepts(Original("document", data, "document"))

    def test_it_gives_a_whole_source(self) -> None:
        source = self.source()
        assert source.text.strip()
        assert source.title.strip()
        assert "\n" not in source.title
        assert source.kind in {"article", "paper", "transcript", "asset"}
        assert source.language in {"en", "zh"}
        assert re.fullmatch(r"\S.* \S+", source.extractor), "name and version"
        if self.case.kind != "text":
            assert source.extractor == self.converter.extractor
        assert source.verbatim == self.case.verbatim
        assert not source.date or re.fullmatch(r"\d{4}-\d{2}-\d{2}", source.date)

    def test_the_same_bytes_give_the_same_source(self) -> None:
        assert self.source() == self.source()
        assert self.converter.convert(self.case.original) == self.converter.convert(self.case.original)

    def test_marks_stand_in_order_and_lead_to_their_places(self) -> None:
        text = self.source().text
        marks = places(text)
        assert [mark.start for mark in marks] == sorted(mark.start for mark in marks)
        for kind in {mark.kind for mark in marks} - {"time"}:
            numbers = [int(mark.value) for mark in marks if mark.kind == kind]
            assert numbers == sorted(numbers), kind
        for passage, place in self.case.places.items():
            assert passage in text
            assert place_at(text, text.index(passage)) == place, passage

    def test_every_line_stands_in_the_original(self) -> None:
        if not self.case.plain:
            pytest.skip("the case tells no plain text")
        whole = _letters(self.case.plain)
        for line in self.source().text.split("\n"):
            if line.strip() and not _ADDED.match(line):
                for cell in line.strip("|").split(" | "):
                    assert _letters(project(cell)) in whole, line

    def test_damaged_input_ends_in_a_reason_or_a_source(self) -> None:
        data = self.case.data
        cuts = [data[: len(data) * part // 10] for part in range(1, 10)]
        holes = [data[: len(data) * part // 8] + b"\xff\x00\xfe<\x80{" + data[len(data) * part // 8 + 6 :] for part in range(8)]
        garbage = [data[:64] + bytes((number * 7919) % 256 for number in range(4000)), data[:8] + data[::-1]]
        for bytes_ in (*cuts, *holes, *garbage):
            self._ends_well(replace(self.case.original, data=bytes_))

    def test_nothing_tells_of_the_machine(self) -> None:
        source = self.source()
        for value in (source.text, source.title, source.origin, source.author, *source.notes):
            assert not _NOT_MACHINE.search(value)

    @staticmethod
    def _ends_well(original: Original) -> None:
        try:
            outcome = convert(original).text.strip()
        except SourceRefused as refused:
            outcome = refused.message
            reason = refused.message
        else:
            reason = ""
        assert outcome
        assert "\n" not in reason
        assert "Traceback" not in reason


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())
