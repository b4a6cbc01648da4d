"""The encoding of a text that no mark and no declaration tells, by what its bytes would say in each."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

from llmwiki.sources.limits import SAMPLE_BYTES

# The most frequent characters of each script's running text: a wrong decoding seldom hits them.
_SIMPLIFIED = frozenset(
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主"
    "样理心本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信"
    "表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直资命山金指许统区"
    "保至队形社便空决治展科司五基眼书非则据程法库向查询模型"
)
_TRADITIONAL = frozenset(
    "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主"
    "樣理心本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信"
    "表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直資命山金指許統區"
)
_JAPANESE = frozenset(
    "のにはをたがでてとしれさいるなかもらりこあっよくまだすんけめどきせつうおえわそみほやろび、。ーンスルトリアイラドクレジプタ日本年人大国会中出者見行月分時"
)
_KOREAN = frozenset(
    "이다는을의에가고하지를은로한도기사어인대서자리나해그정시수스아일여부전상들라보제있장조으주원면과동성만구게적공세위것관안신유화인했국경선오마무소비생회발중"
)
_RUSSIAN = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"
_WESTERN = frozenset("éèêàâçùûîôœëïüöäßñóíáúãõåøæìòÉÈÀÇÜÖÄÑÓÍÁÚÅØÊÎ’‘“”„–—…«»¿¡°£€·©®™§ºª²³½ \u00a0")
_RARE_WESTERN = frozenset("¤¦¨¬¯¸¹¼¾ÐÞþð×÷ƒˆ˜†‡‰ŠšŽž¥¢¶±µ\u00ad›‹‚")
_PUNCTUATION = re.compile("[\u2010-\u2027\u3000-\u301f\uff01-\uff5e·×°℃]")
_KANA = re.compile("[\u3040-\u30ff]")
_CYRILLIC = re.compile("[\u0401\u0410-\u044f\u0451]")
_JOINED_CASE = re.compile("[а-яё][А-ЯЁ]")
_MIXED = re.compile("(?<=[A-Za-z])[А-яЁё]|[А-яЁё](?=[A-Za-z])")
_ALONE = re.compile("(?<![А-яЁё])[А-яЁё](?![А-яЁё])")
_ACCENTED_RUN = re.compile("[\u00c0-\u00ff]{3,}")
_MISPLACED = re.compile("[¡¿](?![\\w\"'“‘«])|(?<![\\w.])[ªº]|[®°](?=\\w)")
_UPPER_RUN = re.compile("[а-яёa-z]?[А-ЯЁ]{2}[а-яё]")
_TIE = 0.01
_SAID = 0.45
"""Score from which a guess is taken; below it the library is asked, which knows more encodings and needs more text."""
_LIKELY_WIDE = 0.5
_SURELY_WIDE = 0.72
"""Binary files hold zero bytes too, and some of their words look like rare ideographs."""
_RUN = re.compile(rb"[\x80-\xff]{2}")
_UTF16, _UTF32 = ("utf-16-le", "utf-16-be"), ("utf-32-le", "utf-32-be")
_DENSE = 0.3

_COMMON = 0.8
"""Of an ideograph or syllable that a national standard has among its common ones, where any language may come."""
# How much a character speaks for an encoding: everyday, usual in the script, unusual, not of it.
_EVERYDAY, _MARK, _USUAL, _UNUSUAL, _FOREIGN, _BROKEN = 1.0, 0.6, 0.4, -0.3, -1.0, -3.0


class _Script(NamedTuple):
    """How a double-byte encoding lays out its script: what is common stands first (GB 2312, Big5, JIS X 0208, KS X 1001 level 1)."""

    encoding: str
    frequent: frozenset[str]
    table: str
    last: int
    has_kana: bool = False


_SCRIPTS = (
    _Script("gb18030", _SIMPLIFIED, "gb2312", 0xD7),
    _Script("big5hkscs", _TRADITIONAL, "big5", 0xC6),
    _Script("cp932", _JAPANESE, "euc_jp", 0xCF, has_kana=True),
    _Script("euc_jp", _JAPANESE, "euc_jp", 0xCF, has_kana=True),
    _Script("cp949", _KOREAN, "euc_kr", 0xC8),
)
_ANY = _SIMPLIFIED | _TRADITIONAL | _JAPANESE | _KOREAN | frozenset(_RUSSIAN) | _WESTERN


def guess(data: bytes) -> str:
    """The likeliest encoding of text that is not UTF-8, by its first 64 KB; empty when nothing fits."""
    sample = data[:SAMPLE_BYTES]
    wide = _best_wide(sample, _UTF16)
    scripts = _SCRIPTS if _RUN.search(sample) else ()  # bytes that all stand alone are accented letters
    best, name = max(
        *((_scored(sample, script.encoding, partial(_double, script=script)), script.encoding) for script in scripts),
        *((_scored(sample, cyrillic, _cyrillic), cyrillic) for cyrillic in ("koi8_r", "cp1251")),
        (_scored(sample, "cp1252", _western), "cp1252"),
    )
    if wide[0] >= max(_LIKELY_WIDE, best):
        return wide[1]
    if best < _SAID and sum(byte > 0x7F for byte in sample) >= _DENSE * len(sample):  # noqa: PLR2004 - the end of ASCII
        return _library(sample) or name
    return name if best > _BROKEN / 2 else ""


def guess_wide(data: bytes) -> str:
    """UTF-16 or UTF-32 without a mark, for data with zero bytes; empty when it is neither."""
    score, name = _best_wide(data[:SAMPLE_BYTES], _UTF32)
    if score >= _LIKELY_WIDE:
        return name
    score, name = _best_wide(data[:SAMPLE_BYTES], _UTF16)
    return name if score >= _SURELY_WIDE else ""


def _best_wide(sample: bytes, names: tuple[str, ...]) -> tuple[float, str]:
    width = 4 if names is _UTF32 else 2
    if len(sample) % width:
        return _BROKEN, ""
    return max((_scored(sample, name, _any), name) for name in names)


def _scored(sample: bytes, encoding: str, score: Callable[[str], float]) -> float:
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    text = decoder.decode(sample, final=len(sample) < SAMPLE_BYTES)
    return score(text)


def _mean(counts: Counter[str], weigh: Callable[[str], float]) -> float:
    total = counts.total()
    return sum(weigh(char) * count for char, count in counts.items()) / total if total else 0.0


def _double(text: str, script: _Script) -> float:
    counts = Counter(char for char in text if char > "\x7f")
    return _mean(counts, lambda char: _double_weight(char, script))


@cache
def _double_weight(char: str, script: _Script) -> float:
    if char == "\ufffd":
        return _BROKEN
    if char in script.frequent:
        return _EVERYDAY
    if _PUNCTUATION.match(char):
        return _MARK
    if _KANA.match(char):
        return _EVERYDAY if script.has_kana else _FOREIGN
    try:
        lead = char.encode(script.table)[0]
    except UnicodeEncodeError:
        return _FOREIGN
    first = 0xA4 if script.table == "big5" else 0xB0
    return _USUAL if first <= lead <= script.last else _UNUSUAL if lead > script.last else _FOREIGN


def _cyrillic(text: str) -> float:
    """Russian as it is written: small letters after large ones, and the frequent ones often."""
    counts = Counter(char for char in text if char > "\x7f")
    broken = len(_JOINED_CASE.findall(text)) + len(_UPPER_RUN.findall(text)) + 2 * len(_MIXED.findall(text))
    letters = sum(count for char, count in counts.items() if _CYRILLIC.match(char))
    if len(_ALONE.findall(text)) > letters / 2:  # accented letters among Latin ones
        return _FOREIGN
    return _mean(counts, _cyrillic_weight) - broken / max(counts.total(), 1)


def _cyrillic_weight(char: str) -> float:
    if char == "\ufffd":
        return _BROKEN
    if not _CYRILLIC.match(char):
        return 0.0 if char in _WESTERN or char == "№" else _FOREIGN
    place = _RUSSIAN.find(char.lower())
    return (_EVERYDAY if place < 20 else _USUAL) - (0.3 if char.isupper() else 0.0)  # noqa: PLR2004 - letters that make nine tenths of a text


def _western(text: str) -> float:
    counts = Counter(char for char in text if char > "\x7f")
    strange = sum(len(run) for run in _ACCENTED_RUN.findall(text)) + len(_MISPLACED.findall(text))
    return _mean(counts, _western_weight) - 2 * strange / max(counts.total(), 1) + _TIE


def _western_weight(char: str) -> float:
    if char == "\ufffd":
        return _BROKEN
    if char in _WESTERN:
        return _EVERYDAY - 0.1
    return _FOREIGN if char in _RARE_WESTERN else 0.2


def _any(text: str) -> float:
    return _mean(Counter(text), _any_weight)


@cache
def _any_weight(char: str) -> float:
    if char in _ANY or " " <= char <= "~" or char in "\n\r\t":
        return _EVERYDAY
    if _PUNCTUATION.match(char) or _KANA.match(char) or _CYRILLIC.match(char):
        return _MARK
    if char == "\ufffd" or char < " " or "\ue000" <= char <= "\uf8ff" or not char.isprintable():
        return _BROKEN
    if "\u4e00" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7a3":
        common = any(_double_weight(char, script) >= _USUAL for script in _SCRIPTS)
        return _COMMON if common else _UNUSUAL
    return _USUAL if char < "\u0600" else _FOREIGN


def _library(sample: bytes) -> str:
    """What charset-normalizer takes dense bytes for (Greek, Hebrew, Arabic, Thai ...)."""
    from charset_normalizer import from_bytes

    best = from_bytes(sample).best()
    return best.encoding if best else ""
