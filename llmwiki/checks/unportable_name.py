r"""A file or folder has a name that another system refuses, or that a wikilink cannot spell.

Windows refuses the characters `< > : " | ? * \`, control characters, names that end in a dot or a space, and the names of
devices (`CON`, `PRN`, `AUX`, `NUL`, `COM1`, `LPT1`..., with any ending); phones and Obsidian Sync refuse most of the same.
Linux and Android refuse names of more than 255 bytes, which are 85 Chinese characters. In a wikilink `#` begins a heading,
and `[[`, `]]` and `%%` end or hide the link, so a name with one of them cannot be linked to; `^`, `[` and `]` may fail,
which is info. Attachments and folders are looked at as well, a folder once, at its first file; in a wiki the sources are not.

Why: `git clone` and sync clients stop at such a file, or leave it out without a word, and the note is missing on one device.

Fix: Rename it in Obsidian, so that its links follow, or let `wiki lint --unsafe-fixes` do so. A folder is renamed by hand.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.checks.base import EVERYWHERE, Mark, Severity, Snapshot
from llmwiki.checks.by_names import by_names
from llmwiki.checks.renames import Renames, judged_files
from llmwiki.vault.own_files import page_kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CODE = "W206"
NAME = "unportable-name"
SEVERITY: Severity = "warning"
PROFILES = EVERYWHERE

LONGEST = 255
"""Bytes of a name that ext4, F2FS and most others on Linux and Android store."""

# https://learn.microsoft.com/windows/win32/fileio/naming-a-file: characters, endings and device names.
_ILLEGAL = r'[<>:"|?*\\\x00-\x1f\x7f]'
_DEVICE = r"(?i)(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])\s*"
_DEVICE_HEADS = frozenset({"con", "prn", "aux", "nul", "com", "lpt"})
# What Obsidian's help says may not work in a link: the first for certain, the others perhaps.
_UNLINKABLE = r"#|\[\[|\]\]|%%"
_DOUBTFUL = r"[\^\[\]]"
_ANY_SIGN = re.compile(r'[<>:"|?*\\#^\[\]%\x01-\x1f\x7f]')


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each file, and each folder once, with such a name."""
    return by_names(snapshot, CODE, _unportable, snapshot.schema.naming)


def _unportable(snapshot: Snapshot) -> Iterator[Mark]:
    renames = Renames(snapshot)
    seen: set[str] = set()
    for path in _suspects(judged_files(snapshot)):
        folder, slash, name = path.rpartition("/")
        yield from _folders(path, folder, seen)
        fault, severity = fault_of(name)
        if fault:
            yield renames.mark(path, f"{folder}{slash}{_better(snapshot, path, name)}", f"the name {fault}", severity)


def _suspects(files: Sequence[str]) -> Iterator[str]:
    """Files whose path may hold a fault, told by signs, and by what names and folders begin and end with."""
    signs = set(_with_signs("\0".join(files)))
    parted = [path.rpartition("/") for path in files]
    odd = {folder for folder in {folder for folder, _, _ in parted} if any(map(_is_odd, folder.split("/")))}
    for path, (folder, _, name) in zip(files, parted, strict=True):
        if _is_odd(name) or folder in odd or path in signs:
            yield path


def _with_signs(paths: str) -> Iterator[str]:
    """Those of the paths, NUL between them, that hold a sign; all are searched at once, since most vaults have none."""
    for sign in _ANY_SIGN.finditer(paths):
        end = paths.find("\0", sign.end())
        yield paths[paths.rfind("\0", 0, sign.start()) + 1 : end if end >= 0 else None]


def _is_odd(name: str) -> bool:
    """Whether a name without forbidden signs needs a closer look."""
    return name[:3].lower() in _DEVICE_HEADS or name[-1:] in {".", " "} or 3 * len(name) > LONGEST


def _folders(path: str, folder: str, seen: set[str]) -> Iterator[Mark]:
    above = ""
    for part in folder.split("/") if folder else ():
        above = f"{above}/{part}" if above else part
        if above not in seen:
            seen.add(above)
            fault, severity = fault_of(part)
            if fault and severity is None:
                yield Mark(path, None, f"the name of the folder “{above}” {fault}", hint="rename it in Obsidian, so that links follow")


def fault_of(name: str) -> tuple[str, Severity | None]:
    """What is wrong with the name of a file or folder, to be said behind “the name”, and how bad it is; empty when nothing is."""
    if illegal := re.search(_ILLEGAL, name):
        return f"holds {_shown(illegal[0])}, which Windows refuses", None
    if name[-1] in ". ":
        return f"ends in a {'dot' if name[-1] == '.' else 'space'}, which Windows takes away", None
    if re.fullmatch(_DEVICE, name.partition(".")[0]):
        return "is that of a device on Windows", None
    size = len(name.encode("utf-8", "surrogateescape"))
    if size > LONGEST:
        return f"takes {size} bytes, and Linux and Android store {LONGEST}", None
    if unlinkable := re.search(_UNLINKABLE, name):
        return f"holds {_shown(unlinkable[0])}, which no wikilink can spell", None
    doubtful = re.search(_DOUBTFUL, name)
    return (f"holds {_shown(doubtful[0])}, which may not work in a link", "info") if doubtful else ("", None)


def is_unportable(name: str) -> bool:
    """Whether some system refuses a name, or no wikilink can spell it."""
    fault, severity = fault_of(name)
    return bool(fault) and severity is None


def _shown(sign: str) -> str:
    return f"“{sign}”" if sign.isprintable() else "a control character"


def _better(snapshot: Snapshot, path: str, name: str) -> str:
    """A name near the old one that works everywhere; a page of a wiki gets the name its title would."""
    stem, dot, ending = name.rpartition(".")
    if not stem or not ending.isalnum():
        stem, dot, ending = name, "", ""
    if page_kind(path):
        from llmwiki.vault.safe_names import slug

        return slug(stem, snapshot.schema.naming) + dot + ending
    stem = re.sub(r"(?<=\b[A-Za-z])#(?!\w)", " Sharp", stem)
    stem = re.sub(r'[<>"?*#\x00-\x1f\x7f]|%%', "", stem).replace("[", "(").replace("]", ")")
    stem = re.sub(r"(\s*)[:|\\^](\s*)", lambda sign: " - " if sign[1] or sign[2] else "-", stem).strip(" .-")
    stem = stem.encode("utf-8", "surrogateescape")[: LONGEST - 55].decode("utf-8", "ignore").strip() or "note"
    return f"{stem}-note{dot}{ending}" if re.fullmatch(_DEVICE, stem.partition(".")[0]) else stem + dot + ending
