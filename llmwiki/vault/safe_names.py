"""File names made from titles, and the check that every written path passes.

A name is legal on Linux, macOS and Windows, holds no invisible character, keeps Chinese and every other
script, and depends on its title alone. The title itself stays in the page's frontmatter.
"""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from collections.abc import Collection

from llmwiki.errors import NameRefused
from llmwiki.vault.places import fold

MAX_CHARS = 80
MAX_BYTES = 200
"""Well under the 255 bytes (or UTF-16 units) that file systems allow, so that an ending and a temporary name still fit."""

_HASH = 6
_APOSTROPHE = re.compile(r"(?<=\w)['\u2019\u02bc](?=\w)")
_PLUS = re.compile(r"(?<=[\w+])\+(?=\+|\W|$)")
_SHARP = re.compile(r"(?<=\b[A-Za-z])#(?!\w)")
_DOT_IN_VERSION = re.compile(r"(?<=\d)\.(?=\d)")
# https://learn.microsoft.com/windows/win32/fileio/naming-a-file: reserved with any ending, superscript digits included.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])", re.IGNORECASE)
_ILLEGAL = re.compile(r'[<>:"|?*\\\x00-\x1f\x7f]')
# Letters and marks that show nothing: combining joiner, Hangul fillers, variation selectors.
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_OWN_DOTTED = frozenset({".wiki", ".obsidian", ".gitignore", ".gitattributes", ".revisions"})
_JOINERS = frozenset("\u200c\u200d\ufe0f")
"""Invisible, but part of words in Persian and Hindi and of many emoji."""


def slug(title: str, naming: str = "unicode") -> str:
    """A file name for a title, without an ending.

    Args:
        title: Any text.
        naming: ``unicode`` keeps every script; ``ascii`` keeps ASCII and replaces the rest by a short
            hash of the title, so that two Chinese titles stay apart.

    Returns:
        Lower case with hyphens, NFC, never empty, at most 80 characters and 200 UTF-8 bytes. Dots stay
        between digits only: ``GPT-4.1`` gives ``gpt-4.1``. A name that had to be cut ends with a hash.
    """
    text = unicodedata.normalize("NFC", _spoken(title).lower())
    text = unicodedata.normalize("NFC", "".join(_kept(char) for char in text))
    if naming == "ascii":
        text = _ascii(text, title)
    name = _hyphenated(text) or f"note-{_digest(title)}"
    return _shortened(_no_device(name))


def unique(name: str, taken: Collection[str]) -> str:
    """``name``, or ``name-2``, ``name-3``...: the first that equals none of ``taken`` without regard to case and normal form."""
    folded = {fold(other) for other in taken}
    if fold(name) not in folded:
        return name
    number = 2
    while fold(_numbered(name, number)) in folded:
        number += 1
    return _numbered(name, number)


def checked(path: str, *, existing: bool = False) -> str:
    """The vault-relative ``path``, unchanged, if it is safe to write.

    Args:
        path: Separated by ``/``, relative to the vault's root.
        existing: Whether the file stands in the vault already. A person's own names may be illegal on
            another system; only what leads out of the vault or into hidden folders is refused then.

    Raises:
        NameRefused: The path is absolute, leaves the vault, hides in a dot folder, or is illegal somewhere.
    """
    parts = path.split("/")
    for part in parts:
        reason = _structural(part) or ("" if existing else _illegal(part))
        if reason:
            raise NameRefused(f"The path {path!r} cannot be written: {reason}.", "Choose another name.")
    _refuse_hidden(path, parts)
    return path


def _structural(part: str) -> str:
    if part in {"", ".", ".."}:
        return "it is absolute, empty, or has '.', '..' or an empty part"
    if "\0" in part or "\\" in part:
        return "a part holds a backslash or a NUL"
    if os.name == "nt" and ":" in part:
        return "a part names a drive or a stream"
    return ""


