"""Which checks a run wants, and how bad what they find is: the profile, the settings, and what was asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple, cast

from llmwiki.checks.base import SEVERITIES
from llmwiki.checks.catalogue import all_checks, is_named, refuse_unknown
from llmwiki.config import CONFIG_PATH, FolderRule, LintSettings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from llmwiki.checks.base import Check, Finding, Severity
    from llmwiki.config import Levels, Profile


class _Rules(NamedTuple):
    """The rules that a file meets."""

    settings: tuple[FolderRule, ...] = ()
    lenient: tuple[FolderRule, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """What a run of the linter wants. Words name a check by code, by the beginning of a code, or by name.

    Attributes:
        profile: Gives the checks when none are selected.
        select: Only these run; what the settings leave out for the whole vault runs too when it is named here.
        ignore: These do not run.
        settings: What the vault's owner set.
        least: Findings that are less bad are left out.
        lenient: Rules for files that hold where the settings say nothing.
    """

    profile: Profile = "obsidian"
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    settings: LintSettings = field(default_factory=LintSettings)
    least: Severity = "info"
    lenient: tuple[FolderRule, ...] = ()

    def checks(self) -> tuple[Check, ...]:
        """The checks to run, by code: all that may speak in some file. Raises ConfigError when a word names no check."""
        refuse_unknown([*self.select, *self.ignore])
        refuse_unknown(_words(self.settings), f"{CONFIG_PATH}: ")
        return tuple(check for check in all_checks() if any(self._state(check, rules) for rules in self._places()))

    def judged(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """The findings with the severity they have for this run, without those that are off or not bad enough."""
        checks = {check.CODE: check for check in all_checks()}
        rules: dict[str, _Rules] = {}
        states: dict[tuple[str, _Rules], str] = {}
        kept: list[Finding] = []
        for finding in findings:
            if finding.path not in rules:
                rules[finding.path] = self._rules(finding.path)
            key = (finding.code, rules[finding.path])
            if key not in states:
                states[key] = self._state(checks[finding.code], key[1])
            kept += self._as(states[key], finding)
        return tuple(kept)

    def _rules(self, path: str) -> _Rules:
        settings, lenient = (tuple(rule for rule in rules if matches(rule.path, path)) for rules in (self.settings.folders, self.lenient))
        return _Rules(settings, lenient)

    def _as(self, state: str, finding: Finding) -> list[Finding]:
        severity = cast("Severity", finding.severity if state == "on" else state)
        if not state or SEVERITIES.index(severity) > SEVERITIES.index(self.least):
            return []
        return [finding if severity == finding.severity else finding._replace(severity=severity)]

    def _places(self) -> list[_Rules]:
        """The whole vault, and each kind of file that a rule may meet: later rules may switch on what earlier ones switch off."""
        return [_Rules(), *(_Rules((rule,)) for rule in self.settings.folders)]

    def _state(self, check: Check, rules: _Rules) -> str:
        """Empty when the check is off, ``on`` when it runs as it is, else the severity of what it finds."""
        if is_named(check, self.ignore) or (self.select and not is_named(check, self.select)):
            return ""
        state = self._in_vault(check)
        for rule in rules.settings:
            state = "" if is_named(check, rule.ignore) else _turned(state, check, rule.severity)
        for rule in rules.lenient if state == "on" else ():
            state = _turned(state, check, rule.severity)
        return state

    def _in_vault(self, check: Check) -> str:
        settings = self.settings
        if self.select:
            return _turned("on", check, settings.severity) or "on"
        is_on = is_named(check, settings.select) if settings.select else self.profile in check.PROFILES
        return "" if is_named(check, settings.ignore) else _turned("on" if is_on else "", check, settings.severity)


def matches(pattern: str, path: str) -> bool:
    """Whether a rule's path means a file: it, a folder above it, or a pattern of either."""
    pattern = pattern.rstrip("/")
    return fnmatchcase(path, pattern) or fnmatchcase(path, f"{pattern}/*")


def _turned(state: str, check: Check, levels: Levels) -> str:
    """The state after the levels that name a check; the most exact word is the longest, and a whole code or name switches the check on."""
    named = [(word, level) for word, level in levels if is_named(check, [word])]
    if not named:
        return state
    word, level = max(named, key=lambda item: len(item[0]))
    if level == "off":
        return ""
    return level if state or _is_whole(check, word) else ""


def _is_whole(check: Check, word: str) -> bool:
    return word.casefold() in {check.CODE.casefold(), check.NAME}


def _words(settings: LintSettings) -> list[str]:
    rules = [word for rule in settings.folders for word in (*rule.ignore, *dict(rule.severity))]
    return [*settings.select, *settings.ignore, *dict(settings.severity), *rules]
