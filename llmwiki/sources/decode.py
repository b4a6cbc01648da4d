"""Bytes to text: byte order marks, declared and guessed encodings."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from llmwiki.errors import SourceRefused
from llmwiki.sources.guess import guess, guess_wide
from llmwiki.sources.limits import SAMPLE_BYTES

_UTF8_BOM = "\ufeff".encode()
# UTF-32 first: its little-endian mark begins with the one of UTF-16.
_BOMS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]{2,40})|<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]{2,40})""",
    re.IGNORECASE,
)
# Labels that browsers read as a larger encoding (WHATWG Encoding Standard, table of labels).
_WIDER = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
}

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f-\x9f]")
MAX_CONTROL_SHARE = 0.02
"""Share of control characters above which text is taken for something else."""
_GOOD_PER_BAD = 10
_SPELLED = b"\xa4\xd4"
"""Begins a Korean syllable spelled out letter by letter (KS X 1001, annex 3), which only EUC-KR itself has."""
_MOST_LOST = 0.02
"""Share of bytes that may fit no character before an encoding is not believed."""


class Decoded(NamedTuple):
    """Text, the encoding it was in, and whether the bytes are the text's own UTF-8."""

    text: str
    encoding: str
    exact: bool
    lost: int = 0


def decode(data: bytes, charset: str = "") -> Decoded:
    """Decode bytes of unknown encoding; ``charset`` is what a web server named, mostly empty.

    Valid UTF-8 stays exactly as it is (a byte order mark stays as U+FEFF); anything else comes without
    its mark and with Unix line ends.

    Raises:
        SourceRefused: no encoding gives readable text.
    """
    escaped = _strictly(data, "iso2022_jp") if b"\x1b$" in data[:SAMPLE_BYTES] else None
    if escaped is not None:
        return _checked(Decoded(escaped, "iso2022_jp", exact=False))
    try:
        return _checked(Decoded(data.decode("utf-8"), "utf-8", exact=True))
    except UnicodeDecodeError:
        pass
    found = _marked(data) or _named(data, charset) or _declared(data) or _damaged_utf8(data) or _wide(data) or _guessed(data)
    if found is None:
        reason = f"is not text: {_zeros(data) or 'its bytes fit no known encoding'}"
        raise SourceRefused(reason)
    plain = found.text.replace("\r\n", "\n").replace("\r", "\n")
    return _checked(found._replace(text=plain))


def decode_as(data: bytes, label: str) -> Decoded:
    """Decode bytes whose encoding is declared, as a part of a mail declares it.

    Args:
        data: The bytes.
        label: Name of the encoding in any spelling; where it is empty, unknown or does not fit, the bytes decide, and at last
            every byte that does not fit becomes U+FFFD and is counted.

    Returns:
        Text with Unix line ends.
    """
    encoding = _known(label)
    text = None if not encoding or encoding.startswith(("utf-16", "utf-32")) else _strictly(data, encoding)
    if text is not None:
        found = Decoded(text, encoding, exact=False)
    else:
        try:
            found = decode(data)
        except SourceRefused:
            loose = data.decode(encoding or "utf-8", "replace")
            found = Decoded(loose, encoding or "utf-8", exact=False, lost=loose.count("\ufffd"))
    return found._replace(text=found.text.replace("\r\n", "\n").replace("\r", "\n"))


def _known(label: str) -> str:
    """The codec that reads an encoding as browsers do; empty for an unknown name."""
    try:
        name = codecs.lookup(label).name if label.isascii() and "\x00" not in label else ""
    except LookupError:
        return ""
    return _WIDER.get(name, name)


def _checked(decoded: Decoded) -> Decoded:
    """Refuse text that is full of control characters, or holds a NUL."""
    text = decoded.text
    if "\x00" in text:
        if decoded.exact and (wide := _wide(text.encode())):
            return wide
        reason = f"is not text: {text.count(chr(0)):,} NUL characters, the first at character {text.index(chr(0)):,}"
        raise SourceRefused(reason)
    controls = len(_CONTROL.findall(text))
    if controls > max(2, MAX_CONTROL_SHARE * len(text)):
        reason = f"is not text: {controls / len(text):.0%} of it is control characters"
        raise SourceRefused(reason)
    return decoded


def _zeros(data: bytes) -> str:
    count = data.count(0)
    return f"{count:,} NUL bytes, the first at byte {data.index(0):,}" if count else ""


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def _marked(data: bytes) -> Decoded | None:
    """Text behind a UTF-16 or UTF-32 byte order mark; a cut last unit is dropped."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            width = 4 if "32" in encoding else 2
            body = data[len(mark) :]
            text = _strictly(body[: len(body) // width * width], encoding)
            if text is not None:
                return Decoded(text, encoding, exact=False)
    return None


def _named(data: bytes, charset: str) -> Decoded | None:
    """Text in the encoding that a server named, which counts more than what a page says of itself (WHATWG HTML, 13.2.3.2)."""
    encoding = _known(charset)
    text = None if not encoding or encoding.startswith(("utf-16", "utf-32")) else _strictly(data, encoding)
    return None if text is None or _CONTROL.search(text) else Decoded(text, encoding, exact=False)


def _declared(data: bytes) -> Decoded | None:
    """Text in the encoding that a web page or XML file names near its beginning."""
    match = _DECLARED.search(data[:4096])
    if match is None:
        return None
    label = (match[1] or match[2]).decode("ascii").lower()
    try:
        encoding = codecs.lookup(label).name
    except LookupError:
        return None
    encoding = _WIDER.get(encoding, encoding)
    text = None if encoding.startswith(("utf-16", "utf-32")) else _strictly(data, encoding)
    return None if text is None or _CONTROL.search(text) else Decoded(text, encoding, exact=False)


def _damaged_utf8(data: bytes) -> Decoded | None:
    """UTF-8 with a few bad bytes: each becomes U+FFFD and is counted."""
    text = data.removeprefix(_UTF8_BOM).decode("utf-8", "replace")
    bad = text.count("\ufffd")
    good = sum(1 for char in text if char > "\x7f") - bad
    return Decoded(text, "utf-8", exact=False, lost=bad) if good >= _GOOD_PER_BAD * bad else None


def _wide(data: bytes) -> Decoded | None:
    """UTF-16 or UTF-32 without a mark, told by its zero bytes and by what the text then looks like."""
    name = guess_wide(data) if 0 in data else ""
    text = _strictly(data, name) if name else None
    return None if text is None or "\x00" in text else Decoded(text, name, exact=False)


def _guessed(data: bytes) -> Decoded | None:
    """A legacy encoding by what its text says; single bytes that fit no character are replaced and counted."""
    name = "" if 0 in data else guess(data)
    if not name:
        return None
    name = "euc_kr" if name == "cp949" and _SPELLED in data and _strictly(data, "euc_kr") is not None else name
    text = _strictly(data, name)
    if text is not None:
        return Decoded(text, name, exact=False)
    text = data.decode(name, "replace")
    lost = text.count("\ufffd")
    return Decoded(text, name, exact=False, lost=lost) if lost <= max(1, _MOST_LOST * len(data)) else None