def _illegal(part: str) -> str:
    if _ILLEGAL.search(part):
        return f"{part!r} holds a character that Windows refuses"
    if part[-1] in ". " or part[0] == " ":
        return f"{part!r} starts with a space or ends in a dot or a space"
    if _DEVICE.fullmatch(part.split(".", 1)[0].rstrip()):
        return f"{part!r} is the name of a device on Windows"
    if any(_invisible(char) for char in part):
        return f"{part!r} holds an invisible character"
    if len(part.encode("utf-8", "surrogatepass")) > MAX_BYTES + 40:
        return f"{part[:20]!r}... is longer than file systems allow"
    return ""


def _refuse_hidden(path: str, parts: list[str]) -> None:
    hidden = [part for part in parts if part.startswith(".") and part not in _OWN_DOTTED]
    if hidden:
        raise NameRefused(f"The path {path!r} cannot be written: {hidden[0]!r} is hidden.", "Notes live outside of hidden folders.")
    if parts[:2] in ([".wiki", "local"], [".wiki", "cache"]):
        raise NameRefused(f"The path {path!r} cannot be written: it is the tool's own state.", "Choose another folder.")


def _invisible(char: str) -> bool:
    if char in _JOINERS:
        return False
    return unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"} or bool(_BLANK.match(char))


def _spoken(title: str) -> str:
    """Say the signs that tell names apart: C, C++ and C# are three things."""
    text = _APOSTROPHE.sub("", title)
    return _SHARP.sub(" sharp ", _PLUS.sub(" plus ", text))


def _kept(char: str) -> str:
    """The character, nothing for what shows nothing or is a picture, a space for the rest."""
    kind = unicodedata.category(char)
    if _BLANK.match(char) or kind in {"Cc", "Cf", "Cs", "Co", "Cn", "So", "Sk", "Me"}:
        return " " if char in "\t\n\r\v\f" else ""
    return char if kind[0] in "LMN" or char == "." else " "


def _hyphenated(text: str) -> str:
    text = _DOT_IN_VERSION.sub("\0", text)
    text = "".join(char if char == "\0" or unicodedata.category(char)[0] in "LMN" else "-" for char in text)
    name = re.sub("-+", "-", text).strip("-").replace("\0", ".")
    # .3gp is a video to Obsidian, so a name must not end like one.
    return f"{name[:-4]}-3gp" if name.endswith(".3gp") else name


def _ascii(text: str, title: str) -> str:
    plain = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    kept = "".join(char if char.isascii() else " " for char in plain)
    lost = any(not char.isascii() and unicodedata.category(char)[0] in "LN" for char in plain)
    if not lost:
        return kept
    return f"{_hyphenated(kept) or 'note'}-{_digest(title)}"


def _no_device(name: str) -> str:
    return f"{name.replace('.', '-')}-note" if _DEVICE.fullmatch(name.split(".", 1)[0]) else name


def _shortened(name: str) -> str:
    if len(name) <= MAX_CHARS and len(name.encode()) <= MAX_BYTES:
        return name
    ending = f"-{_digest(name)[:_HASH]}"
    return _cut(name, len(ending)).rstrip("-.") + ending


def _cut(name: str, spare: int) -> str:
    """The longest head that leaves ``spare`` characters, up to a word's end unless that loses more than half."""
    head = name[: MAX_CHARS - spare].encode()[: MAX_BYTES - spare].decode("utf-8", "ignore")
    rest = name[len(head) :]
    while rest and unicodedata.combining(rest[0]) and head:
        head, rest = head[:-1], head[-1] + rest
    at_word = head.rpartition("-")[0]
    return at_word if rest[:1] != "-" and len(at_word) * 2 > len(head) else head


def _numbered(name: str, number: int) -> str:
    ending = f"-{number}"
    too_long = len(name) + len(ending) > MAX_CHARS or len(name.encode()) + len(ending) > MAX_BYTES
    return (_cut(name, len(ending)).rstrip("-.") if too_long else name) + ending


def _digest(text: str) -> str:
    folded = unicodedata.normalize("NFC", text).encode("utf-8", "surrogatepass")
    return hashlib.sha256(folded).hexdigest()[:8]
