from __future__ import annotations

from base64 import b64encode
from itertools import pairwise
from typing import ClassVar

import pytest
from sources.contract import Case, ConverterContract
from sources.golden_check import check

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Refusal, Source
from llmwiki.sources.convert import convert
from llmwiki.sources.mail.body import plain_markdown
from llmwiki.sources.mail.mbox import unpack
from llmwiki.sources.mail.sniff import is_mail


def read(data: bytes, name: str = "mail.eml") -> Source:
    return convert(Original(name, data, name))


def mail(body: bytes, kind: str = "text/plain; charset=utf-8", encoding: str = "8bit", more: str = "") -> bytes:
    head = f"From: Ada Brandt <ada@example.org>\nTo: bo@example.org\nSubject: Ships\nDate: Mon, 6 May 2024 12:00:00 +0200\nMIME-Version: 1.0\n{more}"
    return f"{head}Content-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n\n".encode() + body


def body_of(data: bytes) -> str:
    """What stands below the header fields."""
    return read(data).text.split("\n\n", 3)[3].rstrip("\n")


REPORT = b64encode("每一艘船都在登记簿里。\n".encode("gb18030")).decode()
LETTER = f"""Received: from mail.example.org by mx.example.org; Mon, 6 May 2024 12:00:01 +0200
From: =?utf-8?B?{b64encode("李明".encode()).decode()}?= <li@example.org>
To: "Brandt, Ada" <ada@example.org>, "=?iso-8859-1?Q?Bj=F6rn?=" <bo@example.org>,
\tships: one@example.org, two@example.org;
Cc: carl@example.org (Carl Carlsson)
Subject: =?utf-8?B?{b64encode("关于灯鱼号的".encode()[:13]).decode()}?=
 =?utf-8?B?{b64encode("关于灯鱼号的".encode()[13:]).decode()}?= =?us-ascii?Q?_report?=
Date: Mon, 06 May 2024 12:00:00 +0200
Message-ID: <1@example.org>
In-Reply-To: <0@example.org>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="outer"

This is the preamble, which nobody reads.
--outer
Content-Type: multipart/alternative; boundary="inner"

--inner
Content-Type: text/plain; charset=utf-8; format=flowed

Dear Ada, the register has 1,871 entries and it \nis old. [[no link]]

* one ship
* two ships
-- \nLi Ming

On Sunday Ada wrote:
> Which ships are \n> in the register?
>> All.
Good.
--inner
Content-Type: text/html; charset=utf-8

<p>Dear Ada, in <b>HTML</b>.</p>
--inner--
--outer
Content-Type: text/plain; charset=gb2312
Content-Transfer-Encoding: base64

{REPORT}
--outer
Content-Type: text/csv; name="ships.csv"
Content-Disposition: attachment; filename="../ships.csv"

name,built
--outer
Content-Type: application/pdf
Content-Disposition: attachment; filename*=utf-8''%E6%8A%A5%E5%91%8A.pdf
Content-Transfer-Encoding: base64

JVBERi0xLjQK
--outer
Content-Type: message/rfc822

From: Carl <carl@example.org>
Subject: Forwarded words
Date: Fri, 3 May 2024 09:00:00 +0000

The words that were forwarded.
--outer--
"""
PAGE = b"""<html><head><style>p { color: red }</style></head><body><p>The <b>register</b> is <a href="https://example.org/r">here</a>.</p>
<script>steal()</script><img src="https://t.example/x.gif" width=1 height=1>
<div class="gmail_quote">On Monday Bo wrote:<blockquote type="cite"><p>Where is it?</p></blockquote></div></body></html>"""


class TestMail(ConverterContract):
    case: ClassVar[Case] = Case("mail", LETTER.encode(), "letter.eml", places={"Dear Ada": "turn 1", "The words that were": "turn 2"})


def test_golden() -> None:
    check("letter.eml.md", read(LETTER.encode(), "letter.eml"))
    check("page.eml.md", read(mail(PAGE, "text/html; charset=utf-8", more="List-Id: <news.example.org>\n"), "page.eml"))


