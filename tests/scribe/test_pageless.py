"""Sources from which no page draws: what came nearest to a page, and why it has none. In both languages."""

from __future__ import annotations

import pytest

from llmwiki.report.pageless import CLAUSES, reason
from llmwiki.scribe.compile import Compiled, compile_pages
from llmwiki.scribe.objections import NO_THING, Objection
from llmwiki.scribe.pageless import Pageless
from llmwiki.scribe.prose import Reading
from llmwiki.scribe.read import read_prose
from llmwiki.scribe.topic import Existing
from llmwiki.vault.schema import Schema

ONE, TWO = "raw/articles/1.md", "raw/articles/2.md"

QUILL = """# Quill

Quill is a small engine that keeps every table in one file. Quill writes each change to a log before it touches the file. Quill was first released in 2014. Quill reads the log again after a crash. Quill supports files of up to 16 terabytes.

## Limits

Quill has no server, so every program opens the file itself. Quill locks the whole file while it writes.
"""
BACKUP = """# 增量备份

增量备份是一种只保存变化数据的备份方法。增量备份每 5 分钟执行一次，默认保留 7 天。

## 原理

增量备份读取变更日志，把新的数据块写入备份存储。如果增量备份失败，系统会在下一个周期重试。与全量备份相比，增量备份占用的空间更小。
"""
AMBER = """Everyone in the office may change the Amber Handbook. Nobody has to ask before changing the Amber Handbook. New people read the Amber Handbook in their first week. Last year we moved the Amber Handbook to another server.

Please tell us what is missing in the Amber Handbook. Half of the staff opened the Amber Handbook in May.
"""
UNDEFINED = f"# Amber Handbook\n\n{AMBER}"
AMBER_ZH = """办公室里的每个人都可以修改琥珀平台。去年我们把琥珀平台搬到了另一台服务器上。新同事在第一周学习琥珀平台。有一半的员工在五月打开过琥珀平台。

如果发现问题，请告诉我们琥珀平台缺少什么。
"""
UNDEFINED_ZH = f"# 琥珀平台\n\n{AMBER_ZH}"
GUIDE = "# 入门指南\n\n请阅读入门指南。入门指南在桌上。入门指南很薄。大家都有入门指南。\n\n"
SCATTERED = "# Notes\n\nWe met on Monday. The coffee was cold. Someone opened a window, and the papers flew away.\n"
SCATTERED_ZH = "# 随笔\n\n周一我们见了面。咖啡是凉的。有人打开了窗户，纸都飞走了。\n"
REST = "\n\n" + " ".join(f"On day {n} the clerk of the office walked along the river and saw {n} boats." for n in range(2, 22)) + "\n"
REST_ZH = "\n\n" + "".join(f"第{n}天办公室的职员沿着河边走，看见了{n}条小船。" for n in range(2, 22)) + "\n"
LITTLE = ". ".join(QUILL.split(". ")[:2]) + f". Quill is an engine that keeps every table in a file.{REST}"
LITTLE_ZH = (
    f"# 增量备份\n\n增量备份是一种只保存变化数据的备份方法。增量备份默认保留7天的数据。增量备份是一种只保存变化的数据的方法。{REST_ZH}"
)
TABLE = "| a | b |\n| --- | --- |\n| 1 | 2 |\n"
KOREAN = "# 메모\n\n우리는 월요일에 만났다. 커피는 차가웠다. 누군가 창문을 열었다. 종이가 날아갔다.\n"
ENDLESS = "# Words\n\n" + "\n\n".join(" ".join(f"amber{number} flows on and on" for number in range(40)) for _ in range(12)) + "\n"


def read(*texts: str) -> list[Reading]:
    return [Reading(f"raw/articles/{number}.md", text, read_prose(text)) for number, text in enumerate(texts, 1)]


def bare(compiled: Compiled) -> list[tuple[str, Objection, str]]:
    """Source, objection and subject of each source without a page."""
    return [(item.source, item.objection, item.subject) for item in compiled.pageless]


