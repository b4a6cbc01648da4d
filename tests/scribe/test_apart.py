"""Names that no model may join, and names that it may."""

from __future__ import annotations

import pytest

from llmwiki.scribe.alike import abbreviates, spelled_alike
from llmwiki.scribe.apart import numbers, told_apart


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("React 18", "React 19"),
        ("React", "React 19"),
        ("v3.0.8", "v8.0.0"),
        ("第一次世界大战", "第二次世界大战"),
        ("World War I", "第二次世界大战"),
        ("Two-phase commit", "三阶段提交"),
        ("Second Symphony", "Third Symphony"),
        ("deep learning", "machine learning"),
        ("乐观事务", "悲观事务"),
        ("并发", "并行"),
        ("read lock", "写锁"),
        ("Symmetric encryption", "非对称加密"),
        ("Anton Lindqvist", "Petra Lindqvist"),
        ("Ministry of Fisheries", "Ministry of Finance"),
        ("React Compiler", "React"),
        ("Hypothermia", "Hyperthermia"),
        ("Importer", "Exporter"),
    ],
)
def test_names_apart(first: str, second: str) -> None:
    assert told_apart(first, second)
    assert told_apart(second, first)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Pull request", "pull requests"),
        ("Colour printing", "Color printing"),
        ("On-site search", "Onsite search"),
        ("Quill 4", "Quill 4.0"),
        ("Nucleus", "Nuclei"),
        ("Larkmark Ltd", "Larkmark"),
        ("云雀出版社有限公司", "云雀出版社"),
        ("React 19", "React v19"),
        ("Two-phase commit", "两阶段提交"),
        ("World War II", "第二次世界大战"),
        ("Consistency", "一致性"),
        ("read lock", "读锁"),
        ("Asymmetric encryption", "非对称加密"),
        ("Optimistic locking", "Optimistic concurrency control"),
        ("feature flag", "feature toggle"),
        ("垃圾邮件过滤", "垃圾邮件拦截"),
        ("Burnout", "疲劳过度"),
        ("client-server model", "客户端服务器模型"),
    ],
)
def test_names_that_may_be_one(first: str, second: str) -> None:
    assert not told_apart(first, second)
    assert not told_apart(second, first)


@pytest.mark.parametrize(
    ("name", "found"),
    [("第十二届大会", {"12"}), ("二十世纪", {"20"}), ("统一一致性", set()), ("TiDB v6.1.0", {"6.1"}), ("Henry V", {"5"}), ("I", set())],
)
def test_numbers_in_words_and_scripts(name: str, found: set[str]) -> None:
    assert numbers(name) == found


@pytest.mark.parametrize(
    ("short", "long", "fits"),
    [
        ("MVCC", "Multi-version concurrency control", True),
        ("SLO", "Service level objectives", True),
        ("CRDT", "Conflict-free replicated data type", True),
        ("ADRs", "Architecture decision record", True),
        ("PaaS", "platform as a service", True),
        ("2PC", "Two-phase commit", True),
        ("3PC", "Two-phase commit", False),
        ("K8s", "Kubernetes", True),
        ("K9s", "Kubernetes", False),
        ("CI", "Continuous integration", False),
        ("RFC", "Random forest classifier model", False),
        ("NLP", "自然语言处理", False),
    ],
)
def test_short_forms(short: str, long: str, *, fits: bool) -> None:
    assert abbreviates(short, long) is fits


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [
        ("e-mail", "Email", True),
        ("open-source licence", "Open source license", True),
        ("colour space", "color spaces", True),
        ("organisation", "Organization", True),
        ("Report 2023", "2023 Report", True),
        ("Report 2023", "2022 Report", False),
        ("v1 0", "v10", False),
        ("Java", "JavaScript", False),
        ("hour", "hoar", False),
    ],
)
def test_spellings(first: str, second: str, *, alike: bool) -> None:
    assert spelled_alike(first, second) is alike
