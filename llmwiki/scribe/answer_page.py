"""An answer as a page under ``queries/``."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

from llmwiki.scribe.answer_text import drawn_from
from llmwiki.scribe.compose import summary
from llmwiki.scribe.draft import Draft, Relation, Statement
from llmwiki.vault.safe_names import slug, unique

if TYPE_CHECKING:
    from llmwiki.scribe.answer import Answer
    from llmwiki.scribe.known import Known
    from llmwiki.vault.vault import Vault

_LONGEST_TITLE = 120
_MOST_TAGS = 3
_SIGNS = re.compile(r"[\W_]+")
_LINE_BREAKS = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def answer_draft(answer: Answer, title: str, taxonomy: Sequence[str], pages: Sequence[Known], vault: Vault) -> Draft:
    """The answer as a page.

    Args:
        answer: One that found something.
        title: Of the page; empty: the question.
        taxonomy: Tags that the schema allows.
        pages: The pages about things.
        vault: To read the tags of the pages it was drawn from.
    """
    near = drawn_from(answer, pages)
    tags = Counter(tag for page in near for tag in vault.page(page.path).frontmatter.items("tags") if tag in taxonomy)
    return Draft(
        title=_one_line(title) or _one_line(answer.question),
        kind="query",
        aliases=(),
        summary=summary(answer.passages[0].text),
        tags=tuple(tag for tag, _ in sorted(tags.items(), key=lambda item: (-item[1], taxonomy.index(item[0]))))[:_MOST_TAGS],
        sources=tuple(path for path in answer.sources if path.startswith("raw/")),
        language=answer.language,
        lead=tuple(Statement(passage.text, tuple(dict.fromkeys(passage.citations))) for passage in answer.passages),
        relations=tuple(Relation(page.title) for page in near),
    )


def query_path(vault: Vault, folder: str, question: str, title: str, naming: str) -> str:
    """Where the answer to a question is filed: the page that answers the same question already, else a new name."""
    wanted = _key(question)
    for path in vault.notes:
        if path.startswith(folder) and _key(vault.page(path).frontmatter.text("question")) == wanted:
            return path
    taken = {path.rsplit("/", 1)[-1].rsplit(".", 1)[0] for path in vault.files}
    return f"{folder}{unique(slug(_one_line(title) or _one_line(question), naming), taken)}.md"


def query_properties(question: str, today: date, max_age_days: int) -> Mapping[str, str]:
    """Frontmatter of its own that a filed answer has."""
    return {"question": _one_line(question, limit=0), "status": "derived", "expires": (today + timedelta(days=max_age_days)).isoformat()}


def _one_line(text: str, limit: int = _LONGEST_TITLE) -> str:
    line = _LINE_BREAKS.sub(" ", text).strip()
    return line if not limit or len(line) <= limit else line[: limit - 1].rstrip() + "…"


def _key(question: str) -> str:
    """Equal for the same question with other capitals, signs or widths; empty for none."""
    return _SIGNS.sub("", unicodedata.normalize("NFKC", question).casefold())
