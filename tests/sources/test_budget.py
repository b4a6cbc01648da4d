"""What one input may use up, and zip archives that would use up more."""

from __future__ import annotations

import re
import struct
import zipfile
from itertools import count

import pytest
from sources.zips import overlapping, packed, with_mode

from llmwiki.errors import SourceRefused
from llmwiki.sources.budget import BUDGET, Budget, name_objection, open_zip
from llmwiki.sources.limits import RATIO_FREE


class TestReading:
    def test_files_and_their_bytes(self) -> None:
        archive = open_zip(packed({"b/潮.md": "潮水".encode(), "a.md": b"a" * 100_000, "empty": b"", "folder/": b""}))
        assert [tuple(member) for member in archive] == [("b/潮.md", 6), ("a.md", 100_000), ("empty", 0)]
        assert (archive.read("b/潮.md").decode(), len(archive.read("a.md")), archive.read("empty")) == ("潮水", 100_000, b"")
        assert "a.md" in archive
        assert "folder/" not in archive
        assert archive.refused == []
        with pytest.raises(KeyError):
            archive.read("no.md")

    @pytest.mark.parametrize("encoding", ["gb18030", "utf-8"])
    def test_names_without_a_mark_are_read_as_what_they_are(self, encoding: str) -> None:
        raw = "港口记录.md".encode(encoding)
        assert open_zip(packed({"x" * len(raw): b"1"}).replace(b"x" * len(raw), raw)).members[0].name == "港口记录.md"

    def test_hidden_characters_of_names_are_not_shown(self) -> None:
        archive = open_zip(packed({"gp\u202ej.exe\u200b.md": b"1", "n" * 300: b"2"}))
        assert [member.name for member in archive] == ["gpj.exe.md", "n" * 255 + "..."]
        assert archive.read("gpj.exe.md") == b"1"


class TestRefusing:
    @pytest.mark.parametrize(
        ("data", "reason"),
        [
            (b"", "is a broken zip archive"),
            (b"PK\x03\x04 and no more", "is a broken zip archive"),
            (packed({"a": b"x" * 999})[:-8], "is a broken zip archive"),
            (packed({"a": bytes(RATIO_FREE + 1)}), "unpacks to 16.0 MB from 0.1 MB: over 200 times as much, as only bombs do"),
            (packed({f"{number}": bytes(1024 * 1024) for number in range(17)}), "unpacks to 17.0 MB from 0.1 MB: over 200 times"),
            (overlapping(), "is no honest archive: its files overlap"),
        ],
    )
    def test_whole_archives(self, data: bytes, reason: str) -> None:
        with pytest.raises(SourceRefused, match=re.escape(reason)):
            open_zip(data)

    def test_a_format_is_named(self) -> None:
        with pytest.raises(SourceRefused, match="is a broken Word document"):
            open_zip(b"", what="Word document")

    @pytest.mark.parametrize(
        ("data", "reason"),
        [
            (with_mode(0o120777), "is a link, which is not followed"),
            (with_mode(0o010644), "is not a file: a device, pipe or socket"),
            (with_mode(0o020644), "is not a file: a device, pipe or socket"),
            (with_mode(0o100644), ""),
            (with_mode(0), ""),
            (packed({"a": b"x"}, zipfile.ZIP_BZIP2), "is packed in a way that is not read here; pack it again as an ordinary zip"),
        ],
    )
    def test_single_files(self, data: bytes, reason: str) -> None:
        archive = open_zip(data)
        assert archive.refused == ([("a", reason)] if reason else [])
        assert ("a" in archive) == (not reason)

    def test_locked_and_doubled_files(self) -> None:
        locked = bytearray(packed({"a": b"x", "b": b"y"}))
        locked[locked.index(b"PK\x01\x02") + 8] |= 1
        archive = open_zip(bytes(locked))
        assert archive.refused == [("a", "is locked with a password")]
        assert archive.read("b") == b"y"
        twice = open_zip(packed({"a": b"1", "b": b"2"}).replace(b"b", b"a"))
        assert (twice.read("a"), twice.refused) == (b"1", [("a", "has the name of another file in the archive")])

    def test_damage_inside_is_a_reason(self) -> None:
        data = bytearray(packed({"a": b"text that is packed. " * 99}))
        data[40:44] = b"\xff\xff\xff\xff"
        with pytest.raises(SourceRefused, match="is damaged: a in the archive cannot be unpacked"):
            open_zip(bytes(data)).read("a")

    def test_a_size_that_lies_gives_no_more_than_it_says(self) -> None:
        data = packed({"a": bytes(30_000_000)})
        at = data.index(b"PK\x01\x02") + 24
        lying = data[:at] + struct.pack("<L", 10) + data[at + 4 :]
        with pytest.raises(SourceRefused, match="is damaged"):
            open_zip(lying).read("a")

    def test_limits_of_number_bytes_and_time(self) -> None:
        data = packed({"a": b"a" * 700_000, "b": b"b" * 700_000})
        with pytest.raises(SourceRefused, match="holds too many files for a zip archive: over 1"):
            open_zip(data, Budget(members=1))
        with pytest.raises(SourceRefused, match=r"unpacks to 1\.3 MB, the limit is 1\.0 MB"):
            open_zip(data, Budget(bytes_out=1024 * 1024))
        assert [name for name, _ in open_zip(data, Budget(bytes_member=1000)).refused] == ["a", "b"]
        ticks = count()
        archive = open_zip(data, Budget(seconds=15.0, clock=lambda: float(next(ticks))))
        archive.read("a")
        with pytest.raises(SourceRefused, match="took too long: unpacking was stopped after 15 s"):
            archive.read("b")

    def test_reading_twice_counts_twice(self) -> None:
        archive = open_zip(packed({"a": b"a" * 700_000}), Budget(bytes_out=1024 * 1024))
        archive.read("a")
        with pytest.raises(SourceRefused, match=r"unpacks to more than 1\.0 MB"):
            archive.read("a")

    def test_only_time_at_work_counts(self) -> None:
        now = [0.0]
        archive = open_zip(packed({"a": b"x"}), Budget(seconds=1.0, clock=lambda: now[0]))
        now[0] = 1000.0
        assert archive.read("a") == b"x"


@pytest.mark.parametrize("name", ["a/b.md", "a..b/c...md", "CON", "港口／一.md", "...", "a/ b"])
def test_harmless_names(name: str) -> None:
    assert not name_objection(name)


@pytest.mark.parametrize(
    "name",
    [
        "../a",
        "a/../../b",
        "..\\a",
        "a\\..\\..\\b",
        "/etc/passwd",
        "\\\\server\\share",
        "C:\\a",
        "c:a",
        "．．／a",
        "..∕a",
        "..⁄a",
        "‥/a",
        "..＼a",
        ".. /a",
    ],
)
def test_names_that_would_lead_out(name: str) -> None:
    assert name_objection(name).endswith(("leads out of the archive", "an absolute path for a name"))


@pytest.mark.parametrize("name", ["a\x00b", "a\nb", "a\x1b[2Jb", "", ".", "/"])
def test_names_that_are_none(name: str) -> None:
    assert name_objection(name)


def test_the_budget_is_a_value() -> None:
    assert Budget() == BUDGET
