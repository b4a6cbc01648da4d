"""Names that a text is about, found by how they are written: fast and rough, for closet lines.

Whether a name deserves a page is the scribe's question and takes far more; here it is enough that it is written with a capital within a
sentence, in marks for names, or as a wikilink.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from llmwiki.vault.chars import CJK_CHAR

_FENCE = "```"
_WORD = r"[A-Z\u00c0-\u00de][A-Za-z0-9\u00c0-\u024f]*(?:[-.&'’][A-Za-z0-9\u00c0-\u024f]+)*[+#]{0,2}"
_SIGHTING = re.compile(
    r"\[\[(?P<link>[^\[\]|#\n]{1,80})[^\[\]\n]*\]\]|[《](?P<work>[^《》\n]{2,20})》|[「“](?P<quoted>[^「」“”\n]{2,12})[」”]"
    r"|https?://\S+|`[^`\n]+`|</?[A-Za-z][^<>\n]{0,200}>|^#{1,6}\s.*$"
    rf"|(?<![A-Za-z0-9_])(?P<run>{_WORD}(?: (?:(?:of|de|van|von|the) )?{_WORD}){{0,3}})",
    re.MULTILINE,
)
_OPENS = frozenset('.!?:;\n\r>*-|(["“。！？：；•)]」』”')
"""Behind these a capital says little."""

_LONGEST = 60
_LEAST, _SURE = 2, 0.25

# Words that open sentences; before a name they are no part of it.
_OPENERS = frozenset(
    "A About After All Also Although An And Another Any Are As At Be Because Before Both But By Can Could Did Do Does During Each"
    " Either Even Every Few First For From Had Has Have He Her Here His How However I If I'm I'll I've In Into Is It It's Its Just"
    " Last Later Like Many May Might More Most Much Must My Never New No Not Now Of Often On Once One Only Or Other Our Over Second"
    " She Should Since So Some Such Than That The Their Then There These They This Those Through To Today Under Until Use Very Was"
    " We Were What When Where Which While Who Why Will With Without Would Yes Yet You Your".split()
)
_CALENDAR = frozenset(
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April June July August September October November"
    " December TODO FIXME OK".split()
)


class Sighting(NamedTuple):
    """A name as it stands somewhere, and whether that place alone shows that it is one."""

    name: str
    sure: bool


def sightings(text: str) -> Iterator[Sighting]:
    """Every name in a text, code and headings left out."""
    if _FENCE in text:
        text = "\n".join(text.split(_FENCE)[::2])
    for match in _SIGHTING.finditer(text):
        kind = match.lastgroup
        if kind == "run":
            yield from _of_run(match[0], opens=_opens(text, match.start()))
        elif kind == "link":
            yield Sighting(match["link"].rpartition("/")[2].removesuffix(".md").strip(), sure=True)
        elif kind == "work" or (kind == "quoted" and CJK_CHAR.search(match["quoted"])):
            yield Sighting(match[kind], sure=True)


def _opens(text: str, start: int) -> bool:
    before = text[max(0, start - 4) : start].rstrip(" ")
    return not before or before[-1] in _OPENS


def _of_run(run: str, *, opens: bool) -> Iterator[Sighting]:
    words = run.split(" ")
    while words and words[0] in _OPENERS:
        del words[0]
        opens = False
    name = " ".join(words).removesuffix("'s").removesuffix("’s")
    if len(name) >= _LEAST and name not in _CALENDAR and len(name) <= _LONGEST:
        yield Sighting(name, sure=not opens or len(words) > 1 or any(char.isupper() or char.isdigit() for char in name[1:]))


def repeated_names(texts: Sequence[Iterable[Sighting]]) -> dict[str, list[int]]:
    """Names seen at least twice, one in four of them for sure, most frequent first.

    Args:
        texts: What was found in each of them.

    Returns:
        Name to the places (in ``texts``) of those that have it.
    """
    counts: Counter[str] = Counter()
    places: dict[str, list[int]] = {}
    sure: Counter[str] = Counter()
    for place, found in enumerate(texts):
        for name, certain in found:
            counts[name] += 1
            if certain:
                sure[name] += 1
            if not (held := places.setdefault(name, [])) or held[-1] != place:
                held.append(place)
    return {name: places[name] for name, count in counts.most_common() if count >= _LEAST and sure[name] >= _SURE * count}
