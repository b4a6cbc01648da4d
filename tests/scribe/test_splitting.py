"""Plans to split a page: the longest sections first, as few as it takes, and never those that belong to the page itself."""

from __future__ import annotations

from llmwiki.scribe.splitting import split_plan
from llmwiki.vault.parse import parse


def page(title: str, sections: dict[str, int]) -> str:
    body = "".join(
        f"## {heading}\n\n" + "".join(f"- Line {number}.\n" for number in range(lines)) + "\n" for heading, lines in sections.items()
    )
    return f"---\ntitle: {title}\n---\n\n# {title}\n\nA lead.\n\n{body}[^a]: [[raw/a]] “x”\n"


def planned(title: str, sections: dict[str, int], limit: int) -> list[tuple[str, str, str]]:
    path = f"entities/{title.lower()}.md"
    plan = split_plan(parse(page(title, sections)), path, limit, ["quill-night-run"], "unicode")
    return [(piece.heading, piece.title, piece.path) for piece in plan.pieces] if plan else []


def test_the_longest_sections_go_until_the_rest_is_short_enough() -> None:
    sections = {"Key facts": 20, "Users": 30, "Night run": 60, "Related": 40}
    assert planned("Quill", sections, 160) == [("Night run", "Quill: Night run", "entities/quill-night-run-2.md")]
    assert [heading for heading, _, _ in planned("Quill", sections, 100)] == ["Night run", "Users"]
    assert planned("Quill", sections, 200) == []


def test_a_page_whose_sections_are_its_own_cannot_be_split() -> None:
    assert planned("Quill", {"Definition": 40, "Open questions": 40, "Mentions": 40, "Related": 40}, 100) == []


def test_chinese_pages_get_chinese_titles() -> None:
    assert planned("羽笔", {"定义": 5, "夜间运行": 40, "要点": 5}, 30) == [("夜间运行", "羽笔：夜间运行", "entities/羽笔-夜间运行.md")]
