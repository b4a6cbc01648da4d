"""The page on links: what Obsidian does with every form, who saw it, and what this product really does."""

from __future__ import annotations

import inspect
import json
import re
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from llmwiki.vault.parse import parse
from llmwiki.vault.resolve import Found, Missing, anchor
from llmwiki.vault.rules import RULES, Rules
from llmwiki.vault.vault import Vault

CASES = Path(__file__).resolve().parent.parent / "tests" / "vault" / "data" / "link_cases.json"
INTRO = """\
The app is closed, so what it does is known from what people published of its own link cache and command line, from
its documentation, and from its type declarations. Each rule below has its source and how sure it is: **high** was
seen in the app or stands in its documentation, **medium** rests on one credible report, **low** is not known, and
what is taken to be so does the least harm when it is wrong.

Both columns are checked: every line is a test (`tests/vault/test_link_cases.py`), and the last column is what the
parser and the resolver answered when this page was written. `python benchmarks/obsidian_cli.py VAULT` compares a
whole vault with the app, for those who have it."""
RULES_INTRO = """\
What is not certain stands in one table in the code, `llmwiki/vault/rules.py`, so that each rule can be turned when
the app proves it wrong. C is low confidence, B medium, A high."""


def conformance() -> str:
    """docs/conformance.md."""
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    shown = [(case, [_row(case, check) for check in case["links"]]) for case in cases if case.get("links")]
    parts = [
        "# Links as Obsidian reads them",
        "<!-- Written by docs/conformance.py (`make docs`). Edit the cases instead. -->",
        INTRO,
        _counts(shown),
    ]
    for case, rows in shown:
        head = f"## {case['rule'][0].upper()}{case['rule'][1:]}"
        parts += [head, f"Confidence: {case['confidence']}. Source: {case['basis']}.", _files(case), _table(rows)]
    return "\n\n".join([*parts, "## Rules that can be turned", RULES_INTRO, _rules()]) + "\n"


def _row(case: dict[str, Any], check: dict[str, Any]) -> tuple[str, str, str, str]:
    """Where, what is written, what Obsidian does, what this product does."""
    expected = _expected(check)
    return check["in"], check["written"], expected if case["confidence"] != "low" else f"{expected} (taken so)", _answer(case, check)


def _expected(check: dict[str, Any]) -> str:
    if check["is"] != "resolved":
        return str(check["is"])
    part = {"ok": ", the place is there", "missing": ", no such place"}.get(check.get("anchor", ""), f", {check.get('anchor')}")
    return f"{check['path']}{part if check.get('anchor') else ''}"


def _answer(case: dict[str, Any], check: dict[str, Any]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in case["files"].items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
        vault = Vault.open(Path(folder))
        page = vault.page(check["in"])
        if check["written"] not in page.text:
            page = parse(f"{page.text}\n{check['written']}")
        places = [match.span() for match in re.finditer(re.escape(check["written"]), page.text)]
        links = [link for link in page.links if any(start <= link.span.start < end for start, end in places)]
        found = vault.resolver.resolve(links[0].target, check["in"]) if links else None
        if not isinstance(found, Found):
            return "unresolved" if isinstance(found, Missing) else "no link"
        return _place(vault, found.path, links[0].subpath, check)


def _place(vault: Vault, path: str, subpath: str, check: dict[str, Any]) -> str:
    """A file, and the place in it where the case asks for that."""
    page = vault.page(path) if "anchor" in check else None
    at = anchor(page, subpath) if page else None
    state = at.state if at else None
    if page and at and at.offset is not None and check["anchor"].startswith("line"):
        state = f"line {page.line_column(at.offset)[0]}"
    return _expected({"is": "resolved", "path": unicodedata.normalize("NFC", path), "anchor": state})


def _counts(shown: list[tuple[dict[str, Any], list[tuple[str, str, str, str]]]]) -> str:
    """How many lines of each confidence there are, and how many of them agree."""
    lines: Counter[str] = Counter()
    agreeing: Counter[str] = Counter()
    for case, rows in shown:
        for _, _, obsidian, ours in rows:
            lines[case["confidence"]] += 1
            agreeing[case["confidence"]] += unicodedata.normalize("NFC", obsidian.removesuffix(" (taken so)")) == ours
    body = [f"| {level} | {lines[level]} | {agreeing[level]} |" for level in ("high", "medium", "low")]
    return "\n".join(["| Confidence | Links | As Obsidian, or as is taken so |", "|---|---|---|", *body])


def _files(case: dict[str, Any]) -> str:
    """The vault of a case; the notes' own text only where it decides something."""
    names = [_code(name) for name in case["files"]]
    blocks = [
        f"{_code(name)} holds {_code(text.strip())}" for name, text in case["files"].items() if text.strip() and _is_telling(case, name)
    ]
    return f"Files: {', '.join(names)}.{' ' + '; '.join(blocks) + '.' if blocks else ''}"


def _is_telling(case: dict[str, Any], name: str) -> bool:
    """Whether a note's text says more than the links in the table do."""
    text = case["files"][name]
    for check in case["links"]:
        text = text.replace(check["written"], "")
    return bool(text.strip())


def _table(rows: list[tuple[str, str, str, str]]) -> str:
    body = [f"| {_cell(where)} | {_cell(written)} | {obsidian} | {ours} |" for where, written, obsidian, ours in rows]
    return "\n".join(["| In | Written | Obsidian | llmwiki |", "|---|---|---|---|", *body])


def _rules() -> str:
    rows = [f"| `{name}` | {_cell(str(getattr(RULES, name)))} | {text} |" for name, text in _attributes()]
    return "\n".join(["| Rule | Now | What it means |", "|---|---|---|", *rows])


def _attributes() -> Iterator[tuple[str, str]]:
    """Each rule's name and comment, out of the docstring."""
    about = inspect.getdoc(Rules) or ""
    for found in re.finditer(r"^    (\w+): (.*?)(?=^    \w+: |\Z)", about, re.MULTILINE | re.DOTALL):
        yield found[1], " ".join(found[2].split()).replace("``", "`").replace("|", r"\|")


def _cell(text: str) -> str:
    """Text as inline code in a table."""
    return _code(text).replace("|", r"\|")


def _code(text: str) -> str:
    """Text as inline code; line ends become an arrow."""
    shown = text.replace("\n", "⏎").replace("\u00a0", "␣")
    return f"`` {shown} ``" if "`" in shown else f"`{shown}`"