@pytest.mark.parametrize(
    ("label", "encoding", "text"),
    [
        ("gb2312", "gb18030", "镕基号在这里的港口。"),
        ("big5", "big5", "這裡的港口有一千艘船。"),
        ("iso-2022-jp", "iso2022_jp", "港に船があります。"),
        ("ks_c_5601-1987", "cp949", "항구에 배가 있다."),
        ("koi8-r", "koi8_r", "В порту стоят корабли."),
        ("windows-1252", "cp1252", "The “register” – naïve."),
        ("us-ascii", "utf-8", "港口有船。"),
        ("no-such-charset", "utf-8", "港口有船。"),
        ("x-unknown", "koi8_r", "В порту стоят корабли и ждут."),
    ],
)
def test_every_part_has_its_own_charset(label: str, encoding: str, text: str) -> None:
    data = mail(b64encode(text.encode(encoding)), f"text/plain; charset={label}", "base64")
    assert body_of(data) == text


def test_quoted_printable_and_soft_breaks() -> None:
    assert body_of(mail(b"caf=C3=A9 and a long=\n line =3D one\n", encoding="quoted-printable")) == "café and a long line = one"


@pytest.mark.parametrize(
    ("plain", "shown"),
    [
        ("Hi\n> quoted\n>> deeper\n> back\nreply", "Hi\n> quoted\n> > deeper\n>\n> back\n\nreply"),
        ("a\n-----Original Message-----\nFrom: x\n\ntext", "a\n> \\-----Original Message-----\n> From: x\n>\n> text"),
        ("# no heading\n---\n===\n- item #1\n2. two", "\\# no heading\n\\---\n\\===\n- item #1\n2. two"),
        ("        deep\n\n\n\nend", "   deep\n\nend"),
        ("<!-- page 7 --> ![x](y)", "\\<!--page 7 --> ![x]\\(y)"),
        ("a\r\nb\rc", "a\nb\nc"),
    ],
)
def test_plain_text_is_text(plain: str, shown: str) -> None:
    assert plain_markdown(plain) == shown


def test_flowed_text_is_put_together() -> None:
    assert plain_markdown("one \ntwo\n> a \n> b\n-- \nme", flowed=True) == "one two\n> a b\n\n\\--\nme"
    assert plain_markdown("港口 \n有船", flowed=True, joined=True) == "港口有船"


def test_what_is_called_text_and_is_a_picture_is_an_attachment() -> None:
    source = read(mail(b64encode(b"\xff\xd8\xff\xe0" + bytes(range(256)) * 20), 'text/plain; name="a.jpg"', "base64"))
    assert source.notes == ("1 attachment not taken in: a.jpg (text/plain, 5 kB)",)


def test_html_without_plain_words_is_taken() -> None:
    parts = b"--b\nContent-Type: text/plain\n\n \n--b\nContent-Type: text/html\n\n<p>Only here.</p><script>x</script>\n--b--\n"
    assert body_of(mail(parts, 'multipart/alternative; boundary="b"', "7bit")) == "Only here."


def test_headers_of_raw_bytes() -> None:
    data = "From: 李明 <li@example.org>\nSubject: 港口的船\n\nbody text\n"
    for encoding in ("utf-8", "gb18030"):
        source = read(data.encode(encoding))
        assert (source.title, source.author) == ("港口的船", "李明")


def test_letters_to_a_list_are_articles_and_answers_are_talk() -> None:
    assert read(mail(b"News.", more="List-Id: <x>\n")).kind == "article"
    assert read(mail(b"News.", more="List-Id: <x>\nIn-Reply-To: <y>\n")).kind == "transcript"
    assert read(mail(b"Hello.")).kind == "transcript"


def test_a_message_without_its_date_or_subject() -> None:
    source = read(b"From: a@example.org\nDate: yesterday\n\nWords.\n", "some_mail.eml")
    assert (source.title, source.date) == ("Some mail", "")
    assert "- Date: yesterday" in source.text


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"just some words in a file\n", "is no e-mail"),
        (mail(b""), "is a mail without text"),
        (
            b"From: a@b\n" + b"".join(b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (n, n) for n in range(30)),
            "is no ordinary mail",
        ),
        (mail(b"--b\n\nx\n" * 1200, 'multipart/mixed; boundary="b"', "7bit"), "is no ordinary mail: over 1,000 parts"),
    ],
)
def test_refused(data: bytes, reason: str) -> None:
    with pytest.raises(SourceRefused) as refused:
        read(data)
    assert refused.value.message.startswith(reason)


