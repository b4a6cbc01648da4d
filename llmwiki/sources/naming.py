"""Names of documents and people: titles for documents that name none, authors as they are written."""

from __future__ import annotations

import re

_SEPARATORS = re.compile(r"[\s_-]+")
_SPACES = re.compile(r"\s+")
_BY = re.compile(r"^(?:by|von|作者|文)\s*[:：]?\s+|^作者[:：]", re.IGNORECASE)
_NO_NAME = re.compile(
    r"https?:|@|\d{3}|^(?:admin|administrator|author|editor|unknown|anonymous|staff|root|user|owner|windows user|用户|管理员)$",
    re.IGNORECASE,
)
_MAX_NAME = 60
_MAX_NAME_WORDS = 5
_DATE_PREFIX = re.compile(r"^\d{4}-\d{2}-\d{2}[-_ ]+(?=\S)")


def stem(name: str) -> str:
    """A file name without its ending."""
    head, dot, _ = name.rpartition(".")
    return head if dot and head else name


def title_from_name(name: str) -> str:
    """A readable title out of a file name: ending and leading date off, hyphens and underscores as spaces."""
    text = _SEPARATORS.sub(" ", _DATE_PREFIX.sub("", stem(name))).strip()
    return text[:1].upper() + text[1:] if text else "Untitled"


def person(text: str) -> str:
    """An author's name without "by"; empty for what cannot be a name (addresses, roles, whole sentences)."""
    name = _BY.sub("", _SPACES.sub(" ", text).strip(" ,;"))
    return "" if _NO_NAME.search(name) or len(name.split()) > _MAX_NAME_WORDS or len(name) > _MAX_NAME else name
