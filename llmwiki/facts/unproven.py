"""What of a statement its quotes do not prove, by the rules for text that a machine wrote.

Stricter than ``support``, which speaks to people about their own sentences: a language model's sentence that is doubted for no
reason costs little, since the source's own sentence takes its place. So clauses need not have the same words to contradict each
other, two things may have changed places, and each word of a name, each identifier and each quoted string has to stand in the
evidence. What it cannot see: words turned into their opposite (``was down`` and ``was not unavailable``), conclusions that do not
follow, and what a statement leaves out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.facts.compared import comparisons
from llmwiki.facts.exchange import exchanged
from llmwiki.facts.frames import replaced
from llmwiki.facts.misplaced import misplaced
from llmwiki.facts.naming import foreign_words
from llmwiki.facts.negation import denial_turned
from llmwiki.facts.numbers import plain_digits
from llmwiki.facts.periods import period_replaced
from llmwiki.facts.proper_names import names_in
from llmwiki.facts.support import Evidence, Gap, unsupported

if TYPE_CHECKING:
    from collections.abc import Iterator

_IDENTIFIER = re.compile(
    r"(?<![\w./-])(?:[A-Za-z]\w*(?:_\w+)+|_\w{2,}|--?[a-z][\w-]{2,}|[A-Za-z]\w*(?:\.[A-Za-z]\w*)+(?=\()|[a-z]\w*::\w+)"
)
_SAID = re.compile(r"“([^“”]{4,})”|“([\u3400-\u9fff]{2,3})”|(?<![\w\"])\"([^\"]{4,})\"|「([^「」]{2,})」")
_LATIN = re.compile(r"[A-Za-z][\w.+#-]*\w|[A-Za-z]")
_WIDE = re.compile("[\u3400-\u9fff\u3040-\u30ff]")
_FOLDED = re.compile(r"[\s\"'“”‘’「」《》`.,，。!！?？;；:：-]+")
# Characters that stand beside a name and are none of its own.
_BESIDE = frozenset(
    "的了着过是在和与及或把被也都就还会能可将对其该此这那个不没未无有并非要以为所地得由于从自向至到则而且又再已曾仅只约共各每另等之"
    "上下中内外前后时年月日号位名台家间里因但若如本他她它们均仍使让令给比更最很太较第条只座度率量数项次种类版部首册页"
    "达需付尚成出距含名新旧老小大据按经用做写说称叫属带装"
)
_UNBROKEN = re.compile(r"\w*\Z")
_MOST_OF = 2
# What a segmenter takes for a part of a name that stands beside it.
_BECAUSE_OF = re.compile("因([\u3400-\u9fffA-Za-z]{2,12}?)而(?![且是])")
_JOINED = "由比因给以于在则从向把被将与和是"
_LED_BY = "并已曾又也再仍未代替归属改"
_RUN = 3


class Named(NamedTuple):
    """What a segmenter finds in Chinese text, where spelling does not show names.

    Attributes:
        sure: Names.
        unknown: Runs of characters that are no words together.
        rare: Words that no dictionary has, or as names only.
        plain: Words of the dictionary that hardly any text has.
        nouns: Its nouns that few texts have.
        common: Its words that any text may have, and characters that are such words by themselves.
    """

    sure: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    rare: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()
    nouns: tuple[str, ...] = ()
    common: tuple[str, ...] = ()


NameReader = Callable[[str], Named]


def unproven(statement: str, evidence: Evidence, read_names: NameReader) -> tuple[Gap, ...]:
    """What of a statement its evidence does not prove; empty when all of it stands there.

    Args:
        statement: One sentence in plain text, without footnotes.
        evidence: What is cited for it, and where it stands.
        read_names: Reads Chinese names.
    """
    found = list(unsupported(statement, evidence))
    said = plain_digits(statement)
    quotes = [plain_digits(quote) for quote in evidence.quotes]
    found += [Gap("unit", period)] if (period := period_replaced(said, quotes)) else []
    known = [*quotes, *evidence.names, evidence.around]
    found += [Gap("name", text) for text in (*_not_there(_IDENTIFIER, said, known), *_not_said(said, known))]
    found += [Gap("name", word) for word in foreign_words(said, quotes, evidence.names, evidence.whole)]
    named, quoted = read_names(said), read_names("\n".join(quotes))
    everything = "".join([*known, evidence.whole])
    found += [Gap("name", name) for name in _strangers(_whole(named, said, everything), everything, _lost(quoted, said))]
    found += [Gap("name", run) for run in replaced(said, quotes, everything, (named.common, quoted.common), "".join(_BESIDE))]
    if not any(gap.kind == "negation" for gap in found) and (turned := denial_turned(said, quotes)):
        found.append(Gap("negation", turned))
    names = _all_names(said, [name for found in (named, quoted) for name in (*found.sure, *found.unknown, *found.rare, *found.plain)])
    swaps = [pair for quote in quotes if (pair := _swapped(said, quote, names))]
    if swaps and len(swaps) == len(quotes):
        found.append(Gap("order", " / ".join(swaps[0])))
    return tuple(found)


def _swapped(said: str, quote: str, names: Sequence[str]) -> tuple[str, str] | None:
    """Two things that stand in each other's place, by whichever sign shows it."""
    said, quote = _in_passive(said), _in_passive(quote)
    compared = comparisons(said, quote)
    if compared.turned:
        return compared.turned
    pair = exchanged(said, quote, names) or misplaced(said, quote, names)
    compared_with = [side.casefold() for sides in compared.same for side in sides]
    is_compared = pair and all(any(name.casefold() in side for side in compared_with) for name in pair)
    return None if is_compared else pair