BOX = b"""From ada@example.org Mon May  6 12:00:00 2024
From: Ada <ada@example.org>
Subject: Ships/../../etc
Message-ID: <1@example.org>
Date: Mon, 6 May 2024 12:00:00 +0200

Dear Bo,

>From here on it is quoted.
From now on it is not.

From bo@example.org Tue May  7 12:00:00 2024
From: Bo <bo@example.org>
Subject: =?utf-8?B?5riv5Y+j?=

No id.

From nobody Tue May  7 12:00:00 2024

no header at all
"""


def test_a_mailbox_is_its_messages() -> None:
    found = unpack(Original("box.mbox", BOX, "box.mbox"))
    assert found is not None
    one, two, three = found
    assert isinstance(one, Original)
    assert (one.name, one.origin) == ("2024-05-06-ships-etc.eml", "box.mbox#1@example.org")
    assert isinstance(two, Original)
    assert two.name == "港口.eml"
    assert two.origin.startswith("box.mbox#")
    assert isinstance(three, Refusal)
    text = convert(one).text
    assert "From here on it is quoted.\nFrom now on it is not." in text
    assert "No id" not in text


def test_a_grown_mailbox_has_the_same_messages() -> None:
    before = list(unpack(Original("box.mbox", BOX, "box.mbox")) or ())
    after = list(unpack(Original("box.mbox", BOX + b"\n" + BOX.replace(b"1@", b"2@"), "box.mbox")) or ())
    assert after[:2] == before[:2]
    assert len(after) == 6


def test_line_ends_of_windows() -> None:
    assert len(list(unpack(Original("box", BOX.replace(b"\n", b"\r\n"), "box")) or ())) == 3


@pytest.mark.parametrize("data", [b"", b"From here to there it is far.\n", LETTER.encode(), b"words"])
def test_no_mailbox(data: bytes) -> None:
    assert unpack(Original("a.mbox", data, "a.mbox")) is None


def test_messages_stand_in_their_order() -> None:
    many = b"\n".join(BOX.replace(b"1@", b"%d@" % n)[:300].rsplit(b"\n\nFrom", 1)[0] + b"\n" for n in range(200))
    origins = [item.origin for item in unpack(Original("b", many, "b")) or () if isinstance(item, Original)]
    assert all(int(a.split("#")[1].split("@")[0]) < int(b.split("#")[1].split("@")[0]) for a, b in pairwise(origins))
    assert len(origins) == 200


def test_parts_of_many_encodings_and_of_bytes() -> None:
    parts = [
        ("utf-8", "港口有船。"),
        ("koi8-r", "В порту стоят корабли."),
        ("gb2312", "每一艘船都在登记簿里。"),
        ("iso-8859-1", "Près du café"),
    ]
    body = b"".join(f"--b\nContent-Type: text/plain; charset={label}\n\n".encode() + text.encode(label) + b"\n" for label, text in parts)
    body += b"--b\nContent-Type: image/png\nContent-Transfer-Encoding: binary\n\n" + bytes(range(256)) * 20 + b"\n--b--\n"
    source = read(mail(body, "multipart/mixed; boundary=b"))
    assert all(text in source.text for _, text in parts)
    assert source.notes == ("1 attachment not taken in: without a name (image/png, 5 kB)",)


@pytest.mark.parametrize(
    ("name", "data", "is_one"),
    [
        ("a", b"Received: x\nSubject: y\n\nbody", True),
        ("a.eml", b"From: x\nSubject: y\n\nbody", True),
        ("a.md", b"From: x\nSubject: y\n\nbody", False),
        ("a.md", b"Date: x\nTitle: y\n\nbody", False),
        ("a.txt", b"Message-ID: x\nFrom: y\nno header\n", False),
        ("a.md", b"---\nfrom: x\n---\n", False),
    ],
)
def test_mail_is_told_by_its_header(name: str, data: bytes, is_one: bool) -> None:  # noqa: FBT001
    assert is_mail(name, data) == is_one


def test_a_header_that_never_ends_is_looked_at_once() -> None:
    assert not is_mail("a", b"a: b\n" * 100_000)
    assert not is_mail("a", b"a" * 1_000_000)
