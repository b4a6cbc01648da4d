"""Files that nobody wrote to be read: lock files, minified and generated code, heaps of data."""

from __future__ import annotations

import re

from llmwiki.sources.kinds import extension

MOST_TEXT = 4 * 1024 * 1024
"""Bytes of a text that is filed: more than any book, less than a dump of a database."""

_LOCKS = frozenset(
    "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lockb poetry.lock pdm.lock uv.lock pipfile.lock cargo.lock"
    " composer.lock gemfile.lock go.sum flake.lock mix.lock podfile.lock packages.lock.json gradle.lockfile".split()
)
_MINIFIED = re.compile(r"[.-]min\.(?:js|mjs|cjs|css)$|\.(?:js|css)\.map$|\.bundle\.js$", re.IGNORECASE)
_PACKED_KINDS = frozenset({"js", "mjs", "cjs", "css"})
_LONG_LINES = 300
"""Mean length of lines from which such a file is taken for minified; people write under 60."""
_LEAST = 2000
# "Code generated ... DO NOT EDIT" is Go's convention (golang.org/s/generatedcode), "@generated" that of many others.
_GENERATED = re.compile(r"@generated\b|\bgenerated\b.{0,200}\bdo not (?:edit|modify)\b", re.IGNORECASE)
_HEAD = 1000

LOCK, MINIFIED, GENERATED = "lock files", "minified", "generated"
TOO_BIG = f"texts over {MOST_TEXT // 1024 // 1024} MB"


def unfit_name(name: str) -> str:
    """Why a file is left out for its name; empty when it is not."""
    if name.lower() in _LOCKS or name.lower().endswith(".lock"):
        return LOCK
    return MINIFIED if _MINIFIED.search(name) else ""


def unfit_text(name: str, text: str) -> str:
    """Why code or data is left out for what it holds; empty when it is not."""
    if extension(name) in _PACKED_KINDS and len(text) > _LEAST and len(text) > _LONG_LINES * (text.count("\n") + 1):
        return MINIFIED
    return GENERATED if _GENERATED.search(text[:_HEAD]) else ""
