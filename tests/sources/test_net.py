"""Documents from the web: a real server on this machine, and tables of addresses that must not be asked."""

from __future__ import annotations

import gzip
import json
import socket
import zlib
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from web_server import Asked, Site, serving

from llmwiki.cli.app import run
from llmwiki.errors import ServiceError, SourceRefused
from llmwiki.sources.base import Options, Original, Refusal
from llmwiki.sources.net.address import document_name, read_address, shown_address
from llmwiki.sources.net.fetch import AGENT, LIMITS, Limits, fetch
from llmwiki.sources.net.guard import check_host, check_number, public_numbers

HOME = Options(allow_private_addresses=True)
ABROAD = Options()
PAGE = "<html><head><title>Tides</title></head><body><p>The tide turns twice a day in this harbour.</p></body></html>"


@pytest.fixture(scope="module")
def server() -> Iterator[Site]:
    with serving() as site:
        yield site


@pytest.fixture
def site(server: Site) -> Site:
    server.pages.clear()
    server.asked.clear()
    return server


def got(url: str, limits: Limits = LIMITS, options: Options = HOME) -> Original:
    found = fetch(url, options=options, limits=limits)
    assert isinstance(found, Original), found
    return found


def refused(url: str, limits: Limits = LIMITS, options: Options = HOME) -> Refusal:
    found = fetch(url, options=options, limits=limits)
    assert isinstance(found, Refusal), found
    return found


class TestWhatComes:
    def test_the_bytes_as_they_are_with_name_origin_and_charset(self, site: Site) -> None:
        body = "<p>潮水每天涨落两次。</p>".encode("gb18030")
        url = site.page("/notes/tides", body, Content_Type="text/html; charset=GB2312")
        original = got(f"{url}#section-2")
        assert (original.name, original.data, original.origin) == ("tides.html", body, url)
        assert (original.charset.lower(), original.place) == ("gb2312", "")

    def test_it_says_who_asks_and_asks_for_nothing_else(self, site: Site) -> None:
        site.page(
            "/a", '<img src="/b.png"><iframe src="/c"></iframe><meta http-equiv="refresh" content="0;url=/d"><script src="/e"></script>'
        )
        got(site.url("/a"))
        ((path, headers),) = site.asked
        assert path == "/a"
        assert headers["User-Agent"] == AGENT
        assert AGENT.startswith("llmwiki-compiler/")
        assert "Cookie" not in headers
        assert "Referer" not in headers

    @pytest.mark.parametrize("pack", [gzip.compress, zlib.compress])
    def test_transfer_packing_is_taken_off(self, site: Site, pack) -> None:
        coding = "gzip" if pack is gzip.compress else "deflate"
        assert got(site.page("/a", pack(PAGE.encode()), Content_Encoding=coding)).data == PAGE.encode()

    def test_redirects_are_followed_without_cookies(self, site: Site) -> None:
        site.page("/old", status=301, Location="/newer?x=1#part", Set_Cookie="id=7; Path=/")
        site.page("/newer", status=302, Location=site.url("/new"))
        site.page("/new", PAGE)
        assert got(site.url("/old")).origin == site.url("/new")
        assert [path for path, _ in site.asked] == ["/old", "/newer?x=1", "/new"]
        assert not any("Cookie" in headers for _, headers in site.asked)

    def test_a_user_is_named_to_the_given_host_alone_and_never_kept(self, site: Site) -> None:
        site.page("/a", status=302, Location=site.url("/b"))
        site.page("/b", status=302, Location=site.url("/c", host="localhost"))
        site.page("/c", PAGE)
        original = got(site.url("/a").replace("//", "//ada:open%20sesame@"))
        assert original.origin == site.url("/c", host="localhost")
        assert [headers.get("Authorization") for _, headers in site.asked] == ["Basic YWRhOm9wZW4gc2VzYW1l"] * 2 + [None]

    def test_proxies_and_passwords_of_the_environment_are_not_used(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, "http://127.0.0.1:9")
        monkeypatch.setenv("NO_PROXY", "")
        assert got(site.page("/a", PAGE)).data == PAGE.encode()

    def test_another_transport_can_be_given(self) -> None:
        transport = httpx.MockTransport(lambda _: httpx.Response(200, stream=httpx.ByteStream(PAGE.encode())))
        found = fetch("https://tides.example", options=ABROAD, transport=transport)
        assert isinstance(found, Original)
        assert (found.name, found.origin) == ("tides.example", "https://tides.example/")


