"""Code and headings against markdown-it-py, an independent reading of CommonMark."""

from __future__ import annotations

from collections import Counter

import pytest
from markdown_it import MarkdownIt

from llmwiki.vault.parse import parse

CORPUS = [
    "# A\n\ntext `x` and ``y ` z``\n\n## B ##\n",
    "A `b\nc` d\n\nE\n---\nF\n===\n",
    "```python\nx = '`'\n```\n\ntext ``` no fence\n",
    "~~~\n```\n~~~\n```\n~~~\n```\n",
    "````\n```\n````\n",
    "> ```\n> in quote\n> ```\n> `x`\n\n`y`\n",
    "> ```\n> open\ntext `x`\n",
    "- item\n\n  ```\n  in list\n  ```\n- `x`\n",
    "- ```\n  open\n- `x`\n",
    "1. a\n   ```sh\n   if [[ -z x ]]; then\n   ```\n2. b\n",
    "text\n\n    code `x`\n\n    more\n\ntext\n",
    "    at the start\ntext\n",
    "# H\n    after a heading\n",
    "---\n    after a rule\n",
    "```\nx\n```\n    after a fence\n",
    "text\n    lazy `x`\n",
    "- item\n\n    paragraph `x`\n",
    "`a\n\nb` `c`\n",
    "`a\n- b` `c`\n",
    "`a\n# b\nc`\n",
    "`a\n---\nb`\n",
    "\\`a\\` \\\\`b`\n",
    "\\``a`\n",
    "``a` `b``\n",
    "`a``b`\n",
    "``` a`b\ntext\n",
    "`b` title\n===\n",
    "```\nx\n```\nTitle\n---\n",
    "    code\ntitle\n---\n",
    "- a\n---\n",
    "> a\n---\n",
    "two\nlines\n---\n",
    "#no\n#\tA\n####### no\n#\n###   B   ###   \n# C \\#\n",
    "```\nunclosed\n# no\n",
    "~~~\n> ~~~\nstill code\n~~~\n# A\n",
    "~~~\n    ~~~\nstill code\n~~~\n",
    "# 标题 `代码`\n\n图谱 `知识`\n",
    "text\r\n```\r\ncode\r\n```\r\n# A\r\n",
]


def plain(code):
    return "".join(code.replace(">", "").split())


def by_markdown_it(text):
    code, headings, depth = Counter(), [], 0
    tokens = MarkdownIt("commonmark").parse(text)
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        depth += token.type in {"blockquote_open", "list_item_open"}
        depth -= token.type in {"blockquote_close", "list_item_close"}
        if token.type in {"fence", "code_block"}:
            code[plain(token.content)] += 1
        if token.type == "heading_open" and not depth:
            headings.append((int(token.tag[1]), following.content))
        for child in token.children or ():
            if child.type == "code_inline":
                code[plain(child.content)] += 1
    return code, headings


def content(text, span):
    """Code without its marks: an info string and fences, or backticks, or the indent."""
    written = text[span.start : span.end]
    marks = len(written) - len(written.lstrip(written[0]))
    if written[0] not in "`~":
        return plain(written)
    before = text[text.rfind("\n", 0, span.start) + 1 : span.start].strip("> \t-.0123456789")
    first, _, rest = written.partition("\n")
    if marks < 3 or before or "`" in first[marks:]:
        return plain(written[marks:-marks])
    body, _, last = rest.rpartition("\n")
    closed = set(last.strip("> \t")) == {written[0]} and len(last.strip("> \t")) >= marks
    return plain(body if closed else rest)


@pytest.mark.parametrize("text", CORPUS)
def test_code_and_headings_agree(text):
    page = parse(text)
    code, headings = by_markdown_it(text)
    assert Counter(content(text, span) for span in page.code) == code
    assert [(heading.level, heading.text) for heading in page.headings] == headings
