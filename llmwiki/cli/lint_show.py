"""What ``wiki lint`` prints, in the format that was asked for."""

from __future__ import annotations

from typing import Any

from llmwiki.cli.door import Door
from llmwiki.cli.voice import say, say_json, tell_unread
from llmwiki.lint import LintResult
from llmwiki.report.terminal import on_terminal, print_lines
from llmwiki.workspace import Workspace


def show(door: Door, workspace: Workspace, result: LintResult, *, stats: bool = False, beside: dict[str, Any] | None = None) -> None:
    """Print the findings on stdout and name on stderr what could not be read.

    Args:
        door: Says the format.
        workspace: The wiki that was checked.
        result: What was found.
        stats: Counts instead of findings for people, besides them for programs; reports have their own.
        beside: What a program is told besides.
    """
    if door.format == "text":
        _show_text(workspace, result, stats=stats)
    elif door.format == "json":
        _show_json(result, beside or {}, stats=stats)
    else:
        _show_report(door, workspace, result)
    tell_unread(result.unreadable)


def _show_text(workspace: Workspace, result: LintResult, *, stats: bool) -> None:
    from llmwiki.report.findings import finding_lines, grouped_lines

    if stats:
        from llmwiki.report.stats import stats_lines

        print_lines(stats_lines(result))
    elif on_terminal():
        print_lines(grouped_lines(result, workspace.vault.text))
    else:
        print_lines(finding_lines(result))


def _show_json(result: LintResult, beside: dict[str, Any], *, stats: bool) -> None:
    from llmwiki.report.findings_json import findings_json
    from llmwiki.report.stats import stats_json

    say_json({**findings_json(result), **({"stats": stats_json(result)} if stats else {}), **beside})


def _show_report(door: Door, workspace: Workspace, result: LintResult) -> None:
    if door.format == "github":
        from llmwiki.report.github import annotation_lines

        say("\n".join(annotation_lines(result, workspace.root)))
    elif door.format == "sarif":
        from llmwiki.report.sarif import sarif

        say_json(sarif(result, workspace.root, workspace.vault.text))
    else:
        from llmwiki.report.html import html_report

        say(html_report(result, workspace.vault.text, workspace.today))