class TestWhatDoesNotCome:
    @pytest.mark.parametrize(
        ("status", "said"),
        [
            (404, "the server has nothing at this address"),
            (401, "wants a login"),
            (403, "does not give it"),
            (500, "did not give it"),
            (204, "did not"),
        ],
    )
    def test_an_answer_without_a_document(self, site: Site, status: int, said: str) -> None:
        found = refused(site.page("/a", status=status))
        assert said in found.reason
        assert f"(HTTP {status})" in found.reason
        assert (found.failed, found.service) == (True, True)

    def test_redirects_without_end(self, site: Site) -> None:
        site.page("/a", status=302, Location="/a")
        found = refused(site.url("/a"))
        assert found.reason == "the server redirects more than 5 times"
        assert len(site.asked) == 6

    @pytest.mark.parametrize(
        ("location", "said"),
        [
            ("file:///etc/passwd", "file: is not read, only http: and https: are"),
            ("javascript:alert(1)", "javascript: is not read"),
            ("http://169.254.169.254/latest/meta-data/", "leads to a cloud's metadata service"),
            ("http://0x7f.1/", "unusual spelling of an IP address"),
            ("http://[::1", "cannot be read"),
            ("http://user@/", "is no name of a host"),
        ],
    )
    def test_redirects_are_looked_at_anew(self, site: Site, location: str, said: str) -> None:
        site.page("/a", status=302, Location=location)
        found = refused(site.url("/a"))
        assert said in found.reason
        assert not found.service

    def test_a_redirect_from_outside_never_leads_inside(self, site: Site) -> None:
        inner = site.page("/secret", "secret")
        transport = httpx.MockTransport(lambda _: httpx.Response(302, headers={"Location": inner}))
        found = fetch("https://tides.example/", options=ABROAD, transport=transport)
        assert isinstance(found, Refusal)
        assert "leads to this machine" in found.reason
        assert not site.asked

    def test_too_big_by_its_own_word_or_by_measure(self, site: Site) -> None:
        small = LIMITS._replace(bytes=1000)
        assert refused(site.page("/a", b"x" * 1001), small).reason == "is too big: over 0.1 MB, the limit for a document from the web"
        endless = site.url("/endless")
        site.pages["/endless"] = _endless
        assert "is too big" in refused(endless, small).reason

    @pytest.mark.trial
    def test_bombs_are_stopped_while_they_unpack(self, site: Site) -> None:
        bomb = gzip.compress(bytes(60 * 1024 * 1024), mtime=0)
        found = refused(site.page("/a", bomb, Content_Encoding="gzip"))
        assert "as only bombs do" in found.reason
        assert not found.service
        assert "unpacks to more than 1.0 MB" in refused(site.url("/a"), LIMITS._replace(bytes=1024 * 1024)).reason

    @pytest.mark.parametrize(
        ("body", "coding", "said"),
        [
            (b"x", "br", "packed in a way that was not asked for: br"),
            (b"x", "gzip, gzip", "not asked for: gzip, gzip"),
            (b"no gzip at all", "gzip", "is damaged"),
            (gzip.compress(PAGE.encode(), mtime=0)[:-9], "gzip", "broke off"),
        ],
    )
    def test_packing_that_cannot_be_read(self, site: Site, body: bytes, coding: str, said: str) -> None:
        assert said in refused(site.page("/a", body, Content_Encoding=coding)).reason

    def test_an_answer_that_breaks_off(self, site: Site) -> None:
        assert "broke off" in refused(site.page("/a", b"abc", Content_Length="1000")).reason

    def test_an_answer_that_is_no_http(self, site: Site) -> None:
        site.pages["/a"] = lambda asked: asked.wfile.write(b"SSH-2.0-OpenSSH\r\n\r\n") and None
        assert "no HTTP" in refused(site.url("/a")).reason

    def test_a_server_that_falls_silent(self, site: Site) -> None:
        site.pages["/a"] = lambda asked: asked.connection.recv(1) and None
        assert refused(site.url("/a"), LIMITS._replace(read=0.05)).reason == "the server fell silent"

    def test_a_server_that_drips(self, site: Site) -> None:
        """Each byte comes in time, and the whole never would."""
        ticks = count()
        site.pages["/a"] = _endless
        found = refused(site.url("/a"), Limits(seconds=20.0, clock=lambda: float(next(ticks))))
        assert (found.reason, found.service) == ("took longer than 20 s", True)

    def test_nobody_there(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            found = refused(f"http://127.0.0.1:{free.getsockname()[1]}/")
        assert "the server cannot be reached" in found.reason
        assert found.service

    def test_a_host_that_is_not_there(self) -> None:
        def nowhere(host: str, _: int) -> list[str]:
            raise ServiceError(f"the host {host} cannot be found")

        found = refused("https://tides.invalid/", LIMITS._replace(resolve=nowhere))
        assert found == Refusal("https://tides.invalid/", "the host tides.invalid cannot be found", failed=True, service=True)

    def test_nothing_of_a_user_is_told(self) -> None:
        found = refused("ftp://ada:sesame@tides.example/a")
        assert found.input == "ftp://tides.example/a"
        assert "sesame" not in str(found)


def _endless(asked: Asked) -> None:
    asked.send_response(200)
    asked.end_headers()
    for _ in range(100_000):
        asked.wfile.write(b"x" * 100)


class TestRebinding:
    def test_a_name_that_leads_inside_is_not_asked(self, site: Site) -> None:
        site.page("/", "secret")
        for numbers in (["127.0.0.1"], ["93.184.215.14", "127.0.0.1"], ["::ffff:127.0.0.1"], ["10.0.0.7"]):
            found = refused(f"http://tides.example:{site.port}/", LIMITS._replace(resolve=lambda *_, n=numbers: n), ABROAD)
            assert "leads to" in found.reason
            assert not found.service
        assert not site.asked

    def test_a_name_is_looked_up_once_and_the_connection_goes_there(self, site: Site) -> None:
        """The second answer, which a resolver under foreign control would turn inside, is never asked for."""
        site.page("/", PAGE)
        answers = iter([["127.0.0.1"]])
        found = got(f"http://tides.example:{site.port}/", LIMITS._replace(resolve=lambda *_: next(answers)))
        assert found.origin == f"http://tides.example:{site.port}/"
        assert site.asked[0][1]["Host"] == f"tides.example:{site.port}"

    def test_the_next_address_is_tried(self, site: Site) -> None:
        site.page("/", PAGE)
        got(f"http://tides.example:{site.port}/", LIMITS._replace(resolve=lambda *_: ["::1", "127.0.0.1"]))
        assert [headers["Host"] for _, headers in site.asked] == [f"tides.example:{site.port}"]

    def test_a_host_without_an_address(self) -> None:
        with pytest.raises(ServiceError, match=r"the host a\.example has no address"):
            public_numbers("a.example", 80, allow_private=False, resolve=lambda *_: [])


INSIDE = """
127.0.0.1 127.255.255.254 0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 169.254.1.1 100.64.0.1
100.127.255.255 192.0.0.8 192.0.2.1 198.51.100.7 203.0.113.9 198.18.0.1 198.19.255.255 224.0.0.1 239.255.255.255 240.0.0.1
255.255.255.255 192.88.99.1 :: ::1 fe80::1 febf::1 fec0::1 fc00::1 fd12:3456::1 ff02::1 2001:db8::1 2001::1 2001:10::1 100::1 3fff::1
5f00::1 4000::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b:1::1 2002:7f00:1:: 2002:a00:1::1
""".split()
OUTSIDE = "1.1.1.1 8.8.8.8 93.184.215.14 172.15.0.1 172.32.0.1 100.63.0.1 100.128.0.1 192.0.1.1 223.255.255.255 2606:4700::1111 2a00::1 2001:4860:4860::8888 ::ffff:8.8.8.8 64:ff9b::8.8.8.8 2002:808:808::1".split()
METADATA = "169.254.169.254 169.254.170.2 100.100.100.200 192.0.0.192 168.63.129.16 fd00:ec2::254 ::ffff:169.254.169.254 64:ff9b::a9fe:a9fe".split()


class TestAddresses:
    @pytest.mark.parametrize("number", INSIDE)
    def test_numbers_of_networks_that_are_not_public(self, number: str) -> None:
        host = f"[{number}]" if ":" in number else number
        with pytest.raises(SourceRefused, match="leads to"):
            read_address(f"http://{host}:8080/x", allow_private=False)
        read_address(f"http://{host}:8080/x", allow_private=True)

    @pytest.mark.parametrize("number", OUTSIDE)
    def test_public_numbers(self, number: str) -> None:
        check_host(number, allow_private=False)

    @pytest.mark.parametrize("number", METADATA)
    def test_where_clouds_keep_their_keys_nothing_is_asked_ever(self, number: str) -> None:
        with pytest.raises(SourceRefused, match="metadata"):
            check_host(number, allow_private=True)

    @pytest.mark.parametrize(
        "host",
        [
            "2130706433",
            "017700000001",
            "0x7f000001",
            "0x7f.0.0.1",
            "0177.0.0.1",
            "127.1",
            "127.0.1",
            "127.0.0.1.",
            "1.2.3.4.5",
            "256.1.1.1",
            "127.0.0.01",
            "0",
            "0x",
        ],
    )
    def test_other_spellings_of_numbers(self, host: str) -> None:
        with pytest.raises(SourceRefused, match=r"unusual spelling|cannot be read|Invalid IPv4 address|leads to this machine"):
            read_address(f"http://{host}/", allow_private=False)

    @pytest.mark.parametrize("host", ["localhost", "LOCALHOST", "localhost.", "a.localhost", "localhost.localdomain", "ip6-localhost"])
    def test_names_of_this_machine(self, host: str) -> None:
        with pytest.raises(SourceRefused, match="leads to this machine"):
            read_address(f"http://{host}/", allow_private=False)
        read_address(f"http://{host}/", allow_private=True)

    @pytest.mark.parametrize("host", ["127。0。0。1", "１２７.0.0.1", "①②⑦.0.0.1", "ⓛocalhost", "a\u200bb.example", "a b.example"])
    def test_hosts_in_disguise(self, host: str) -> None:
        with pytest.raises(SourceRefused):
            read_address(f"http://{host}/", allow_private=False)

    @pytest.mark.parametrize(
        "text",
        [
            "file:///etc/passwd",
            "ftp://a.example/",
            "gopher://a.example/",
            "http:///x",
            "http://",
            "javascript:alert(1)",
            "http://a.example:0/",
            "http://a.example:99999/",
            "http://[::1/",
            "http://a.example/" + "x" * 9000,
            "http://a.example/\r\nHost: b",
            "data:text/html,x",
            "",
        ],
    )
    def test_what_is_no_web_address(self, text: str) -> None:
        with pytest.raises(SourceRefused):
            read_address(text, allow_private=True)

    def test_who_the_host_is(self) -> None:
        """What stands before the last @ is a user, whatever it looks like."""
        address = read_address("http://good.example@1.1.1.1/a", allow_private=False)
        assert (address.url.host, address.user_info) == ("1.1.1.1", "good.example")
        assert read_address("https://例子.测试/页", allow_private=False).recorded.startswith("https://xn--fsqu00a.xn--0zwm56d/%E9%A1%B5")

    def test_mixed_answers_are_looked_at_one_by_one(self) -> None:
        assert public_numbers("a.example", 80, allow_private=False, resolve=lambda *_: ["8.8.8.8", "8.8.8.8", "1.1.1.1"]) == [
            "8.8.8.8",
            "1.1.1.1",
        ]
        with pytest.raises(SourceRefused, match="a link-local network"):
            public_numbers("a.example", 80, allow_private=False, resolve=lambda *_: ["8.8.8.8", "fe80::1%eth0"])

    def test_a_number_needs_a_reason_to_pass(self) -> None:
        from ipaddress import ip_address

        check_number(ip_address("127.0.0.1"), allow_private=True)
        with pytest.raises(SourceRefused, match="--allow-private"):
            check_number(ip_address("127.0.0.1"), allow_private=False)


@pytest.mark.parametrize(
    ("url", "recorded"),
    [
        ("https://A.example:443/x#y", "https://a.example/x"),
        ("https://ada:pw@a.example/x", "https://a.example/x"),
        ("https://a.example/x?page=2&access_token=abc&q=a%20b", "https://a.example/x?page=2&q=a%20b"),
        ("https://a.example/x?token=abc", "https://a.example/x"),
        ("https://a.example/x?X-Amz-Signature=1&X-Amz-Date=2&versionId=3", "https://a.example/x?versionId=3"),
        ("https://a.example/x?a=1+2&b", "https://a.example/x?a=1+2&b"),
        ("https://a.example?q=1", "https://a.example/?q=1"),
    ],
)
def test_what_is_recorded_of_an_address(url: str, recorded: str) -> None:
    assert read_address(url, allow_private=False).recorded == recorded


def test_what_is_shown_of_an_address() -> None:
    assert shown_address(" http://ada:p@ss@a.example/x@y ") == "http://a.example/x@y"
    assert len(shown_address("http://a.example/" + "x" * 9000)) < 1010


@pytest.mark.parametrize(
    ("url", "media_type", "name"),
    [
        ("https://a.example/", "text/html", "a.example.html"),
        ("https://a.example/index.php", "text/html", "a.example.html"),
        ("https://a.example/notes/index.html", "text/html", "notes.html"),
        ("https://a.example/wiki/Node.js", "text/html", "Node.js.html"),
        ("https://a.example/wiki/%E6%BD%AE%E6%B1%90", "text/html", "潮汐.html"),
        ("https://a.example/paper.pdf", "application/pdf", "paper.pdf"),
        ("https://a.example/pdf/2401.01234v2", "application/pdf", "2401.01234v2.pdf"),
        ("https://a.example/a.md", "text/plain", "a.md"),
        ("https://a.example/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "text/plain", "passwd"),
        ("https://a.example/..%5c..%5cx", "", "..\\..\\x"),
    ],
)
def test_a_document_is_named_by_its_address(url: str, media_type: str, name: str) -> None:
    assert document_name(httpx.URL(url), media_type) == name


class TestIngest:
    """From the door, with a real server."""

    @pytest.fixture
    def vault(self, tmp_path: Path) -> Path:
        assert run(["init", str(tmp_path / "wiki")]) == 0
        return tmp_path / "wiki"

    def ingest(self, vault: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
        capsys.readouterr()
        code = run(["ingest", *words, "--vault", str(vault), "--json"])
        return code, json.loads(capsys.readouterr().out)

    def test_a_page_becomes_a_source_with_its_original_address_and_day(self, site: Site, vault: Path, capsys) -> None:
        site.page("/old", status=301, Location="/tides#noon")
        url = site.page("/tides", PAGE)
        code, shown = self.ingest(vault, capsys, "--allow-private", site.url("/old"))
        assert (code, shown["captured"]) == (0, 1)
        text = (vault / "raw" / "articles" / "tides.md").read_text()
        assert "The tide turns twice a day in this harbour." in text
        assert f"origin: {url}\n" in text.replace('"', "")
        assert (vault / "raw" / "assets" / "tides.html").read_text() == PAGE
        (record,) = (json.loads(path.read_text()) for path in (vault / ".wiki/ledger/sources").rglob("*.json"))
        assert (record["origin"], record["captured"]) == (url, "2026-11-30")

    def test_the_same_page_again_is_unchanged_and_a_changed_one_is_a_revision(self, site: Site, vault: Path, capsys) -> None:
        url = site.page("/tides", PAGE)
        self.ingest(vault, capsys, "--allow-private", url)
        code, shown = self.ingest(vault, capsys, "--allow-private", f"{url}#noon")
        assert (code, shown["unchanged"], shown["captured"]) == (0, 1, 0)
        site.page("/tides", PAGE.replace("twice", "four times"))
        code, shown = self.ingest(vault, capsys, "--allow-private", url)
        assert (code, shown["revised"]) == (0, 1)

    def test_a_page_names_its_address_on_its_own_host_alone(self, site: Site, vault: Path, capsys) -> None:
        head = '<html><head><link rel="canonical" href="{}"></head><body><p>The tide turns at <a href="../noon">noon</a> in this harbour.</p></body></html>'
        own = site.page("/a/own", head.format(site.url("/tides")))
        foreign = site.page("/a/foreign", head.format("https://bank.example/") + "<p>It is another page.</p>")
        self.ingest(vault, capsys, "--allow-private", own, foreign)
        texts = {path.stem: path.read_text() for path in (vault / "raw/articles").iterdir()}
        assert f"origin: {site.url('/tides')}\n" in texts["own"].replace('"', "")
        assert f"origin: {foreign}\n" in texts["foreign"].replace('"', "")
        assert f"[noon]({site.url('/noon')})" in texts["own"]

    def test_the_encoding_that_the_server_names_is_believed(self, site: Site, vault: Path, capsys) -> None:
        body = "<html><body><p>Ка\u0436дый корабль записан в книге порта.</p></body></html>".encode("koi8-r")
        self.ingest(vault, capsys, "--allow-private", site.page("/ru", body, Content_Type="text/html; charset=KOI8-R"))
        assert "Каждый корабль записан в книге порта." in (vault / "raw/articles/ru.md").read_text()

    def test_a_server_that_fails_stops_nobody_and_is_told_by_the_exit_code(self, site: Site, vault: Path, tmp_path: Path, capsys) -> None:
        (tmp_path / "a.md").write_text("# Ships\n\nEvery ship is in the register.\n")
        code, shown = self.ingest(vault, capsys, "--allow-private", site.url("/gone"), str(tmp_path / "a.md"))
        assert (code, shown["captured"]) == (3, 1)
        assert shown["failed"] == [{"input": site.url("/gone"), "reason": "the server has nothing at this address (HTTP 404)"}]

    def test_the_settings_can_allow_what_is_refused(self, site: Site, vault: Path, capsys) -> None:
        url = site.page("/tides", PAGE)
        code, shown = self.ingest(vault, capsys, url)
        assert (code, shown["captured"], site.asked) == (1, 0, [])
        assert "`--allow-private`" in shown["refused"][0]["reason"]
        settings = vault / ".wiki/config.toml"
        settings.write_text(settings.read_text().replace("# allow_private = true", "allow_private = true"))
        assert self.ingest(vault, capsys, url)[0] == 0
