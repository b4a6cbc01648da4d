"""A palace whose origin and cache are gone is made from its journal again: the same drawers, and the same answers to fifty questions."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest
from mining_harness import Mine, plant
from wiki_harness import SAMPLES

from llmwiki.palace.embed.fast import FastEmbedder
from llmwiki.palace.hit import Mode
from llmwiki.palace.ranking import Scope
from llmwiki.renew import rebuild_palace
from llmwiki.workspace import Site

pytestmark = pytest.mark.trial

ENGLISH = """
Which search assistant replaced Quill?
When did Heron replace Quill?
How many tokens may a passage of Heron have?
What did the chunking study find about 80 tokens?
Who reported on the reranker?
How long does it take to rerank forty passages?
What share of questions is reranked?
What does k1 do in BM25?
How large is the inverted index of the leaflets?
How are Chinese words found without a dictionary?
What can BM25 not do?
How many Chinese questions did the English-only model answer?
Why was the multilingual embedding model chosen?
What happens to text beyond 512 tokens?
How many vectors does Tessel keep?
What damaged the vector index in March 2026?
How much memory does Tessel need?
From how many passages on does Tessel use a graph?
What is recall at ten?
What does mean reciprocal rank average?
How much did the licences of Quill cost?
What was kept of Quill?
Why did synonym lists not help?
What does Heron say when it finds nothing?
"overlap flatters BM25"
"""
CHINESE = """
混合检索怎样合并两边的分数？
为什么需要混合检索？
苍鹭的倒排索引以什么为单位？
混合检索的前十召回率是多少？
只用向量时容易漏掉什么？
向量索引是什么数据结构？
苍鹭的向量保存在哪里？
嵌入模型一次最多读多少词元？
图结构的向量索引会漏掉多少邻居？
什么时候直接比较全部向量？
换了嵌入模型要做什么？
谁写了向量索引入门？
两个进程同时写入会怎样？
检索增强生成分为哪三步？
什么是文本切分？
每段最多多少个词元？
没有段落支持的句子怎么处理？
馆员每月抽查多少答案？
检索增强生成有什么局限？
重排模型为什么慢？
重排模型怎样打分？
中文问题提高了多少？
图书馆网从哪一年起使用混合检索？
读者问的问题里有多少是中文？
「两个字以上的词都能找到」
"""
QUESTIONS = [line for text in (ENGLISH, CHINESE) for line in text.split("\n") if line]


EMBEDDER = FastEmbedder()


def site_of(mine: Mine) -> Site:
    site = mine.site
    site.palace.embedder = EMBEDDER
    return site


def answers(mine: Mine, mode: Mode) -> list[list[str]]:
    with closing(site_of(mine).palace) as palace:
        found = [palace.search(question, Scope(10), mode) for question in QUESTIONS]
    assert {answer.mode for answer in found} == {mode}
    return [[hit.drawer.id for hit in answer.hits] for answer in found]


def made_anew(mine: Mine, origin: Path) -> int:
    """Without the origin and the cache; gives the number of drawers."""
    shutil.rmtree(origin)
    shutil.rmtree(mine.folder / "cache")
    return rebuild_palace(mine.site).records.drawers


def embedded(mine: Mine) -> None:
    with closing(site_of(mine).palace) as palace:
        assert palace.embed() > len(list(SAMPLES.iterdir()))


@pytest.fixture
def origin(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SAMPLES, tmp_path / "origin"))


def test_by_words_among_many_notes(origin: Path, tmp_path: Path) -> None:
    plant(origin, {f"n/{number:03}.md": f"# Note {number}\n\nRecall of passage {number}, 检索问题{number}。\n" for number in range(150)})
    mine = Mine(tmp_path / "palace")
    mine(origin)
    before, found = mine.rows(), answers(mine, "words")
    assert made_anew(mine, origin) == len(before)
    assert mine.rows() == before
    assert answers(mine, "words") == found
    assert [question for question, hits in zip(QUESTIONS, found, strict=True) if not hits] == []


def test_by_words_and_vectors(origin: Path, tmp_path: Path) -> None:
    mine = Mine(tmp_path / "palace")
    mine(origin)
    embedded(mine)
    found = answers(mine, "hybrid")
    made_anew(mine, origin)
    assert answers(mine, "words") != found
    embedded(mine)
    assert answers(mine, "hybrid") == found
    assert {len(hits) for hits in found} == {1, 10}  # a phrase stands where it stands
