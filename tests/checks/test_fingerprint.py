"""What a baseline and SARIF know a finding by."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from llmwiki.checks.base import Finding
from llmwiki.checks.fingerprint import fingerprints
from llmwiki.errors import VaultError

TEXT = "# 检索\n\nsee [[gone]] and [[gone]]\n\tsee [[other]]\n"
FIRST = Finding("a.md", 3, 5, "W101", "broken-link", "error", "no such note: “gone”", 3, 13)
SECOND = FIRST._replace(column=18, end_column=26)
THIRD = Finding("a.md", 4, 6, "W101", "broken-link", "error", "no such note: “other”", 4, 15)
WHOLE = Finding("a.md", 1, 1, "W601", "page-too-long", "warning", "250 lines, 200 are allowed", 1, 1)


def marks(*findings: Finding, text: str = TEXT) -> tuple[str, ...]:
    return fingerprints(findings, lambda _: text)


def moved(finding: Finding, lines: int) -> Finding:
    return finding._replace(line=finding.line + lines, end_line=finding.end_line + lines)


@given(st.lists(st.sampled_from(["", "文字", "see [[here]]", "---"]), max_size=20), st.sampled_from(["\n", "\r\n", "\r"]))
def test_lines_above_and_line_ends_do_not_matter(above: list[str], end: str) -> None:
    text = end.join([*above, *TEXT.splitlines()])
    assert marks(*(moved(finding, len(above)) for finding in (FIRST, SECOND, THIRD)), text=text) == marks(FIRST, SECOND, THIRD)


def test_space_around_the_line_does_not_matter() -> None:
    assert marks(THIRD, text=TEXT.replace("\tsee [[other]]", "\t\tsee [[other]]  ")) == marks(THIRD)


def test_every_finding_has_its_own() -> None:
    findings = (FIRST, SECOND, THIRD, WHOLE, FIRST._replace(path="b.md"), FIRST._replace(code="W103"))
    assert len(set(marks(*findings))) == len(findings)


def test_a_page_that_grows_is_no_new_finding() -> None:
    assert marks(WHOLE) == marks(WHOLE._replace(message="251 lines, 200 are allowed"))
    assert marks(WHOLE) != marks(WHOLE._replace(message="no heading"))


def test_another_line_is_another_finding() -> None:
    assert marks(FIRST) != marks(FIRST, text=TEXT.replace("see [[gone]] and", "look at [[gone]] and"))


def test_a_secret_is_not_in_it() -> None:
    secret = FIRST._replace(masked=True)
    assert marks(secret) == marks(secret, text="\n\nanother line")


def test_files_that_cannot_be_read_have_theirs_too() -> None:
    def refused(path: str) -> str:
        raise VaultError(f"{path} cannot be read")

    assert fingerprints([FIRST, WHOLE], refused)[1:] == marks(FIRST, WHOLE)[1:]


def test_each_file_is_read_once_and_only_where_it_matters() -> None:
    asked: list[str] = []

    def text_of(path: str) -> str:
        asked.append(path)
        return TEXT

    fingerprints([FIRST, SECOND, THIRD, WHOLE._replace(path="b.md")], text_of)
    assert asked == ["a.md"]


def test_it_stays_from_version_to_version() -> None:
    """A baseline that people keep would be void if this changed."""
    assert marks(FIRST, SECOND, WHOLE) == (
        "6c95f55a3722235cf8b667fad48238ac",
        "36ec6b2d91f5d04947f04f7084ea41c2",
        "08d1b33b7f0a998a9bd6811f4faa6e92",
    )
