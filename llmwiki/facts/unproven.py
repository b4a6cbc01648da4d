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
from typing import TYPE_CHECKING

from llmwiki.facts.compared import comparisons
from llmwiki.facts.exchange import exchanged
from llmwiki.facts.frames import replaced
from llmwiki.facts.misplaced import misplaced
from llmwiki.facts.naming import foreign_words
from llmwiki.facts.negation import denial_turned
from llmwiki.facts.numbers import plain_digits
from llmwiki.facts.periods import period_replaced
from llmwiki.facts.proper_names import names_in
from llmwiki.facts.strangers import BESIDE, Named, strangers
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
_BECAUSE_OF = re.compile("因([\u3400-\u9fffA-Za-z]{2,12}?)而(?![且是])")
# What a segmenter takes for a part of a name that stands beside it.
_JOINED = "由比因给以于在则从向把被将与和是"

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
    found += [Gap("name", name) for name in strangers(named, quoted, said, everything)]
    found += [Gap("name", run) for run in replaced(said, quotes, everything, (named.common, quoted.common), "".join(BESIDE))]
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


def _all_names(said: str, named: Sequence[str]) -> list[str]:
    """Names by spelling and those that were given, longer ones first."""
    spelled = [part for name in names_in(said) for part in (name.text, *name.words)]
    latin = _LATIN.findall(said) if _WIDE.search(said) else []
    wide = [whole for name in named if len(whole := name.strip(_JOINED)) > 1]
    return sorted({*spelled, *latin, *wide}, key=lambda name: (-len(name), name))
