"""The manual of the checks: a page for each, with the examples of its test, and a table of all."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

from llmwiki.checks.base import Check
from llmwiki.checks.catalogue import all_checks
from llmwiki.checks.manual import Manual, family, manual

CASES = Path(__file__).resolve().parent.parent / "tests" / "checks"
INTRO = """\
`wiki explain CODE` shows the first part of each page in the terminal. The profiles are families of vaults: `obsidian`
for any vault that people keep, `hermes` and `llmwiki` for wikis that are compiled from sources. What a vault looks like
decides, or `--profile`, or `[lint]` in `.wiki/config.toml`. A check without a profile runs only when it is selected."""
HEAD = ["| Code | Name | Severity | Profiles | What is wrong |", "|---|---|---|---|---|"]
_FENCE = re.compile(r"^(?P<fence>`{3,})(?P<kind>\w*)(?: (?P<name>\S[^\n]*))?\n(?P<body>.*?)^(?P=fence)\n", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#(?=#+ )", re.MULTILINE)


def pages(note: str) -> dict[str, str]:
    """Name of each file in docs/checks/ and its text.

    Args:
        note: What stands below each title: that the page is generated.
    """
    return {"README.md": _table(note), **{f"{check.CODE}.md": _page(check, note) for check in all_checks()}}


def _table(note: str) -> str:
    parts = ["# Checks", note, INTRO]
    for title, checks in groupby(all_checks(), key=lambda check: family(check.CODE)):
        rows = [_row(manual(check)) for check in checks]
        parts += [
            f"## {title.capitalize()}",
            "\n".join(["| Code | Name | Severity | Profiles | What is wrong |", "|---|---|---|---|---|", *rows]),
        ]
    return "\n\n".join(parts) + "\n"


def _row(page: Manual) -> str:
    summary = page.summary.replace("|", "\\|")
    return f"| [{page.code}]({page.code}.md) | {page.name} | {page.severity} | {', '.join(page.profiles)} | {summary} |"


def _page(check: Check, note: str) -> str:
    page = manual(check)
    runs = f"Severity: {page.severity}. Profiles: {', '.join(page.profiles) or 'none, only when selected'}. [All checks](README.md)"
    parts = [f"# {page.code} {page.name}", note, page.summary, page.about, f"**Why.** {page.why}", f"**Fix.** {page.fix}", runs]
    examples = _examples((CASES / f"{page.name}.md").read_text(encoding="utf-8"))
    return "\n\n".join([*filter(None, parts), "## Examples", examples]) + "\n"


def _examples(document: str) -> str:
    """The test without its title, its headings a level deeper, and the name of each file where a reader sees it."""
    pieces, last = [], 0
    for found in _FENCE.finditer(document):
        pieces += [_HEADING.sub("##", document[last : found.start()]), _block(found)]
        last = found.end()
    pieces.append(_HEADING.sub("##", document[last:]))
    return "".join(pieces).partition("\n")[2].strip()


def _block(found: re.Match[str]) -> str:
    if not found["name"]:
        return found[0]
    return f"`{found['name'].strip()}`:\n\n{found['fence']}{found['kind']}\n{found['body']}{found['fence']}\n"
