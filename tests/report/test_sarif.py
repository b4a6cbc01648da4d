"""SARIF, held against the schema of OASIS."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import jsonschema
import pytest
import schemas_harness
from report_harness import ALL, BROKEN, CLEAN, EVIL, HOSTILE, MIXED, PAGE, TEXT, many

from llmwiki.checks.base import Edit, Fix
from llmwiki.checks.catalogue import all_checks
from llmwiki.lint import LintResult
from llmwiki.report import sarif_tool
from llmwiki.report.sarif import FINGERPRINT, sarif
from llmwiki.report.sarif_text import message_text


def run_of(result: LintResult, root: Path) -> dict[str, Any]:
    """The run, after the whole log went through JSON and the schema."""
    log = json.loads(json.dumps(sarif(result, root, lambda _: TEXT), ensure_ascii=False).encode("utf-8"))
    schemas_harness.validator(schemas_harness.SARIF).validate(log)
    return log["runs"][0]


def regions(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, list):
        return [region for item in value for region in regions(item)]
    if not isinstance(value, dict):
        return []
    mine = [value[key] for key in ("region", "deletedRegion") if key in value]
    return mine + [region for item in value.values() for region in regions(item)]


@pytest.mark.trial(but=["6"])
@pytest.mark.parametrize("result", [CLEAN, MIXED, HOSTILE, many(500)], ids=lambda result: f"{len(result.findings)}-{result.profile}")
def test_it_is_valid(result: LintResult, tmp_path: Path) -> None:
    run = run_of(result, tmp_path)
    assert len(run["results"]) == len(result.findings)
    for region in regions(run):  # errata 01 asks for one of these in every region
        assert region.keys() & {"startLine", "byteOffset"}


def test_the_schema_refuses_what_is_wrong(tmp_path: Path) -> None:
    log = sarif(MIXED, tmp_path, lambda _: TEXT)
    log["runs"][0]["results"][0]["level"] = "info"
    with pytest.raises(jsonschema.ValidationError):
        schemas_harness.validator(schemas_harness.SARIF).validate(log)


def test_every_check_is_a_rule_with_its_manual_page(tmp_path: Path) -> None:
    rules = run_of(CLEAN, tmp_path)["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [check.CODE for check in all_checks()]
    broken = rules[0]
    assert (broken["id"], broken["name"], broken["defaultConfiguration"]) == ("W101", "broken-link", {"level": "warning"})
    assert broken["shortDescription"]["text"] == "A link leads to no file."
    assert "**Why.** " in broken["help"]["markdown"]
    assert broken["properties"] == {"tags": ["links"]}


def test_results_say_where_and_what(tmp_path: Path) -> None:
    run = run_of(MIXED, tmp_path)
    orphan, stale, broken, *_ = run["results"]
    assert run["columnKind"] == "unicodeCodePoints"
    assert [result["level"] for result in run["results"][:3]] == ["note", "warning", "error"]
    assert all(run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])
    place = broken["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 5, "startColumn": 9, "endLine": 5, "endColumn": 17}
    assert unquote_to_bytes(place["artifactLocation"]["uri"]).decode() == PAGE
    assert place["artifactLocation"]["uri"].isascii()
    assert place["artifactLocation"]["uriBaseId"] in run["originalUriBaseIds"]
    assert orphan["locations"][0]["physicalLocation"]["region"] == {"startLine": 1}
    assert stale["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "raw/b%20c.md"
    assert "did you mean" in broken["message"]["text"]


def test_fixes_give_the_bytes_that_the_edit_means(tmp_path: Path) -> None:
    orphan, _, broken, *_ = run_of(MIXED, tmp_path)["results"]
    (replacement,) = broken["fixes"][0]["artifactChanges"][0]["replacements"]
    start = replacement["deletedRegion"]["byteOffset"]
    end = start + replacement["deletedRegion"]["byteLength"]
    data = TEXT.encode()
    mended = (data[:start] + replacement["insertedContent"]["text"].encode() + data[end:]).decode()
    assert mended == TEXT.replace("向量檢索", "向量检索")
    assert broken["fixes"][0]["properties"] == {"safe": True}
    assert "fixes" not in orphan, "a rename cannot be said in SARIF, and half a fix does harm"


def test_bytes_that_are_no_text_are_kept_in_fixes_and_names(tmp_path: Path) -> None:
    odd = BROKEN._replace(path="a\udcff:b.md", fix=Fix(safe=True, title="t", edits=(Edit("a\udcff:b.md", 0, 1, "x\udcfe"),)))
    (result,) = run_of(LintResult("v", "obsidian", 1, (odd,)), tmp_path)["results"]
    (change,) = result["fixes"][0]["artifactChanges"]
    assert change["artifactLocation"]["uri"] == "a%FF%3Ab.md"
    assert base64.b64decode(change["replacements"][0]["insertedContent"]["binary"]) == b"x\xfe"


def test_files_that_were_not_read_make_the_run_incomplete(tmp_path: Path) -> None:
    (invocation,) = run_of(MIXED, tmp_path)["invocations"]
    (note,) = invocation["toolExecutionNotifications"]
    assert not invocation["executionSuccessful"]
    assert note["message"]["text"] == "not read: Permission denied"
    assert note["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "raw/locked.md"
    assert run_of(CLEAN, tmp_path)["invocations"] == [{"executionSuccessful": True}]


def test_paths_begin_at_the_top_of_the_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "my vault").mkdir()
    (result, *_) = run_of(MIXED, tmp_path / "my vault")["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].startswith("my%20vault/concepts/")


def test_fingerprints_stay_when_lines_move(tmp_path: Path) -> None:
    lower = tuple(finding._replace(line=finding.line + 3, end_line=finding.end_line + 3) for finding in ALL[1:])
    moved = sarif(MIXED._replace(findings=lower), tmp_path, lambda _: "\n\n\n" + TEXT)["runs"][0]["results"]
    before = sarif(MIXED._replace(findings=ALL[1:]), tmp_path, lambda _: TEXT)["runs"][0]["results"]
    assert [one["partialFingerprints"] for one in moved] == [one["partialFingerprints"] for one in before]
    assert len({one["partialFingerprints"][FINGERPRINT] for one in before}) == len(before)


def test_a_secret_is_not_in_the_log(tmp_path: Path) -> None:
    assert "sk-live" not in json.dumps(run_of(MIXED, tmp_path))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no such note: “[[a]]”", "no such note: “[[a]]”"),
        ("write [text](https://example.com)", r"write \[text\](https://example.com)"),
        ("{{title}} or {0}", "{{{{title}}}} or {{0}}"),
        ("caf\udce9", "caf\ufffd"),
    ],
)
def test_messages_say_just_what_they_say(text: str, said: str) -> None:
    assert message_text(text) == said


def test_rules_lead_to_the_manual_where_the_package_has_a_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert EVIL not in json.dumps(run_of(HOSTILE, tmp_path)["tool"])
    monkeypatch.setattr(sarif_tool, "_home", lambda: "https://example.org/llmwiki")
    assert run_of(CLEAN, tmp_path)["tool"]["driver"]["rules"][0]["helpUri"] == "https://example.org/llmwiki/docs/checks/W101.md"
