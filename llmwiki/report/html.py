"""Findings as one HTML page that needs nothing else: no network, no other file, and no script to be read.

Everything that comes from the vault is escaped by the template and has its steering characters spelled out. The page
forbids itself all loading, and all style and script but its own, which its policy names by hash (W3C Content Security Policy Level 3).
"""

from __future__ import annotations

import base64
import hashlib
import re
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from llmwiki import __version__
from llmwiki.assets import asset
from llmwiki.checks.base import SEVERITIES
from llmwiki.checks.catalogue import find
from llmwiki.checks.fingerprint import has_place
from llmwiki.checks.manual import manual
from llmwiki.report.excerpt import Excerpts
from llmwiki.report.findings import summary
from llmwiki.report.numbers import counted
from llmwiki.report.stats import tallies
from llmwiki.report.terminal import inert

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import date

    from jinja2 import Template

    from llmwiki.checks.base import Finding, Severity
    from llmwiki.lint import LintResult
    from llmwiki.report.excerpt import Excerpt

_FOLDER = "templates/report"
_NOUNS: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "note"}
_CODE = re.compile(r"`([^`]+)`")


def html_report(result: LintResult, text_of: Callable[[str], str], today: date) -> str:
    """The page.

    Args:
        result: What the run found.
        text_of: Gives a file's text, for excerpts.
        today: The date of the run.
    """
    style, script = _part("report.css"), _part("report.js")
    return _template().render(
        vault=inert(result.vault),
        summary=summary(result),
        profile=result.profile,
        files=counted(result.files, "file"),
        today=today.isoformat(),
        version=__version__,
        totals=[{"severity": one, "count": count, "label": _noun(one, count)} for one, count in result.counts.items()],
        mendable=sum(finding.fix is not None for finding in result.findings),
        known=counted(result.known, "known finding") if result.known else "",
        unreadable=[(inert(path), inert(reason)) for path, reason in result.unreadable],
        checks=list(_checks(result)),
        groups=list(_groups(result, text_of)),
        style=style,
        style_hash=_hash(style),
        script=script,
        script_hash=_hash(script),
    )


def _template() -> Template:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(str(asset(_FOLDER)))
    environment = Environment(loader=loader, undefined=StrictUndefined, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.get_template("report.html.j2")


def _part(name: str) -> str:
    return asset(f"{_FOLDER}/{name}").read_text(encoding="utf-8").strip()


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")


def _noun(severity: Severity, count: int) -> str:
    return _NOUNS[severity] if count == 1 else f"{_NOUNS[severity]}s"


def _checks(result: LintResult) -> Iterator[dict[str, Any]]:
    """The checks that found something, with their share of the most frequent one's findings and their manual pages."""
    rows = tallies(result.findings)
    for row in rows:
        page = manual(find(row.code))
        texts = {"summary": page.summary, "about": _prose(page.about), "why": _prose(page.why), "fix": _prose(page.fix)}
        yield {**row._asdict(), "share": max(100 * row.findings // rows[0].findings, 1), "page": texts}


def _groups(result: LintResult, text_of: Callable[[str], str]) -> Iterator[dict[str, Any]]:
    excerpts = Excerpts(result.findings, text_of)
    for path, group in groupby(result.findings, key=lambda finding: finding.path):
        findings = list(group)
        folder, slash, name = inert(path).rpartition("/")
        yield {
            "folder": folder + slash,
            "name": name,
            "link": _link(result.vault, path),
            "counts": list(_counts(findings)),
            "findings": [_finding(result.vault, finding, excerpts.of(finding)) for finding in findings],
        }


def _counts(findings: Iterable[Finding]) -> Iterator[tuple[Severity, int]]:
    found = [finding.severity for finding in findings]
    return ((severity, found.count(severity)) for severity in SEVERITIES if severity in found)


def _finding(vault: str, finding: Finding, excerpt: Excerpt | None) -> dict[str, Any]:
    related = [
        {"path": inert(place.path), "line": place.line, "message": inert(place.message), "link": _link(vault, place.path)}
        for place in finding.related
    ]
    return {
        "severity": finding.severity,
        "label": _NOUNS[finding.severity],
        "code": finding.code,
        "name": finding.name,
        "place": f"{finding.line}:{finding.column}" if has_place(finding) else "",
        "message": inert(finding.message),
        "hint": inert(finding.hint),
        "masked": finding.masked,
        "excerpt": excerpt and excerpt._replace(before=inert(excerpt.before), marked=inert(excerpt.marked), after=inert(excerpt.after)),
        "fix": finding.fix and {"safe": finding.fix.safe, "title": inert(finding.fix.title)},
        "related": related,
    }


def _link(vault: str, path: str) -> str:
    """Opens the file in the app (help.obsidian.md, "Obsidian URI")."""
    name, file = (quote(text.encode("utf-8", "surrogateescape"), safe="") for text in (vault, path))
    return f"obsidian://open?vault={name}&file={file}"


def _prose(text: str) -> str:
    """Paragraphs of a manual page as HTML, with their code."""
    paragraphs = (_CODE.sub(r"<code>\1</code>", escape(part)) for part in text.split("\n\n") if part.strip())
    return "\n".join(f"<p>{part}</p>" for part in paragraphs)
