"""Bytes to text: byte order marks, declared and guessed encodings."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from llmwiki.errors import SourceRefused
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
_ALONE = re.compile(rb"(?<![\x80-\xff])[\x80-\xff](?![\x80-\xff])")
_MIN_CJK_SCORE = 0.12
_DENSE_HIGH_BYTES = 0.3
_PLAUSIBLE_UTF16 = 0.6
_GOOD_PER_BAD = 10

# The most frequent characters of each script's running text: a wrong decoding seldom hits them.
_SIMPLIFIED = (
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主"
    "样理心本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信"
    "表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直资命山金指许统区"
    "保至队形社便空决治展科司五基眼书非则据程法库向查询模型"
)
_TRADITIONAL = (
    "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主"
    "樣理心本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信"
    "表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直資命山金指許統區"
)
_JAPANESE = (
    "のにはをたがでてとしれさいるなかもらりこあっよくまだすんけめどきせつうおえわそみほやろび、。"
    "ーンスルトリアイラドクレジプタ日本年人大国会中出者見行月分時"
)
_KOREAN = (
    "이다는을의에가고하지를은로한도기사어인대서자리나해그정시수스아일여부전상들라보제있장조으"
    "주원면과동성만구게적공세위것관안신유화인했국경선오마무소비생회발중"
)
_FREQUENT: tuple[tuple[str, str], ...] = (
    ("gb18030", _SIMPLIFIED),
    ("big5hkscs", _TRADITIONAL),
    ("cp932", _JAPANESE),
    ("euc_jp", _JAPANESE),
    ("cp949", _KOREAN),
)


class Decoded(NamedTuple):
    """Text, the encoding it was in, and whether the bytes are the text's own UTF-8."""

    text: str
    encoding: str
    exact: bool
    lost: int = 0


def decode(data: bytes) -> Decoded:
    """Decode bytes of unknown encoding.

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
    found = _marked(data) or _declared(data) or _damaged_utf8(data) or _wide(data) or _guessed(data)
    if found is None:
        reason = f"is not text: {_zeros(data) or 'its bytes fit no known encoding'}"
        raise SourceRefused(reason)
    plain = found.text.replace("\r\n", "\n").replace("\r", "\n")
    return _checked(found._replace(text=plain))


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
    """UTF-16 without a mark, told by its NULs and by what the text then looks like."""
    if len(data) % 2 or 0 not in data:
        return None
    for encoding in ("utf-16-le", "utf-16-be"):
        text = _strictly(data, encoding)
        if text is not None and "\x00" not in text and _plausible(text[:SAMPLE_BYTES]):
            return Decoded(text, encoding, exact=False)
    return None


def _plausible(text: str) -> bool:
    common = set(_SIMPLIFIED + _TRADITIONAL + _JAPANESE)
    fine = sum(1 for char in text if char in common or " " <= char <= "~" or char in "\n\r\t，。、：；")
    return fine >= _PLAUSIBLE_UTF16 * len(text)


def _guessed(data: bytes) -> Decoded | None:
    """A legacy encoding by the frequency of what it decodes to."""
    if 0 in data:
        return None
    sample = data[:SAMPLE_BYTES]
    high = sum(1 for byte in sample if byte > 0x7F)  # noqa: PLR2004 - the end of ASCII
    names = []
    if 2 * len(_ALONE.findall(sample)) <= high:  # accented letters stand alone among ASCII, CJK bytes come in runs
        scored = sorted(((_score(sample, name, chars), name) for name, chars in _FREQUENT), reverse=True)
        names = [name for score, name in scored if score >= _MIN_CJK_SCORE]
    if not names and high >= _DENSE_HIGH_BYTES * len(sample):
        names = _library_guess(sample)
    for name in (*names, "cp1252"):
        text = _strictly(data, name)
        if text is not None:
            return Decoded(text, name, exact=False)
    return None


def _score(sample: bytes, encoding: str, frequent: str) -> float:
    """Share of frequent characters among all beyond ASCII, 0 when the bytes don't decode."""
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        text = decoder.decode(sample, final=False)
    except UnicodeDecodeError:
        return 0.0
    beyond = [char for char in text if char > "\x7f"]
    common = set(frequent)
    return sum(char in common for char in beyond) / len(beyond) if beyond else 0.0


def _library_guess(sample: bytes) -> list[str]:
    """What charset-normalizer takes dense non-ASCII bytes for (Cyrillic, Greek, Hebrew, Arabic ...)."""
    from charset_normalizer import from_bytes

    best = from_bytes(sample).best()
    return [best.encoding] if best else []