def _in_passive(text: str) -> str:
    """What ends because of something is ended by it: 因和约而结束 is 被和约结束."""
    return _BECAUSE_OF.sub(r"被\1", text)


def _not_there(form: re.Pattern[str], said: str, known: Sequence[str]) -> Iterator[str]:
    """What of a form the evidence does not have, in whatever quotation marks and spaces."""
    everything = _fold(" ".join(known))
    for match in form.finditer(said):
        text = next((group for group in match.groups() if group), match[0])
        if _fold(text) not in everything:
            yield text


def _not_said(said: str, known: Sequence[str]) -> Iterator[str]:
    """Quoted strings that the evidence does not have; one in another language may be translated."""
    is_wide = any(_WIDE.search(text) for text in known)
    yield from (text for text in _not_there(_SAID, said, known) if bool(_WIDE.search(text)) == is_wide)


def _fold(text: str) -> str:
    return _FOLDED.sub("", text).casefold()


def _lost(quoted: Named, said: str) -> Named:
    """Of what quotes have that may be names: what the statement has not."""
    sure = tuple(name for name in quoted.sure if _own(name, said))
    others = (tuple(name for name in names if _is_strange(name, said)) for names in (quoted.unknown, quoted.rare, quoted.plain))
    return Named(sure, *others)


def _strangers(named: Named, everything: str, lost: Named) -> Iterator[str]:
    """Chinese names that the evidence has in no part that could be a name of its own.

    What only may be a name is one where a name of the quotes is missing: the surer that one is, the more.
    """
    if not _WIDE.search(everything):
        return
    yield from (name for name in named.sure if _has_own(name, everything))
    if any(lost):
        yield from (name for name in named.unknown if _is_strange(name, everything) and _has_own(name, everything))
        yield from (name for name in named.rare if _is_nowhere(name, everything))
    if lost.sure or lost.unknown or lost.rare:
        yield from (name for name in named.plain if _is_nowhere(name, everything))
    if lost.sure:
        yield from (name for name in named.nouns if _is_nowhere(name, everything))


def _whole(named: Named, said: str, everything: str) -> Named:
    """What may be names, without runs that begin within what the evidence has: the segmenter cut them wrongly."""
    return named._replace(
        sure=tuple(name for name in named.sure if not _is_cut(name, said, everything)),
        unknown=tuple(name for name in named.unknown if not _is_cut(name, said, everything)),
        rare=tuple(name for name in named.rare if not _is_cut(name, said, everything)),
        plain=tuple(name for name in named.plain if not _is_cut(name, said, everything)),
    )


def _is_cut(name: str, said: str, everything: str) -> bool:
    """Whether a short run begins with the end of a longer one that the evidence has (夏管 behind 冯立, 登花 behind the 禾 that a clause begins with), or with a word: 归县."""
    start = said.find(name)
    before = _UNBROKEN.findall(said[max(start - _RUN + 1, 0) : start + 1])[0]
    own = name.lstrip(_LED_BY)[said[start - 1 : start].isdecimal() :]  # behind a digit stands a measure: 3升水
    return len(own) <= 1 or (len(name) < _RUN and len(before) > 1 and before in everything)


def _is_strange(name: str, text: str) -> bool:
    """Whether a text does not have a name, nor most of it."""
    own = _own(name, text)
    return bool(own) and (len(own) == len(name) - 1 or len(own) >= _MOST_OF)


def _is_nowhere(name: str, text: str) -> bool:
    """Whether no two neighbouring characters of a name stand in a text, and not all only stand beside names."""
    pairs = [first + second for first, second in pairwise(name.lstrip(_LED_BY))]
    return bool(pairs) and not _BESIDE.issuperset(name) and not any(pair in text for pair in pairs)


def _has_own(name: str, text: str) -> bool:
    """Whether a name has a character that the text has nowhere, or more than one that it has only elsewhere."""
    own = _own(name, text)
    return len(own) > 1 or any(sign not in text for sign in own)


def _own(name: str, text: str) -> list[str]:
    """What of a name a text does not have, without characters that only stand beside names."""
    return [sign for sign in _without_longest(name, text) if sign not in _BESIDE]


def _without_longest(name: str, text: str) -> str:
    """A name without the longest part of it that stands in a text."""
    spans = ((start, end) for length in range(len(name), 0, -1) for start in range(len(name) - length + 1) for end in (start + length,))
    start, end = next(((start, end) for start, end in spans if name[start:end] in text), (0, 0))
    return name[:start] + name[end:]


def _all_names(said: str, named: Sequence[str]) -> list[str]:
    """Names by spelling and those that were given, longer ones first."""
    spelled = [part for name in names_in(said) for part in (name.text, *name.words)]
    latin = _LATIN.findall(said) if _WIDE.search(said) else []
    wide = [whole for name in named if len(whole := name.strip(_JOINED)) > 1]
    return sorted({*spelled, *latin, *wide}, key=lambda name: (-len(name), name))
