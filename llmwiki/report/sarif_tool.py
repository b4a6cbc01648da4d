"""The tool and its rules, for SARIF."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, metadata
from typing import TYPE_CHECKING, Any

from llmwiki import __version__
from llmwiki.checks.catalogue import all_checks
from llmwiki.checks.manual import Manual, family, manual
from llmwiki.report.sarif_text import markdown, message_text

if TYPE_CHECKING:
    from llmwiki.checks.base import Severity

LEVELS: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "note"}
DISTRIBUTION = "llmwiki-compiler"


def driver() -> dict[str, Any]:
    """The ``tool.driver`` of a run, with every check that there is as a rule, by code."""
    home = _home()
    return {
        "name": "llmwiki",
        "version": __version__,
        "semanticVersion": __version__,
        **({"informationUri": home} if home else {}),
        "rules": [_rule(check.SEVERITY, manual(check), home) for check in all_checks()],
    }


def _rule(severity: Severity, page: Manual, home: str) -> dict[str, Any]:
    parts = [("", page.about), ("Why", page.why), ("Fix", page.fix)]
    text = "\n\n".join(f"{title}: {part}" if title else part for title, part in parts if part)
    formatted = "\n\n".join(f"**{title}.** {part}" if title else part for title, part in parts if part)
    return {
        "id": page.code,
        "name": page.name,
        "shortDescription": {"text": message_text(page.summary)},
        "fullDescription": {"text": message_text(f"{page.summary} {page.about}".strip())},
        "help": {"text": message_text(text), "markdown": markdown(formatted)},
        **({"helpUri": f"{home.rstrip('/')}/docs/checks/{page.code}.md"} if home else {}),
        "defaultConfiguration": {"level": LEVELS[severity]},
        "properties": {"tags": [family(page.code)]},
    }


def _home() -> str:
    """Web address of the documentation, which whoever publishes the package writes into its metadata; empty when there is none."""
    try:
        lines: list[str] = metadata(DISTRIBUTION).get_all("Project-URL") or []
    except PackageNotFoundError:  # run from a folder without being installed
        return ""
    addresses = {name.strip().casefold(): address.strip() for name, _, address in (line.partition(",") for line in lines)}
    return addresses.get("source", "") or addresses.get("homepage", "")
