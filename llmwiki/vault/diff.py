"""Unified diffs in git's form, so that people and ``git apply`` both read them."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff

NO_NEWLINE = "\\ No newline at end of file\n"


def file_diff(old_path: str, new_path: str, old: bytes | None, new: bytes | None) -> str:
    """The diff of one file.

    Args:
        old_path: Its path before (the same as ``new_path`` unless it moves).
        new_path: Its path after.
        old: Bytes before; None when the file is made.
        new: Bytes after; None when the file is deleted.
    """
    head = f"diff --git {_name('a', old_path)} {_name('b', new_path)}\n{_kind(old_path, new_path, old, new)}"
    if old == new:
        return head
    if b"\0" in (old or b"")[:8000] or b"\0" in (new or b"")[:8000]:
        return head + f"Binary files {_side('a', old_path, old)} and {_side('b', new_path, new)} differ\n"
    lines = unified_diff(_lines(old), _lines(new), _label("a", old_path, old), _label("b", new_path, new))
    return head + "".join(_closed(lines))


def _kind(old_path: str, new_path: str, old: bytes | None, new: bytes | None) -> str:
    if old is None:
        return "new file mode 100644\n"
    if new is None:
        return "deleted file mode 100644\n"
    return f"rename from {old_path}\nrename to {new_path}\n" if old_path != new_path else ""


def _lines(data: bytes | None) -> list[str]:
    text = (data or b"").decode("utf-8", "surrogateescape")
    return [line for line in text.replace("\n", "\n\0").split("\0") if line] if "\0" not in text else [text]


def _closed(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n{NO_NEWLINE}"


def _label(letter: str, path: str, data: bytes | None) -> str:
    side = _side(letter, path, data)
    return side + "\t" if " " in side else side


def _side(letter: str, path: str, data: bytes | None) -> str:
    return "/dev/null" if data is None else _name(letter, path)


def _name(letter: str, path: str) -> str:
    return f"{letter}/{path}"
