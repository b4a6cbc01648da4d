"""Halls of texts that are not all sentences: code, tool calls, commits and addresses say nothing of what a person states."""

from __future__ import annotations

import pytest

from llmwiki.palace.halls import hall_of
from llmwiki.palace.prose import prose

BLOCK = "```python\n# Return the size. Use it once.\nif size: return size\n```"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Plain text, 一句话。", "Plain text, 一句话。"),
        (f"Before.\n\n{BLOCK}\n\nAfter.", "Before.\n\n\n\nAfter."),
        ("mira: ```\nrun()\n```\nBye", "mira: \nBye"),
        ("See:\n```\ncut off here", "See:\n"),
        ("return x\n```\n\nThe rest.", "\nThe rest."),
        ("运行：\n```\n{}\n", "运行：\n"),
        ("> ```\n> run()\n> ```\n> Said.", "> \n> Said."),
        ("Use `run --fast` now.", "Use   now."),
        ("The [pond](https://a.example/Pond_(water)) at https://b.example/x?y=1 froze.", "The [pond] at  froze."),
        ("> A quotation stays.", "> A quotation stays."),
        ("Assistant: > tool: Bash(command: ls)\n> output:\n> ```\n> a\n> ```\nDone.", "\nDone."),
        ("User: add a folder\n\nAssistant: Done.", "User add a folder\n\nAssistant: Done."),
        ("[1a2b3c4](https://g.example/c): Add a test - mira\nSo it is.", "\nSo it is."),
        ("```\n" * 3, "\n"),
    ],
)
def test_what_is_said_in_sentences_stays(text: str, left: str) -> None:
    assert prose(text) == left


@pytest.mark.parametrize(
    ("text", "hall"),
    [
        (BLOCK, "facts"),
        (f"The pond froze yesterday.\n\n{BLOCK}", "events"),
        ("User: add a folder and run the tests", "facts"),
        ("User: 请创建一个文件夹", "facts"),
        ("git (bot): [lake:main] 1 new commit by mira:\n[1a2b3c4](https://g.example/c): Add a test; use the pond - mira", "events"),
        ("Let me look at the pond.", "facts"),
        ("Let the pond freeze first.", "advice"),
        ("请求先排队，再由服务器处理。", "facts"),
        ("请先排队。", "advice"),
        ("两阶段提交从而避免了冲突。", "facts"),
        ("避免冲突。", "advice"),
    ],
)
def test_halls_of_texts_with_code_and_machines_in_them(text: str, hall: str) -> None:
    assert hall_of(text) == hall


def test_many_fences_and_brackets_take_little_time() -> None:
    for sign in ("```\n", "](", "`", "> tool:\n", "User: ", "https://"):
        assert len(prose(sign * 20_000)) < 20_000 * 10
