"""Where a source is kept below ``raw/``, under which name, and with which bytes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection
from pathlib import PurePosixPath
from typing import NamedTuple

from llmwiki.sources.base import Original, Source, SourceKind
from llmwiki.sources.detect import detect
from llmwiki.sources.kinds import extension
from llmwiki.sources.naming import stem, title_from_name
from llmwiki.sources.text import MARKDOWN_ENDINGS
from llmwiki.vault.chars import CJK_CHAR
from llmwiki.vault.frontmatter import dump
from llmwiki.vault.places import fold
from llmwiki.vault.safe_names import slug, unique

FOLDERS: dict[SourceKind, str] = {"article": "raw/articles", "paper": "raw/papers", "transcript": "raw/transcripts", "asset": "raw/assets"}
ASSETS = FOLDERS["asset"]
SUFFIX = "-source"
"""What tells a source from the page that its subject has or may get."""

_SEARCHED = 400_000
_MOST_WORDS = 6
_MOST_HAN = 14
_SAFE_ENDING = re.compile(r"[a-z0-9]{1,8}")


class Shelved(NamedTuple):
    """A source ready to be written.

    Attributes:
        path: Vault-relative path of its text.
        data: The text's bytes: the original's own, or Markdown with properties in front.
        asset_path: Vault-relative path of the original where the text is an extraction, else empty.
        asset: The original's bytes to write there; None when nothing is to be written.
        sha256_original: Of the original's bytes.
        sha256_text: Of ``data``.
    """

    path: str
    data: bytes
    asset_path: str
    asset: bytes | None
    sha256_original: str
    sha256_text: str


def shelve(original: Original, source: Source, taken: Collection[str], *, naming: str = "unicode", in_place: str = "") -> Shelved:
    """Give a source its place.

    Args:
        original: The input.
        source: What was made of it.
        taken: Names, without folder and ending, that files of the vault have; equal ones get numbers.
        naming: ``unicode`` or ``ascii``, as the schema says.
        in_place: Vault-relative path of the original if it lies in the vault already; it stays there.

    Returns:
        Paths and bytes. The name comes from the file's name and is one that no page has or may want.
    """
    name = _name(original, source, taken, naming)
    digest = sha256(original.data)
    if source.verbatim:
        return Shelved(in_place or f"{FOLDERS[source.kind]}/{name}.{_text_ending(original)}", original.data, "", None, digest, digest)
    asset_path = in_place or f"{ASSETS}/{name}.{_ending(original)}"
    data = _with_properties(source, asset_path, digest, in_place=bool(in_place)).encode("utf-8", "replace")
    return Shelved(f"{FOLDERS[source.kind]}/{name}.md", data, asset_path, None if in_place else original.data, digest, sha256(data))


def sha256(data: bytes) -> str:
    """The SHA-256 of bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def _name(original: Original, source: Source, taken: Collection[str], naming: str) -> str:
    base = slug(stem(original.name), naming)
    own_title = source.title != title_from_name(original.name)
    text = source.text if own_title or source.verbatim else source.text.replace(f"# {source.title}\n", "", 1)
    if (own_title and fold(base) == fold(slug(source.title, naming))) or _is_phrase(base, text[:_SEARCHED]):
        base += SUFFIX
    return unique(base, taken)


def _is_phrase(name: str, text: str) -> bool:
    """Whether a name is words of the text itself: then a page may be called so, as pages are named after what texts name."""
    words = name.split("-")
    if len(words) > _MOST_WORDS or len(CJK_CHAR.findall(name)) > _MOST_HAN:
        return False
    pattern = r"[\W_]{0,3}".join(re.escape(word) for word in words)
    edge_before, edge_behind = ("" if CJK_CHAR.match(char) else r"(?<!\w)" for char in (name[0], name[-1]))
    return re.search(f"{edge_before}{pattern}{edge_behind.replace('<', '')}", text, re.IGNORECASE) is not None


def _text_ending(original: Original) -> str:
    """``md`` for all Markdown, since Obsidian shows no other ending; ``txt`` for everything else."""
    return "md" if extension(original.name) in MARKDOWN_ENDINGS else "txt"


def _ending(original: Original) -> str:
    """The original's own ending if it is a harmless one, else that of its format."""
    own = extension(original.name)
    kind = detect(original.name, original.data).kind
    return own if _SAFE_ENDING.fullmatch(own) and own != "md" else {"text": "txt"}.get(kind, kind)


def _with_properties(source: Source, asset_path: str, digest: str, *, in_place: bool) -> str:
    """The extracted text behind what is known of it; the asset's new name is its only one, so its short link is sure."""
    link = asset_path if in_place else PurePosixPath(asset_path).name
    known = {"title": source.title, "author": source.author, "date": source.date, "tags": source.tags, "origin": source.origin}
    made = {"original": f"[[{link}]]", "sha256": digest, "extractor": source.extractor}
    return f"{dump({key: value for key, value in (known | made).items() if value})}\n{source.text}"
