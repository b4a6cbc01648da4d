"""Short texts in many encodings, put together from pieces: which encoding each is in must be told by its bytes."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwiki.errors import SourceRefused
from llmwiki.sources.decode import decode, decode_as
from llmwiki.sources.detect import detect

PIECES: dict[str, tuple[tuple[str, ...], tuple[str, ...], str]] = {
    "simplified": (
        (
            "每天早上",
            "在老港口",
            "据登记簿记载",
            "去年冬天",
            "为了减少延迟",
            "因为数据量很大",
            "经过两周测试",
            "按照新的规定",
            "如果网络中断",
            "与旧版本相比",
        ),
        (
            "我们检查所有的船只",
            "索引需要重新建立",
            "系统会自动保存结果",
            "团队决定推迟发布",
            "读者可以查到原文",
            "灯塔的灯仍然亮着",
            "费用降低了一半",
            "这个问题还没有解决",
        ),
        "{}，{}。",
    ),
    "traditional": (
        (
            "每天早上",
            "在老港口",
            "據登記簿記載",
            "去年冬天",
            "為了減少延遲",
            "因為資料量很大",
            "經過兩週測試",
            "按照新的規定",
            "如果網路中斷",
            "與舊版本相比",
        ),
        (
            "我們檢查所有的船隻",
            "索引需要重新建立",
            "系統會自動儲存結果",
            "團隊決定延後發布",
            "讀者可以查到原文",
            "燈塔的燈仍然亮著",
            "費用降低了一半",
            "這個問題還沒有解決",
        ),
        "{}，{}。",
    ),
    "japanese": (
        (
            "毎朝、",
            "古い港で",
            "登録簿によると",
            "去年の冬は",
            "遅延を減らすために",
            "データが多いので",
            "二週間の試験のあと",
            "新しい規則に従って",
            "ネットワークが切れると",
            "前の版と比べて",
        ),
        (
            "すべての船を調べます",
            "索引を作り直す必要がある",
            "結果は自動的に保存される",
            "チームは公開を延期した",
            "読者は原文を確認できます",
            "灯台の明かりはまだ消えていない",
            "費用は半分になった",
        ),
        "{}{}。",
    ),
    "korean": (
        (
            "매일 아침",
            "오래된 항구에서",
            "등록부에 따르면",
            "지난 겨울에는",
            "지연을 줄이기 위해",
            "데이터가 많아서",
            "이 주 동안 시험한 뒤",
            "새로운 규칙에 따라",
            "네트워크가 끊기면",
            "이전 판과 비교해",
        ),
        (
            "모든 배를 확인한다",
            "색인을 다시 만들어야 한다",
            "결과는 자동으로 저장된다",
            "팀은 공개를 미루기로 했다",
            "독자는 원문을 찾을 수 있다",
            "등대의 불은 아직 켜져 있다",
            "비용이 절반으로 줄었다",
        ),
        "{} {}.",
    ),
    "russian": (
        (
            "Каждое утро",
            "В старом порту",
            "Согласно реестру",
            "Прошлой зимой",
            "Чтобы уменьшить задержку",
            "После двух недель проверки",
            "По новым правилам",
            "Если сеть недоступна",
            "По сравнению с прошлой версией",
        ),
        (
            "мы проверяем все корабли",
            "индекс нужно построить заново",
            "система сама сохраняет результат",
            "команда решила отложить выпуск",
            "читатель может найти источник",
            "маяк всё ещё горит",
            "расходы снизились вдвое",
        ),
        "{} {}.",
    ),
    "western": (
        (
            "Chaque été",
            "Près du café",
            "Nach der Prüfung",
            "Für größere Häfen",
            "Según el capitán",
            "Después del café",
            "Até amanhã",
            "No verão",
            "Perché è tardi",
            "Vóór de vergadering",
        ),
        (
            "les bateaux sont arrivés à l’heure",
            "der Hafen war völlig überfüllt",
            "el índice se construyó otra vez",
            "a decisão não foi tomada",
            "la città è più tranquilla",
            "de reünie begint om één uur",
            "où l’élève a déjà répondu",
        ),
        "{} – {}.",
    ),
}
IN: dict[str, tuple[str, ...]] = {
    "utf-8": tuple(PIECES),
    "utf-8-sig": tuple(PIECES),
    "utf-16": tuple(PIECES),
    "utf-16-le": tuple(PIECES),
    "utf-16-be": tuple(PIECES),
    "utf-32": tuple(PIECES),
    "utf-32-le": tuple(PIECES),
    "utf-32-be": tuple(PIECES),
    "gb18030": ("simplified",),
    "big5": ("traditional",),
    "shift_jis": ("japanese",),
    "euc_jp": ("japanese",),
    "iso2022_jp": ("japanese",),
    "euc_kr": ("korean",),
    "koi8_r": ("russian",),
    "cp1251": ("russian",),
    "cp1252": ("western",),
    "latin-1": ("western",),
}


def texts(encoding: str, count: int) -> Iterator[str]:
    """Texts of one sentence, every third with ASCII around it, every fifth with a second sentence."""
    rng = random.Random(encoding)
    for number in range(count):
        pieces = [_sentence(rng, rng.choice(IN[encoding])) for _ in range(1 + (number % 5 == 0))]
        text = ("Release 2.0: " if number % 3 == 0 else "") + "\n".join(pieces)
        yield text.replace("–", "-").replace("’", "'") if encoding == "latin-1" else text


def _sentence(rng: random.Random, language: str) -> str:
    begins, ends, form = PIECES[language]
    return form.format(rng.choice(begins), rng.choice(ends))


@pytest.mark.trial(but=["utf-8", "gb18030", "cp1252"])
@pytest.mark.parametrize("encoding", IN)
def test_of_200_short_texts_at_least_198_are_read_right(encoding: str) -> None:
    wrong = [text for text in texts(encoding, 200) if decode(text.encode(encoding)).text.removeprefix("\ufeff") != text]
    assert len(wrong) <= 2, wrong[:5]


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\x00", exclude_categories=["Cc"]), min_size=1))
def test_utf8_is_never_taken_for_anything_else(text: str) -> None:
    found = decode(text.encode())
    assert (found.text, found.encoding, found.exact) == (text, "utf-8", True)


@pytest.mark.parametrize("encoding", ["gb18030", "big5", "shift_jis", "euc_jp", "euc_kr", "koi8_r", "cp1252"])
def test_a_damaged_byte_costs_no_more_than_itself(encoding: str) -> None:
    text = "\n".join(texts(encoding, 40))
    data = text.encode(encoding)
    found = decode(data[:200] + b"\xff" + data[200:])
    assert found.text[-300:] == text[-300:]
    assert found.lost <= 3


def test_a_text_cut_in_the_middle_of_a_character() -> None:
    data = "\n".join(texts("gb18030", 20)).encode("gb18030")
    assert decode(data[: len(data) // 2 * 2 - 1]).lost <= 1


def test_line_ends_of_other_encodings_become_plain() -> None:
    assert decode("港口\r\n有船\r".encode("utf-16")).text == "港口\n有船\n"
    assert decode(b"\xa9 caf\xe9\r\n").text == "© café\n"


@pytest.mark.parametrize(
    "data", [b"\xed\xa0\x80\xed\xbf\xbf", b"ab\xed\xa0\x80", b"\x00" * 100, b"a\x00b", bytes(range(256)) * 8, b"\xff\xfe\x00\xd8\x00\xd8"]
)
def test_what_is_no_text_ends_with_a_reason_or_counted(data: bytes) -> None:
    try:
        reason, text = "", decode(data).text
    except SourceRefused as refused:
        reason, text = refused.message, ""
    assert reason.startswith("is not text: ") or text.encode()


@pytest.mark.trial
def test_a_very_long_line_is_decoded_at_once() -> None:
    for encoding in ("utf-8", "gb18030", "utf-16-le", "koi8_r", "cp1252"):
        text = "".join(texts(encoding, 30)).replace("\n", "")
        long = text * (300_000 // len(text))
        assert decode(long.encode(encoding)).text == long


@pytest.mark.parametrize(
    ("label", "encoding"),
    [
        ("GB2312", "gb18030"),
        ("latin1", "cp1252"),
        ("Shift_JIS", "cp932"),
        ("utf8", "utf-8"),
        ("bogus", "utf-8"),
        ("", "utf-8"),
        ("\x00", "utf-8"),
    ],
)
def test_declared_encodings(label: str, encoding: str) -> None:
    assert decode_as("é港".encode(encoding, "ignore") if encoding != "gb18030" else "港".encode(encoding), label).lost == 0


def test_a_declaration_that_does_not_fit_is_not_believed() -> None:
    assert decode_as("港口的船".encode(), "us-ascii").text == "港口的船"
    assert decode_as(b"plain", "utf-16").text == "plain"


def test_bytes_of_a_program_stay_refused() -> None:
    with pytest.raises(SourceRefused):
        detect("a.txt", bytes((number * 37 + number // 7) % 256 for number in range(3000)))
