"""Formulas of Office documents (OMML, ECMA-376 part 1, 22.1) as TeX."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from llmwiki.sources.office.names import M, W

if TYPE_CHECKING:
    from lxml.etree import _Element

_NARY = {"∑": "\\sum", "∏": "\\prod", "∫": "\\int", "∬": "\\iint", "∭": "\\iiint", "∮": "\\oint", "⋃": "\\bigcup", "⋂": "\\bigcap"}
_ACCENTS = dict(
    zip(
        "\u0302\u0303\u0304\u0305\u0307\u0308\u20d7\u030c\u0306→^¯~",
        "hat tilde bar bar dot ddot vec check breve vec hat bar tilde".split(),
        strict=True,
    )
)
_FUNCTIONS = frozenset(
    "arccos arcsin arctan cos cosh cot csc det dim exp gcd inf ker lg lim ln log max min sec sin sinh sup tan tanh".split()
)
_SPECIAL = str.maketrans(
    {"\\": "\\backslash ", "#": "\\#", "$": "\\$", "%": "\\%", "&": "\\&", "_": "\\_", "{": "\\{", "}": "\\}", "~": "\\sim "}
)
_UNSEEN = dict.fromkeys(range(0x2061, 0x2065))
"""Invisible operators: function application, times, separator, plus."""
_FENCES = {"{": "\\{", "}": "\\}", "|": "|", "‖": "\\|", "⟨": "\\langle", "⟩": "\\rangle", "": "."}
_NEW_LINE = " \\\\ "
_COMMAND = re.compile(r"\\[a-z]+ ?")
_MAX_DEPTH = 60


def tex(formula: _Element, depth: int = 0) -> str:
    """A formula in TeX: structure as commands, characters as they are (TeX of today reads Greek and operators).

    Args:
        formula: ``m:oMath`` or any element in one.
        depth: How deep it stands; below 60 only the characters are kept.
    """
    if depth > _MAX_DEPTH:
        return "".join(part.text or "" for part in formula.iter(f"{M}t"))
    return "".join(_piece(child, depth + 1) for child in formula)


def _piece(element: _Element, depth: int) -> str:
    if not isinstance(element.tag, str):
        return ""
    name = element.tag.rpartition("}")[2]
    if element.tag.startswith(W):
        return "" if name in {"rPr", "del", "moveFrom"} else tex(element, depth)
    if name.endswith("Pr"):
        return ""
    make = _MADE.get(name)
    return make(element, depth) if make else tex(element, depth)


def _part(element: _Element, name: str, depth: int) -> str:
    found = element.find(f"{M}{name}")
    return "" if found is None else tex(found, depth)


def _property(element: _Element, path: str, missing: str) -> str:
    """A value of the element's properties; an empty one counts, a missing one does not."""
    found = element.find("/".join(f"{M}{name}" for name in path.split("/")))
    return missing if found is None else found.get(f"{M}val", missing)


def _run(element: _Element, _: int) -> str:
    text = "".join(part.text or "" for part in element.iter(f"{M}t")).translate(_UNSEEN)
    properties = element.find(f"{M}rPr")
    plain = properties is not None and properties.find(f"{M}nor") is not None
    if plain and text.strip():
        return f"\\text{{{text.translate(_SPECIAL)}}}"
    return f"{_command(text)} " if text in _FUNCTIONS else text.translate(_SPECIAL)


def _fraction(element: _Element, depth: int) -> str:
    above, below = _part(element, "num", depth), _part(element, "den", depth)
    kind = _property(element, "fPr/type", "bar")
    if kind == "lin":
        return f"{above}/{below}"
    return f"\\binom{{{above}}}{{{below}}}" if kind == "noBar" else f"\\frac{{{above}}}{{{below}}}"


def _scripts(element: _Element, depth: int) -> str:
    base, low, high = (_part(element, name, depth) for name in ("e", "sub", "sup"))
    if element.tag == f"{M}sPre":
        return f"{{}}{_script('_', low)}{_script('^', high)}{base}"
    whole = base if len(base) <= 1 or _COMMAND.fullmatch(base) else f"{{{base}}}"
    return f"{whole}{_script('_', low)}{_script('^', high)}"


def _script(sign: str, text: str) -> str:
    return f"{sign}{{{text}}}" if text else ""


def _root(element: _Element, depth: int) -> str:
    degree = _part(element, "deg", depth)
    return f"\\sqrt{f'[{degree}]' if degree else ''}{{{_part(element, 'e', depth)}}}"


def _nary(element: _Element, depth: int) -> str:
    sign = _property(element, "naryPr/chr", "∫")
    low, high = _part(element, "sub", depth), _part(element, "sup", depth)
    return f"{_NARY.get(sign, sign)}{_script('_', low)}{_script('^', high)} {_part(element, 'e', depth)}"


def _fenced(element: _Element, depth: int) -> str:
    opening, closing = _property(element, "dPr/begChr", "("), _property(element, "dPr/endChr", ")")
    between = _property(element, "dPr/sepChr", "|")
    inside = f" {between} ".join(tex(part, depth) for part in element.findall(f"{M}e"))
    return f"\\left{_FENCES.get(opening, opening)} {inside}\\right{_FENCES.get(closing, closing)} "


def _function(element: _Element, depth: int) -> str:
    name = _part(element, "fName", depth).strip()
    return f"{_command(name)} {_part(element, 'e', depth)}"


def _limit(element: _Element, depth: int) -> str:
    base, limit = _command(_part(element, "e", depth).strip()), _part(element, "lim", depth)
    low = element.tag == f"{M}limLow"
    if base.startswith("\\"):
        return f"{base}{_script('_' if low else '^', limit)}"
    return f"\\{'under' if low else 'over'}set{{{limit}}}{{{base}}}"


def _command(name: str) -> str:
    """A function's name as the command that sets it upright."""
    return f"\\{name}" if name in _FUNCTIONS else name


def _matrix(element: _Element, depth: int) -> str:
    rows = (" & ".join(tex(cell, depth) for cell in row.findall(f"{M}e")) for row in element.findall(f"{M}mr"))
    return f"\\begin{{matrix}}{_NEW_LINE.join(rows)}\\end{{matrix}}"


def _lines(element: _Element, depth: int) -> str:
    return f"\\begin{{aligned}}{_NEW_LINE.join(tex(part, depth) for part in element.findall(f'{M}e'))}\\end{{aligned}}"


def _accent(element: _Element, depth: int) -> str:
    sign = _property(element, "accPr/chr", "\u0302")
    return f"\\{_ACCENTS.get(sign, 'hat')}{{{_part(element, 'e', depth)}}}"


def _bar(element: _Element, depth: int) -> str:
    over = _property(element, "barPr/pos", "bot") == "top"
    return f"\\{'over' if over else 'under'}line{{{_part(element, 'e', depth)}}}"


def _group(element: _Element, depth: int) -> str:
    over = _property(element, "groupChrPr/pos", "bot") == "top"
    return f"\\{'over' if over else 'under'}brace{{{_part(element, 'e', depth)}}}"


_MADE: dict[str, Callable[[_Element, int], str]] = {
    "r": _run,
    "f": _fraction,
    **dict.fromkeys(("sSup", "sSub", "sSubSup", "sPre"), _scripts),
    "rad": _root,
    "nary": _nary,
    "d": _fenced,
    "func": _function,
    **dict.fromkeys(("limLow", "limUpp"), _limit),
    "m": _matrix,
    "eqArr": _lines,
    "acc": _accent,
    "bar": _bar,
    "groupChr": _group,
}
