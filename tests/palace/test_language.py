from __future__ import annotations

import pytest

from llmwiki.palace.language import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("", ""),
        ("12 → 30 — …", ""),
        ("A plain sentence.", "en"),
        ("Un été à Besançon", "en"),
        ("TiDB 默认采用乐观事务模型", "zh"),
        ("The word 乐观 means optimistic, and that is all there is to it.", "en"),
        ("これは日本語の文です。", "ja"),
        ("東京都", "zh"),
        ("이것은 한국어 문장입니다.", "ko"),
        ("ภาษาไทย", "th"),
        ("Это русский текст.", "ru"),
        ("هذا نص عربي", "ar"),
        ("זה טקסט", "he"),
        ("यह हिंदी है", "hi"),
        ("Αυτό είναι", "el"),
        ("\udcff", ""),
    ],
)
def test_a_script_tells_the_language(text: str, language: str) -> None:
    assert language_of(text) == language


def test_of_a_long_text_every_part_counts() -> None:
    assert language_of("Preface. " + "乐观事务在提交时检查冲突。" * 400) == "zh"
    assert language_of("序。" + "An optimistic transaction takes no lock. " * 400) == "en"
