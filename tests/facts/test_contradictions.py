"""Pairs of statements that exclude each other, and many more that do not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from llmwiki.facts.fact import Fact, conflicts
from llmwiki.facts.names import names_of, title_of
from llmwiki.facts.read import read_facts
from llmwiki.facts.statements import statements
from llmwiki.facts.subjects import Subjects
from llmwiki.vault.vault import Vault

CAST = {
    "entities/tidb.md": ("TiDB", "TiDB 数据库"),
    "entities/pingcap.md": ("PingCAP", "平凯星辰"),
    "entities/berlin.md": ("Berlin", "柏林"),
    "entities/shanghai.md": ("上海", "Shanghai"),
    "entities/gpt-3.md": ("GPT-3", ""),
    "entities/ada-lovelace.md": ("Ada Lovelace", "阿达·洛芙莱斯"),
    "entities/eiffel-tower.md": ("Eiffel Tower", "埃菲尔铁塔"),
    "entities/copilot.md": ("GitHub Copilot", ""),
    "concepts/rag.md": ("Retrieval-augmented generation", "检索增强生成"),
}

EXCLUDE = [
    ("PingCAP was founded in 2015 by three engineers.", "PingCAP was founded in April 2016."),
    ("PingCAP was founded in April 2015.", "平凯星辰于2015年6月正式成立。"),
    ("PingCAP成立于2015年，总部位于北京。", "平凯星辰（PingCAP）创立于2016年。"),
    ("Ada Lovelace was born on 10 December 1815 in London.", "Ada Lovelace was born in London on 12 December 1815."),
    ("阿达·洛芙莱斯出生于1815年12月10日。", "Ada Lovelace was born in 1816."),
    ("Ada Lovelace died in 1852.", "Ada Lovelace died in November 1853."),
    ("TiDB was first released in October 2017.", "TiDB首次发布于2016年。"),
    ("TiDB于2017年10月16日正式发布。", "TiDB was released on 17 October 2017."),
    ("PingCAP is headquartered in San Mateo, California.", "The headquarters of PingCAP are in Austin, Texas."),
    ("PingCAP的总部位于北京。", "PingCAP的总部设在上海。"),
    ("Berlin has a population of 3.7 million.", "The population of Berlin is 4.5 million."),
    ("As of 2020, Berlin had a population of 3.7 million.", "Berlin had a population of 3,200,000 in 2020."),
    ("截至2020年，上海的人口为2487万。", "截至2020年，上海人口达2428万人。"),
    ("柏林人口为370万。", "The population of Berlin is 4.1 million."),
    ("GPT-3 has 175 billion parameters.", "GPT-3有1.5亿个参数。"),
    ("GPT-3 has 96 layers.", "GPT-3 has 48 layers."),
    ("The Eiffel Tower is 330 m tall.", "埃菲尔铁塔高300.5米。"),
    ("The Eiffel Tower is 330 metres tall.", "The Eiffel Tower is 984 feet tall."),
    ("GitHub Copilot costs $10 per month.", "GitHub Copilot is priced at $19 per month."),
    ("The retry limit of TiDB is 10.", "TiDB's retry limit is 3."),
    ("The default value of `tidb_txn_mode` is pessimistic.", "`tidb_txn_mode` defaults to optimistic."),
    ("The default timeout is 30 seconds.", "The default timeout is 1 minute."),
    ("The default port is 4000.", "The default port is 4001."),
    ("默认端口为4000。", "默认端口是 10080。"),
    ("TiDB的`timeout`默认值为30秒。", "TiDB的`timeout`的默认值是60秒。"),
    ("`enable-async` defaults to true.", "`enable-async` defaults to off."),
    ("The latest version of TiDB is 8.5.1.", "TiDB's latest stable release is 8.4.0."),
    ("TiDB的最新版本是8.5.1。", "TiDB的最新稳定版本为7.5.0。"),
    ("TiDB's maximum row size is 6 MB.", "The maximum row size of TiDB is 12 MB."),
    ("The API rate limit is 100 requests per minute.", "The API rate limit is 60 requests per minute."),
    ("会话超时为30分钟。", "会话超时为1小时。"),
    ("TiDB的最大连接数为1000个连接。", "TiDB的最大连接数是500个连接。"),
    ("PingCAP was acquired by Example Corp in 2024.", "PingCAP于2025年被甲公司收购。"),
    ("- **Founded**: 2015", "PingCAP was founded in 2016."),
    ("- 成立时间：2015年", "- Founded in 2014."),
    ("- Headquarters: San Mateo, California", "- Headquartered in Austin, Texas"),
]

AGREE = [
    # the same in other words, units, precision or language
    ("PingCAP was founded in 2015.", "PingCAP was founded in April 2015 by three engineers."),
    ("PingCAP was founded on 1 April 2015.", "平凯星辰成立于2015年4月。"),
    ("Berlin has a population of 3.7 million.", "The population of Berlin is 3,664,088."),
    ("Berlin has a population of about 3.7 million.", "Berlin has a population of 3.5 million."),
    ("Berlin has a population of more than 3 million.", "Berlin has a population of 3.7 million."),
    ("Berlin has a population of 3.7 million.", "柏林人口约370万人。"),
    ("上海人口超过2400万。", "上海人口为2487万。"),
    ("GPT-3 has 175 billion parameters.", "GPT-3有1750亿个参数。"),
    ("The Eiffel Tower is 330 m tall.", "The Eiffel Tower is 1,083 feet tall."),
    ("The default timeout is 60 seconds.", "The default timeout is 1 minute."),
    ("The default timeout is 90 s.", "The default timeout is 1.5 minutes."),
    ("TiDB's maximum row size is 64 KB.", "The maximum row size of TiDB is 65,536 bytes."),
    ("PingCAP is headquartered in San Mateo, California.", "PingCAP is headquartered in San Mateo."),
    ("PingCAP is headquartered in San Mateo.", "The headquarters of PingCAP are in California."),
    ("PingCAP的总部位于北京。", "PingCAP的总部位于北京市海淀区。"),
    ("PingCAP的总部位于北京。", "PingCAP is headquartered in Beijing."),
    ("The latest version of TiDB is 8.5.", "TiDB's latest version is 8.5.1."),
    ("`enable-async` defaults to true.", "`enable-async` defaults to on."),
    # as of another date
    ("As of 2010, Berlin had a population of 3.4 million.", "As of 2020, Berlin had a population of 3.7 million."),
    ("截至2010年，上海的人口为2302万。", "截至2020年，上海的人口为2487万。"),
    ("Berlin has a population of 3.7 million.", "In 1920, Berlin had a population of 3.9 million."),
    # of something else
    ("TiDB was first released in October 2017.", "TiKV was first released in 2016."),
    ("The company behind TiDB was founded in 2015.", "TiDB was founded in 2013."),
    ("The Berlin office of PingCAP has 30 desks.", "PingCAP has 900 desks."),
    ("GPT-3 has 175 billion parameters.", "GPT-3 has 96 layers."),
    ("The read timeout of TiDB is 30 s.", "The write timeout of TiDB is 60 s."),
    ("The smallest GPT-3 has 125 million parameters.", "GPT-3 has 175 billion parameters."),
    ("上海的面积为6340平方公里。", "上海的常住人口为2487万。"),
    # in another unit, currency or period
    ("GitHub Copilot costs $10 per month.", "GitHub Copilot costs $100 per year."),
    ("The API rate limit is 100 requests per minute.", "The API rate limit is 5000 requests per hour."),
    ("检索增强生成有一个缺陷。", "检索增强生成有两个缺陷。"),
    ("GitHub Copilot costs $10 per month.", "GitHub Copilot costs €9 per month."),
    ("TiDB's maximum row size is 6 MB.", "TiDB's maximum row size is 120 columns."),
    # under a condition, for a version, by hearsay, denied
    ("The default timeout is 30 seconds.", "In version 4, the default timeout is 10 seconds."),
    ("The default timeout is 30 seconds.", "If TLS is on, the default timeout is 60 seconds."),
    ("TiDB的默认超时为30秒。", "如果开启加密，默认超时为60秒。"),
    ("PingCAP was founded in 2015.", "PingCAP was not founded in 2016."),
    ("PingCAP was founded in 2015.", "According to one report, PingCAP was founded in 2016."),
    ("PingCAP was founded in 2015.", "据报道，PingCAP成立于2016年。"),
    # it was so before, or changed
    ("PingCAP is headquartered in San Mateo, California.", "PingCAP was headquartered in Beijing, China until 2018."),
    ("The retry limit of TiDB is 10.", "The retry limit of TiDB was 3 before version 3.0."),
    ("The retry limit of TiDB is 10.", "The retry limit of TiDB was changed to 3."),
    ("PingCAP的总部位于北京。", "PingCAP的总部原来位于上海。"),
    ("TiDB was released in 2017.", "TiDB was re-released in 2019."),
    ("TiDB was released in 2017.", "TiDB was released in 2019 on ARM machines."),
    # divided in different ways, or measured under different circumstances
    ("Retrieval-augmented generation has two main components.", "Retrieval-augmented generation has three main components."),
    ("Retrieval-augmented generation consists of two steps.", "Retrieval-augmented generation has four steps."),
    ("检索增强生成有两个阶段。", "检索增强生成有三个阶段。"),
    ("The accuracy of GPT-3 is 71%.", "The accuracy of GPT-3 is 86%."),
    ("The average latency of TiDB is 4 ms.", "The average latency of TiDB is 11 ms."),
    ("The result is 5.", "The result is 7."),
    # ordinary text
    ("PingCAP has one of the best teams in 2015.", "PingCAP has three of the best teams."),
    ("It was founded in 2015.", "It was founded in 2016."),
    ("Three people founded PingCAP in 2015.", "Two people left PingCAP in 2016."),
    ("TiDB 3.0 was released in June 2019.", "TiDB 4.0 was released in May 2020."),
    ("他出生于1815年。", "她出生于1852年。"),
]


def subjects_of(vault: Vault) -> Subjects:
    return Subjects({path: names_of(vault, path) for path in vault.notes})


def facts_of(vault: Vault, path: str, subjects: Subjects, *, own: bool) -> Iterator[Fact]:
    return read_facts(statements(vault.page(path)), path, title_of(vault, path), subjects, own=own)


def found(write, page: str, first: str, second: str) -> list:
    files = {path: f"---\ntitle: {title}\naliases: [{alias}]\n---\n" for path, (title, alias) in CAST.items()}
    heading = "## Key facts\n\n" if first.startswith("-") else ""
    files[page] += f"{heading}{first}[^a]\n\nSomething else stands between them.\n\n{second}[^b]\n\n[^a]: [[x]]\n[^b]: [[y]]\n"
    vault = Vault.open(write(files))
    subjects = subjects_of(vault)
    facts = [fact for path in vault.notes for fact in facts_of(vault, path, subjects, own=not path.startswith("comparisons"))]
    return list(conflicts(facts))


@pytest.mark.parametrize(("first", "second"), EXCLUDE)
def test_values_that_exclude_each_other(write, first: str, second: str) -> None:
    [group] = found(write, "entities/pingcap.md", first, second)
    assert len(group) == 2


@pytest.mark.parametrize(("first", "second"), AGREE)
def test_values_that_may_both_be_right(write, first: str, second: str) -> None:
    assert not found(write, "entities/pingcap.md", first, second)


def test_there_are_enough_cases() -> None:
    assert len(EXCLUDE) >= 30
    assert len(AGREE) >= 50


def test_only_cited_statements_count(write) -> None:
    files = {"entities/berlin.md": "---\ntitle: Berlin\n---\nBerlin has 12 districts.[^a] Berlin has 20 districts.\n\n[^a]: [[x]]\n"}
    vault = Vault.open(write(files))
    facts = list(facts_of(vault, "entities/berlin.md", subjects_of(vault), own=True))
    assert [fact.claim.text for fact in facts] == ["Berlin has 12 districts"]
    assert facts[0].claim.labels == ("a",)
    assert vault.text("entities/berlin.md")[slice(*facts[0].claim.span)] == "Berlin has 12 districts.[^a]"


def test_statements_in_code_comments_tables_and_open_questions_are_not_read(write) -> None:
    text = (
        "---\ntitle: Berlin\n---\n```\nBerlin has 1 mayor.[^a]\n```\n%% Berlin has 2 mayors.[^a] %%\n\n| a |\n|---|\n| Berlin has 3 mayors.[^a] |\n\n"
        "## Open questions\n\nBerlin has 4 mayors.[^a]\n\n## 未决问题\n\n- Berlin has 5 mayors.[^a]\n\n## History\n\nBerlin has 6 mayors.[^a]\n"
    )
    vault = Vault.open(write({"entities/berlin.md": text}))
    facts = facts_of(vault, "entities/berlin.md", subjects_of(vault), own=True)
    assert [fact.value.text for fact in facts] == ["6 mayors"]


def test_links_and_emphasis_do_not_hide_a_statement(write) -> None:
    files = {
        "entities/pingcap.md": "---\ntitle: PingCAP\n---\n",
        "concepts/x.md": "1. [[entities/pingcap|PingCAP]] was **founded** in [[2015]].[^a]\n2. [PingCAP](../entities/pingcap.md) was founded in *2016*.[^a]\n",
    }
    vault = Vault.open(write(files))
    subjects = subjects_of(vault)
    [group] = conflicts(fact for path in vault.notes for fact in facts_of(vault, path, subjects, own=True))
    assert [fact.subject for fact in group] == ["entities/pingcap.md"] * 2


def test_a_name_of_two_pages_stands_for_none() -> None:
    subjects = Subjects({"a.md": ["Mercury"], "b.md": ["mercury"], "c.md": ["Venus"]})
    assert subjects.page("Mercury") == ""
    assert subjects.page("the venus") == "c.md"
    assert subjects.page("Venus (planet)") == "c.md"
