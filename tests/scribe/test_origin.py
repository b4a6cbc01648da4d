"""Where a page says that it comes from. In both languages."""

from __future__ import annotations

import pytest

from llmwiki.scribe.compile import compile_pages
from llmwiki.scribe.draft import Draft, Origin
from llmwiki.scribe.prose import Reading
from llmwiki.scribe.read import read_prose
from llmwiki.scribe.render import Context, names_of, render
from llmwiki.vault.safe_names import slug
from llmwiki.vault.schema import read_schema

RULES = read_schema("## Page Thresholds\n- concept_min_sections: 1\n")
PRINTS = "Harbour Shell prints a typed record as a table with two columns."
SHELL = f"""# Types of values

## Harbour Shell

Harbour Shell is a command shell that passes tables from one command to the next. Harbour Shell runs on Linux, macOS and Windows.
Harbour Shell reads its settings from one file. Harbour Shell was first released in 2019.

## Typed records

A typed record is a set of fields, each with a name and one value. A typed record is written between braces, with a comma behind each field.
A typed record keeps its fields in the order in which they were written. {PRINTS}
"""
SHELL_ZH = """# 数据类型

## Harbour Shell

Harbour Shell 是一种在命令之间传递表格的命令行外壳。Harbour Shell 支持 Linux、macOS 和 Windows。Harbour Shell 从一个文件读取全部设置。
Harbour Shell 于 2019 年首次发布。

## 类型化记录

类型化记录是一组字段的集合，每个字段都有名称和一个值。类型化记录写在花括号之间，字段之间用逗号分隔。类型化记录按书写的顺序保存字段。
"""


def drafts(*texts: str) -> dict[str, Draft]:
    readings = [Reading(f"raw/articles/text-{number}.md", text, read_prose(text)) for number, text in enumerate(texts)]
    return {draft.title: draft for draft in compile_pages(readings, [], RULES).drafts}


def shown(found: dict[str, Draft], title: str) -> str:
    context = Context(slug, lambda path: path.removesuffix(".md"), names_of(found.values(), slug), "2026-01-01", "2026-01-01")
    return render(found[title], context)


@pytest.mark.parametrize(
    ("text", "title", "line"),
    [
        (SHELL, "Typed record", "*From [[raw/articles/text-0|Types of values]], in the context of [[harbour-shell|Harbour Shell]].*"),
        (SHELL_ZH, "类型化记录", "*出自[[raw/articles/text-0|数据类型]]，语境为[[harbour-shell|Harbour Shell]]。*"),
    ],
)
def test_a_common_word_says_which_text_it_is_from(text: str, title: str, line: str) -> None:
    found = drafts(text.replace(PRINTS, "A typed record may hold other typed records."))
    assert shown(found, title).split(f"# {title}\n\n")[1].startswith(f"{line}\n\n")
    assert found["Harbour Shell"].origin == Origin(
        "raw/articles/text-0.md", "Types of values" if title == "Typed record" else "数据类型", ""
    )


def test_what_the_statements_name_is_not_told_again() -> None:
    record = drafts(SHELL)["Typed record"]
    assert any("Harbour Shell" in statement.text for part in record.parts for statement in part.statements)
    assert record.origin == Origin("raw/articles/text-0.md", "Types of values", "")


def test_a_text_named_after_the_page_is_not_named() -> None:
    found = drafts(SHELL.replace("# Types of values", "# Harbour Shell and its typed records"))
    assert found["Harbour Shell"].origin is None
    assert found["Typed record"].origin is None
