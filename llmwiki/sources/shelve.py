"""Where a source is kept below ``raw/``, under which name, and with which bytes."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Collection
from pathlib import PurePosixPath
from typing import NamedTuple

from llmwiki.sources.base import Original, Source, SourceKind
from llmwiki.sources.detect import READABLE_ENDINGS, detect
from llmwiki.sources.kinds import binary_kind, extension, image_ending
from llmwiki.sources.naming import stem, title_from_name
from llmwiki.sources.text import MARKDOWN_ENDINGS
from llmwiki.vault.chars import CJK_CHAR
from llmwiki.vault.frontmatter import dump
from llmwiki.vault.places import fold
from llmwiki.vault.safe_names import slug, unique

FOLDERS: dict[SourceKind, str] = {"article": "raw/articles", "paper": "raw/papers", "transcript": "raw/transcripts", "asset": "raw/assets"}
ASSETS = FOLDERS["asset"]
SHOWN_PICTURES = frozenset(("avif", "bmp", "gif", "jpeg", "jpg", "png", "svg", "webp"))
"""Endings of pictures that Obsidian shows where they are embedded."""
SUFFIX = "-source"
"""What tells a source from the page that its subject has or may get."""

_SEARCHED = 400_000
_PIECE = 1 << 20
_MOST_WORDS = 6
_MOST_HAN = 14
_SAFE_ENDING = re.compile(r"[a-z0-9]{1,8}")
_ENDINGS = {
    "text": "txt",
    "code": "txt",
    "captions": "vtt",
    "mail": "eml",
    "table": "csv",
    "image": "svg",
    "gemini": "json",
    "chatgpt": "json",
    "claude-ai": "json",
    "slack": "json",
    "claude-code": "jsonl",
    "codex": "jsonl",
    "chat": "jsonl",
}
"""Endings for originals that came without a usable one, where the kind itself is none; of pictures, only SVG is text."""


class Place(NamedTuple):
    """Where a source stands already.

    Attributes:
        path: Vault-relative path of its text; empty when it has none yet.
        original: Vault-relative path of its original, empty for none.
        stays: Whether the original lies there as it is and is not written.
    """

    path: str = ""
    original: str = ""
    stays: bool = False


NO_PLACE = Place()


class Shelved(NamedTuple):
    """A source ready to be written.

    Attributes:
        path: Vault-relative path of its text.
        data: The text's bytes: the original's own, or Markdown with properties in front.
        asset_path: Vault-relative path of the original where the text is an extraction, else empty.
        asset: The original's bytes to write there; None when nothing is to be written.
        sha256_original: Of the original's bytes as they are kept.
        sha256_text: Of ``data``.
        sha256_given: Of the input where other bytes are kept as its original, else empty.
    """

    path: str
    data: bytes
    asset_path: str
    asset: bytes | None
    sha256_original: str
    sha256_text: str
    sha256_given: str = ""


def shelve(original: Original, source: Source, taken: Collection[str], *, naming: str = "unicode", place: Place = NO_PLACE) -> Shelved:
    """Give a source its place.

    Args:
        original: The input.
        source: What was made of it.
        taken: Names, without folder and ending, that files of the vault have; equal ones get numbers.
        naming: ``unicode`` or ``ascii``, as the schema says.
        place: Where it stands already: a newer state of a source keeps its paths.

    Returns:
        Paths and bytes. The name comes from the file's name and is one that no page has or may want.
    """
    name = PurePosixPath(place.path).stem or _name(original, source, taken, naming)
    given = sha256(original.data)
    if source.verbatim and not place.original:
        path = place.path or f"{FOLDERS[source.kind]}/{name}.{_text_ending(original)}"
        return Shelved(path, original.data, "", None, given, given)
    asset = original.data if place.stays or source.kept is None else source.kept
    digest = given if asset is original.data else sha256(asset)
    asset_path = place.original or f"{ASSETS}/{name}.{_ending(original)}"
    properties = _properties(source, asset_path, digest, in_place=place.stays)
    data = _encoded(f"{properties}\n", source.text)
    path = place.path or f"{FOLDERS[source.kind]}/{name}.md"
    return Shelved(path, data, asset_path, None if place.stays else asset, digest, sha256(data), given if digest != given else "")


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
    """The original's own ending if it is a harmless one that fits, else that of its format."""
    own = extension(original.name)
    binary = binary_kind(original.data).converter
    if _SAFE_ENDING.fullmatch(own) and own != "md" and not (binary and own in READABLE_ENDINGS - {binary}):
        return own
    if binary == "image":
        return image_ending(original.data)
    kind = binary or detect(original.name, original.data).kind
    return _ENDINGS.get(kind, kind)


def _encoded(*texts: str) -> bytes:
    """Texts one after the other as UTF-8, piece by piece: a long one is held once, not as many times as there are steps."""
    out = io.BytesIO()
    for text in texts:
        for start in range(0, len(text), _PIECE):
            out.write(text[start : start + _PIECE].encode("utf-8", "replace"))
    return out.getvalue()


def _properties(source: Source, asset_path: str, digest: str, *, in_place: bool) -> str:
    """What is known of an extracted text, as a property block; the asset's new name is its only one, so its short link is sure."""
    link = asset_path if in_place else PurePosixPath(asset_path).name
    known = {"title": source.title, "author": source.author, "date": source.date, "tags": source.tags, "origin": source.origin}
    made = {"original": f"[[{link}]]", "sha256": digest, "extractor": source.extractor, "language": source.language}
    block = dump({key: value for key, value in (known | made).items() if value})
    return f"{block}\n![[{link}]]\n" if source.kind == "asset" and extension(asset_path) in SHOWN_PICTURES else block