@pytest.mark.parametrize(
    ("text", "objection", "subject"),
    [
        (UNDEFINED, Objection.UNDEFINED, "Amber Handbook"),
        (UNDEFINED_ZH, Objection.UNDEFINED, "琥珀平台"),
        (LITTLE, Objection.LITTLE, "Quill"),
        (LITTLE_ZH, Objection.LITTLE, "增量备份"),
        (SCATTERED, Objection.NOTHING_TOLD, ""),
        (SCATTERED_ZH, Objection.NOTHING_TOLD, ""),
        (TABLE, Objection.NO_SENTENCES, ""),
        ("", Objection.NO_SENTENCES, ""),
        (KOREAN, Objection.LANGUAGE, ""),
        (ENDLESS, Objection.MANGLED, ""),
    ],
    ids=["undefined", "undefined-zh", "little", "little-zh", "scattered", "scattered-zh", "table", "empty", "korean", "endless"],
)
def test_a_source_without_a_page_has_its_nearest_subject_and_a_reason(text: str, objection: Objection, subject: str) -> None:
    compiled = compile_pages(read(text), [], Schema())
    assert compiled.drafts == ()
    assert bare(compiled) == [(ONE, objection, subject)]


def test_a_source_that_a_page_draws_from_is_not_told() -> None:
    compiled = compile_pages(read(QUILL, UNDEFINED), [], Schema())
    assert [draft.sources for draft in compiled.drafts] == [(ONE,)]
    assert [item.source for item in compiled.pageless] == [TWO]


def test_only_sources_that_are_compiled_anew_are_told() -> None:
    compiled = compile_pages(read(SCATTERED, UNDEFINED), [], Schema(), changed=frozenset({ONE}))
    assert bare(compiled) == [(ONE, Objection.NOTHING_TOLD, "")]


def test_what_the_settings_ask_for_is_the_reason_where_nothing_else_is_missing() -> None:
    assert bare(compile_pages(read(BACKUP), [], Schema(concept_min_sections=1))) == []
    assert bare(compile_pages(read(BACKUP), [], Schema(concept_min_sections=9))) == [(ONE, Objection.FEW_SECTIONS, "增量备份")]


def test_a_page_that_a_person_took_away_is_the_reason() -> None:
    assert bare(compile_pages(read(QUILL), [], Schema(), blocked=("Quill",))) == [(ONE, Objection.TAKEN_AWAY, "Quill")]


def test_a_page_that_draws_on_other_sources_is_the_reason() -> None:
    """A page leads to three sources that say more at most, its own among them."""
    other = "# Monday\n\nWe ran Quill on Monday. The test was about Quill. They also tried it with Quill and Moss. Nobody had a word for Quill.\n"
    page = Existing("entities/quill.md", "Quill", kind="entity", sources=(ONE,))
    compiled = compile_pages(read(QUILL, *[other] * 4), [page], Schema())
    assert bare(compiled) == [("raw/articles/5.md", Objection.ELSEWHERE, "Quill")]


def test_a_name_of_no_thing_is_told_only_where_nothing_better_is_told_of() -> None:
    assert bare(compile_pages(read(GUIDE), [], Schema())) == [(ONE, Objection.TEXT, "入门指南")]
    assert bare(compile_pages(read(GUIDE + AMBER), [], Schema())) == [(ONE, Objection.RARE, "Amber Handbook")]


@pytest.mark.parametrize(
    ("minutes", "article"),
    [
        ("# Minutes\n\nThe passage is cold. We painted the passage. Nobody likes the passage. Somebody slept in the passage.\n", "# Passage\n\nAll of us use the passage.\n"),
        ("# 记录\n\n走廊很冷。我们粉刷了走廊。没有人喜欢走廊。有人在走廊里睡着了。\n", "# 走廊\n\n大家都走这条走廊。\n"),
    ],
    ids=["en", "zh"],
)  # fmt: skip
def test_an_everyday_word_is_no_subject_of_a_text_that_is_not_called_so(minutes: str, article: str) -> None:
    assert bare(compile_pages(read(minutes, article), [], Schema()))[0] == (ONE, Objection.NOTHING_TOLD, "")


@pytest.mark.parametrize("objection", Objection)
def test_every_objection_has_a_clause(objection: Objection) -> None:
    """What speaks against a thing names it, what speaks against a source does not."""
    told = reason(Pageless(ONE, objection, "乐观事务"))
    whole = {Objection.NO_SENTENCES, Objection.MANGLED, Objection.LANGUAGE, Objection.NOTHING_TOLD}
    assert ("“乐观事务”" in told) is (objection not in whole)
    assert len(told) < 100
    assert not whole & NO_THING
    assert list(CLAUSES.values()).count(CLAUSES[objection]) == 1
