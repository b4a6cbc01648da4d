"""Which of the two writers a text is for."""

from __future__ import annotations

import re

from llmwiki.vault import chars

_NOT_PROSE = re.compile(
    r"^(```|~~~).*?^\1|<[^<>\n]{1,400}>|\(https?://[^)\s]{1,400}\)|https?://\S{1,400}|`[^`\n]{1,200}`",
    re.DOTALL | re.MULTILINE,
)


def language(text: str) -> str:
    """``zh`` when Han characters carry the text, else ``en``; code, links and tags don't count."""
    return "zh" if chars.language(_NOT_PROSE.sub(" ", text)) == "zh" else "en"
