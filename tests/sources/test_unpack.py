"""What is inside an archive goes in file by file, and nothing in it is trusted."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from llmwiki.sources.base import Options, Original, Refusal
from llmwiki.sources.gather import gather
from llmwiki.sources.unpack import expanded, unpack


def packed(files: dict[str, bytes], *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return buffer.getvalue()


def shown(data: bytes, name: str = "export.zip") -> list[str]:
    found = expanded(Original(name, data, name))
    return [f"! {item.input}: {item.reason}" if isinstance(item, Refusal) else item.origin for item in found]


def test_what_is_no_container_is_itself() -> None:
    note = Original("a.md", b"text", "a.md")
    assert unpack(note) is None
    assert list(expanded(note)) == [note]


def test_files_of_an_archive_come_in_order_with_their_own_names() -> None:
    data = packed({"b/港口.md": b"two", "a.md": b"one", ".DS_Store": b"x", "__MACOSX/a.md": b"x", "b/": b""})
    found = [item for item in expanded(Original("e.zip", data, "in/e.zip", options=Options(redact=False))) if isinstance(item, Original)]
    assert [(item.name, item.data, item.origin) for item in found] == [
        ("a.md", b"one", "in/e.zip/a.md"),
        ("港口.md", b"two", "in/e.zip/b/港口.md"),
    ]
    assert not any(item.place or item.options.redact for item in found)


def test_archives_in_archives_are_opened_to_a_depth() -> None:
    data = b"# A note\n\nwith text.\n"
    for _ in range(5):
        data = packed({"in.zip" if data.startswith(b"PK") else "a.md": data})
    assert shown(data) == ["! export.zip/in.zip/in.zip/in.zip: is nested too deep: archives in archives are read 3 deep"]
    assert shown(packed({"in.zip": packed({"a.md": b"x"})})) == ["export.zip/in.zip/a.md"]


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("../../etc/passwd", "!/etc/passwd: has a name that leads out of the archive"),
        ("/etc/passwd", "!/etc/passwd: has an absolute path for a name"),
        ("C:\\Windows\\a.md", "!/C:/Windows/a.md: has an absolute path for a name"),
        ("a\x07b.md", "!: has control characters in its name"),
        ("CON", "/CON"),
        ("a#b.md", "/a%23b.md"),
    ],
)
def test_a_name_inside_never_leads_anywhere(name: str, ending: str) -> None:
    (found,) = shown(packed({name: b"x"}))
    mark, _, rest = ending.rpartition("!")
    assert found.endswith(rest)
    assert found.startswith("! export.zip/" if mark or ending.startswith("!") else "export.zip/")


def test_links_and_locked_files_are_refused_by_name() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        link = zipfile.ZipInfo("link.md")
        link.external_attr = 0o120777 << 16
        made.writestr(link, "/etc/passwd")
        made.writestr("b.md", "x")
    assert shown(buffer.getvalue()) == ["export.zip/b.md", "! export.zip/link.md: is a link, which is not followed"]
    locked = bytearray(packed({"a.md": b"x"}))
    locked[locked.index(b"PK\x01\x02") + 8] |= 1
    assert shown(bytes(locked)) == ["! export.zip/a.md: is locked with a password"]


def test_bombs_are_named() -> None:
    (bomb,) = shown(packed({"a.md": bytes(20_000_000)}))
    assert bomb.startswith("! export.zip: unpacks to 19.1 MB from ")


def test_damaged_and_empty_archives_end_in_a_reason() -> None:
    data = packed({"a.md": b"A text that is long enough to be packed. " * 40})
    assert shown(data[:-30])[0].startswith("! export.zip: is a broken zip archive")
    assert shown(data[:60] + b"\xff\xff\xff" + data[63:])[0].startswith("! export.zip/a.md: is damaged: ")
    assert shown(packed({})) == ["! export.zip: is empty: no documents in it"]


def test_gather_opens_what_it_is_given(tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(packed({"x.md": b"1", "y.md": b"2"}))
    (tmp_path / "a.md").write_bytes(b"3")
    found = [item.origin for item in gather([tmp_path]) if isinstance(item, Original)]
    assert found == [f"{tmp_path.name}/{name}" for name in ("a.md", "b.zip/x.md", "b.zip/y.md")]
