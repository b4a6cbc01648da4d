"""Two proofs of one statement say the same: neither another number nor the opposite."""

from __future__ import annotations

import re

import pytest

from llmwiki.scribe.overlap import hard_words

FORM = {
    "en": "# {0}\n\nAmber Line is a ferry company of Port Selda. {1} Amber Line was founded by Ada Renfrew. Amber Line sells tickets at every pier.\n",
    "zh": "# {0}\n\n蓝鲸平台（BlueWhale）是一个持续部署平台。{1}蓝鲸平台由云舟科技在2021年发布。\n",
}
PAIRS = [
    (
        "en",
        "Amber Line runs five ships across the bay every day of the year.",
        "Amber Line runs six ships across the bay every day of the year.",
    ),
    ("en", "Amber Line accepts cash on all of its ships in summer.", "Amber Line does not accept cash on all of its ships in summer."),
    ("en", "Amber Line carried 4,500 people on its ships in summer.", "Amber Line carried 4,600 people on its ships in summer."),
    ("zh", "蓝鲸平台每天在各个机房里部署三百次新的版本。", "蓝鲸平台每天在各个机房里部署五百次新的版本。"),
    ("zh", "蓝鲸平台支持在所有机房里自动回退新的版本。", "蓝鲸平台不支持在所有机房里自动回退新的版本。"),
]
_QUOTE = re.compile(r"“(.*)”")


@pytest.mark.trial(but=["zh"])
@pytest.mark.parametrize(("language", "one", "other"), PAIRS)
def test_what_differs_does_not_prove_the_same(empty, language: str, one: str, other: str) -> None:
    empty.write("in/one.md", FORM[language].format("Amber Line 蓝鲸平台", one))
    empty.write("in/other.md", FORM[language].format("Amber Line today 今日蓝鲸平台", other))
    told = empty.ingest("in")
    (path,) = told["pages"]["created"]
    page = (empty.vault / path).read_text()
    quotes = {line[2 : line.index("]")]: _QUOTE.search(line)[1] for line in page.splitlines() if line.startswith("[^")}
    shared = 0
    for line in page[: page.index("\n[^")].splitlines():
        labels = re.findall(r"\[\^([^\]]+)\]", line)
        assert len({hard_words(quotes[label]) for label in labels}) <= 1, line
        shared += len(labels) > 1
    assert shared
