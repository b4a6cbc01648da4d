"""Which wing and room a file belongs to: by folder, kind and topic, never by counted words.

A room name is a path of one or more parts; ``concepts`` stands for everything below it. How a room that grew too large is
divided is in `balance.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import PurePath, PurePosixPath

from llmwiki.vault.chars import CJK_CHAR
from llmwiki.vault.own_files import NESTED, PAGE_FOLDERS
from llmwiki.vault.places import fold
from llmwiki.vault.safe_names import slug

GENERAL = "general"
"""The room of what has neither a folder nor a kind nor a heading."""

CONVERSATIONS = "conversations"

_LONGEST_PART = 80
_TOPIC_WORDS, _TOPIC_CHARS = 6, 40
_TITLE_CHARS = 400
"""Of a title or heading, no more is looked at: conversations are titled with whole questions."""

_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029|→;]+")
_MARKS = re.compile(r"[*_`#\[\]<>]+")
_DATE = re.compile(
    r"(?<!\d)(?:19|20)\d\d(?:[-/._]?\d\d?[-/._]?\d\d?(?!\d)|[-/.]\d\d?(?!\d)|\s*年(?:\s*\d\d?\s*月(?:\s*\d\d?\s*[日号])?)?)"
    r"|(?<!\d)\d\d?\s*月\s*\d\d?\s*[日号]"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.?\s+\d\d?(?:st|nd|rd|th)?(?:,?\s+(?:19|20)\d\d)?\b"
    r"|\b\d\d?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.?(?:\s+(?:19|20)\d\d)?\b"
    r"|(?<![\d.])\d\d?:\d\d(?::\d\d)?(?:\s*[ap]m)?",
    re.IGNORECASE,
)
_SESSION = re.compile(
    r"^(?:re|fwd?|aw)\s*:\s*|\b(?:new|untitled)\s+(?:chat|conversation|session)\b|\b(?:chat|session|conversation|transcript)(?:[\s_-]*#?\d+)?$"
    r"|^(?:chat|session|conversation|transcript)[\s_-]+(?=\S)|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|新对话|新的聊天|未命名",
    re.IGNORECASE,
)


def clean(name: str) -> str:
    """A folder's own name as a part of a room name: nothing invisible in it and nothing that closet lines are divided by."""
    kept = " ".join(_UNSAFE.sub(" ", name.replace("/", " ")).split())[:_LONGEST_PART].strip()
    return kept.encode("utf-8", "replace").decode().strip(".") or GENERAL


def topic(text: str) -> str:
    """A room name made of a title or heading: without date, session number and reply mark, in lower case with hyphens; may be empty.

    The first six words, or forty characters where words are not divided by blanks.
    """
    bare = _MARKS.sub("", _DATE.sub(" ", text[:_TITLE_CHARS])).strip(" \t-_.,:;|–—")
    bare = _SESSION.sub(" ", bare).strip(" \t-_.,:;|–—()（）")
    words = " ".join(bare.split()[:_TOPIC_WORDS])
    if len(words) > _TOPIC_CHARS:
        head = words[:_TOPIC_CHARS]
        words = head if CJK_CHAR.search(head) else head.rpartition(" ")[0] or head
    return slug(words) if any(char.isalpha() for char in words) else ""


def vault_room(path: str, kind: str = "") -> str:
    """The room of a vault's file: its folder without a ``wiki/`` above all pages; at the top, its kind of page.

    Args:
        path: Vault-relative, with ``/``.
        kind: The page's ``type``, or empty.
    """
    folder = path.removeprefix(NESTED).rpartition("/")[0]
    if folder:
        return "/".join(clean(part) for part in folder.split("/"))
    return PAGE_FOLDERS.get(kind.lower(), topic(kind)) or GENERAL


def file_room(path: str, headings: Sequence[str] = ()) -> str:
    """The room of a mined file: the outermost folder it lies in; at the top, what its first heading speaks of.

    Args:
        path: Relative to the folder that is mined, with ``/``.
        headings: The file's headings in order.
    """
    folder = PurePosixPath(path).parent.parts
    return clean(folder[0]) if folder else _first_topic(headings) or GENERAL


def file_folders(path: str) -> tuple[str, ...]:
    """The folders of a mined file below its room, for `balance.Placed`."""
    return tuple(clean(part) for part in PurePosixPath(path).parent.parts[1:])


def conversation_room(title: str, headings: Sequence[str] = ()) -> str:
    """The room of a conversation: the topic in its title, else in its first heading that has one."""
    return _first_topic((title, *headings)) or CONVERSATIONS


def _first_topic(texts: Iterable[str]) -> str:
    return next(filter(None, map(topic, texts)), "")


def wing_of_folder(folder: PurePath, repository: PurePath | None = None) -> str:
    """The wing of what is done in a working folder: the name of its git repository, else of the folder.

    Args:
        folder: Absolute.
        repository: Root of the git repository the folder is in; of a linked worktree, that of the main one.
    """
    name = (repository or folder).name.removesuffix(".git")
    return slug(name) if any(map(str.isalnum, name)) else GENERAL


def topic_wing(shelves: Sequence[str], folders: Iterable[str] = (), title: str = "") -> str:
    """The one of the settings' ``topic_wings`` that a file names, or empty.

    Looked for as a whole folder, the outermost first, then as words of the title in the order of the settings.
    """
    names = {fold(shelf.strip()): shelf.strip() for shelf in shelves if shelf.strip()}
    for folder in folders:
        if fold(folder.strip()) in names:
            return names[fold(folder.strip())]
    return next((shelf for name, shelf in names.items() if _has_words(fold(title), name)), "")


def _has_words(text: str, name: str) -> bool:
    if CJK_CHAR.search(name):
        return name in text
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None
