"""A wiki made from a fixed seed that has nothing wrong with it: pages, sources, index, log and rules, English and Chinese.

Every page has properties, about two and a half kilobytes, seven links, and three statements that quote three sources; a source has
about five kilobytes. Names and sentences are made up, so no two pages are about the same thing.
"""

from __future__ import annotations

import hashlib
import os
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

TODAY = "2026-03-01"
EPOCH = 1772323200
AGED_NS = 1_700_000_000 * 10**9
PAGES_A_SOURCE = 5
SOURCE_BYTES, PAGE_BYTES = 5000, 1100
SYLLABLES = (
    "ba do ku ri me lo ta vi sa ne po gu li ma zo ke fa ni tu ro be da ki lu mo ra te vo so na pe ga la mi zu ka fo no ti re".split()
)
HANZI = (
    "星海云山河林风雷火石金银铜铁天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳腾致雨露"
    "结霜丽水玉出昆冈剑号巨阙珠称夜光果珍李柰菜重芥姜"
)
SUFFIXES = ("引擎", "协议", "算法", "平台")
NOUNS = {
    "en": "index planner log replica queue cache leader segment cursor schema shard journal lease vector token".split(),
    "zh": "索引 规划器 日志 副本 队列 缓存 主节点 段落 游标 模式 分片 账本 租约 向量 令牌".split(),
}
VERBS = {"en": "copies sorts merges reads signs checks splits keeps".split(), "zh": "复制 排序 合并 读取 签署 检查 拆分 保留".split()}
FILLER = {
    "en": "small steady quiet early late open plain narrow broad signals readers writers notes layers stages walks gathers returns".split(),
    "zh": "稳定 安静 早期 开放 朴素 狭窄 宽阔 信号 读者 作者 工程师 笔记 层次 阶段 行走 收集 返回 仔细 平衡".split(),
}
TAGS = {"en": ("retrieval", "storage", "planning"), "zh": ("检索", "存储", "规划")}
HEADINGS = {
    "en": ("Overview", "Details", "Background", "Related"),
    "zh": ("概述", "细节", "背景", "相关"),
}
FOLDERS = {"entity": "entities", "concept": "concepts", "comparison": "comparisons", "query": "queries"}
SECTIONS = {"entity": "Entities", "concept": "Concepts", "comparison": "Comparisons", "query": "Queries"}
# Two twentieths of the pages are comparisons and answers, at places where both languages come to them.
KINDS = ("entity", "concept") * 18 + ("comparison", "comparison", "query", "query")
STEPS = (1, 7, 31, 101, 211, 307)


class Claim(NamedTuple):
    """A statement as the source says it, as the page says it with a link, and its footnote's label."""

    quote: str
    written: str
    label: str
    source: str


@dataclass
class Draft:
    """A page before it is written; whoever plants a fault changes it."""

    path: str
    title: str
    lang: str
    kind: str
    front: dict[str, str]
    claims: list[Claim]
    sections: dict[str, list[str]]
    listed: bool = True
    after: list[str] = field(default_factory=list)
    whole: str | None = None

    @property
    def stem(self) -> str:
        """Its name in links."""
        return self.path.rpartition("/")[2].removesuffix(".md")

    def say(self, text: str) -> None:
        """Add a paragraph to the second section."""
        self.sections[HEADINGS[self.lang][1]].append(text)

    def text(self) -> str:
        """The page."""
        if self.whole is not None:
            return self.whole
        head = "\n".join(f"{key}: {value}" if value else f"{key}:" for key, value in self.front.items())
        body = "\n\n".join(f"## {name}\n\n" + "\n\n".join(parts) for name, parts in self.sections.items())
        notes = "\n".join(f"[^{claim.label}]: [[{claim.source.removesuffix('.md')}]] “{claim.quote}”" for claim in self.claims)
        return f"---\n{head}\n---\n\n# {self.title}\n\n{body}\n\n{notes}\n" + "".join(f"\n{part}\n" for part in self.after)


class Expected(NamedTuple):
    """A finding that must come: its code, at one of these paths."""

    code: str
    paths: tuple[str, ...]


class World:
    """All that will be written.

    Args:
        size: How many pages there are before any fault is planted.
    """

    def __init__(self, size: int) -> None:
        self.size, self.serial = size, 0
        self.drafts: dict[str, Draft] = {}
        self.sources: dict[str, list[str]] = {f"raw/articles/source-{n:05}.md": [] for n in range(max(4, size // PAGES_A_SOURCE))}
        self.shelf = tuple(self.sources)
        self.source_heads: dict[str, str] = {}
        self.files: dict[str, str] = {"raw/assets/picture.png": "PNG", "raw/assets/paper.pdf": "PDF"}
        self.expected: list[Expected] = []
        self.index_lines: dict[str, list[str]] = {section: [] for section in SECTIONS.values()}
        self.log = [f"| 2026-01-{day:02} | ingest | source-{day:05} | 3 pages |" for day in range(1, 9)]
        self.schema_tags = [*TAGS["en"], *TAGS["zh"]]
        self.schema_lines: list[str] = []
        self.log_max, self.index_max = 500, 10**6
        self.base = [self._base(number) for number in range(size)]

    def expect(self, code: str, *paths: str) -> None:
        """Note a finding that a planted fault must raise, at one of these paths."""
        self.expected.append(Expected(code, paths))

    def name(self, number: int) -> tuple[str, str, str]:
        """Language, title and file stem of the page with this number; neighbours share nothing."""
        rng = number * 7_368_787 + 1_299_709
        if (number // 2) % 2:
            size = len(HANZI)
            code = rng % size**3
            title = HANZI[code % size] + HANZI[code // size % size] + HANZI[code // size**2] + SUFFIXES[number % 4]
            return "zh", title, title
        size = len(SYLLABLES)
        code = rng % size**5
        parts = [SYLLABLES[code // size**place % size] for place in range(5)]
        first, second = "".join(parts[:3]), "".join(parts[3:])
        return "en", f"{first.capitalize()} {second.capitalize()}", f"{first}-{second}"

    def link(self, number: int) -> str:
        """A link to a page of the vault as it was before any fault, shown by its title."""
        _, title, stem = self.name(number % self.size)
        return f"[[{stem}]]" if stem == title else f"[[{stem}|{title}]]"

    def _base(self, number: int) -> Draft:
        return self._page(number, KINDS[number % len(KINDS)])

    def page(self, lang: str, kind: str = "concept", *, linked: bool = True) -> Draft:
        """One more sound page, in the index; ``linked`` from a page that was there before."""
        while self.name(self.size + self.serial)[0] != lang:
            self.serial += 1
        number = self.size + self.serial
        self.serial += 1
        draft = self._page(number, kind)
        if linked:
            host = self.base[number * 13 % self.size]
            host.sections[HEADINGS[host.lang][3]].append(
                f"[[{draft.stem}|{draft.title}]]" if draft.stem != draft.title else f"[[{draft.stem}]]"
            )
        return draft

    def _page(self, number: int, kind: str) -> Draft:
        lang, title, stem = self.name(number)
        rng = random.Random(number)  # noqa: S311 - the same wiki every time, nothing secret
        claims = [self._claim(number, turn, rng) for turn in range(3)]
        names = HEADINGS[lang]
        said = [f"{claim.written}[^{claim.label}]" for claim in claims]
        sections = {
            names[0]: [said[0], filler(rng, lang, PAGE_BYTES // 3)],
            names[1]: [said[1], filler(rng, lang, PAGE_BYTES // 3)],
            names[2]: [said[2], filler(rng, lang, PAGE_BYTES // 3)],
            names[3]: ["\n".join(f"- {self.link(number + step)}" for step in STEPS[3:]) + f"\n- {self.link(number + STEPS[3] * 3)}"],
        }
        if kind == "comparison":
            rows = "\n".join(f"| {noun} | {rng.choice(FILLER[lang])} | {rng.choice(FILLER[lang])} |" for noun in NOUNS[lang][:4])
            sections[names[0]].insert(1, f"| {names[0]} | A | B |\n|---|---|---|\n{rows}")
        front = {
            "title": title,
            "type": kind,
            "created": "2026-01-02",
            "updated": "2026-02-01",
            "tags": f"[{TAGS[lang][number % 3]}, {TAGS[lang][(number + 1) % 3]}]",
            "sources": "\n" + "\n".join(f'  - "[[{claim.source.removesuffix(".md")}]]"' for claim in claims),
        }
        path = f"{FOLDERS[kind]}/{stem}.md"
        draft = self.drafts[path] = Draft(path, title, lang, kind, front, claims, sections)
        return draft

    def _claim(self, number: int, turn: int, rng: random.Random) -> Claim:
        """A sentence about a page and another one, put into a source."""
        source = self.shelf[(number * 3 + turn) % len(self.shelf)]
        lang, title, _ = self.name(number)
        _, other, _ = self.name((number + STEPS[turn]) % self.size)
        quote = sentence(rng, lang, turn, (title, other))
        self.sources[source].append(quote)
        label = f"{source.rpartition('/')[2].removesuffix('.md')}-{hashlib.sha256(quote.encode()).hexdigest()[:4]}{turn}"
        return Claim(quote, quote.replace(other, self.link(number + STEPS[turn]), 1), label, source)

    def text_of_source(self, path: str) -> str:
        """A source: what pages quote, and filler up to five kilobytes."""
        said = self.sources[path]
        rng = random.Random(path)  # noqa: S311
        lang = "zh" if path[-4] in "13579" else "en"
        room = SOURCE_BYTES - sum(len(line.encode()) for line in said)
        more = [filler(rng, lang, 450) for _ in range(max(1, room // 450))]
        head = self.source_heads.get(path, "date: 2026-01-10")
        body = "\n\n".join(part for pair in zip_longest(said, more) for part in pair)
        if "SHA" in head:
            head = head.replace("SHA", hashlib.sha256(f"\n{body}\n".encode()).hexdigest())
        return f"---\ntitle: {path.rpartition('/')[2].removesuffix('.md')}\n{head}\n---\n\n{body}\n"


def zip_longest(first: list[str], second: list[str]) -> list[tuple[str, ...]]:
    """Both lists in turn."""
    size = max(len(first), len(second))
    return [tuple(items[at] for items in (first, second) if at < len(items)) for at in range(size)]


def sentence(rng: random.Random, lang: str, turn: int, names: tuple[str, str]) -> str:
    """One of three things that a source says of a page."""
    one, other = names
    verb, noun, second = rng.choice(VERBS[lang]), rng.choice(NOUNS[lang]), rng.choice(NOUNS[lang])
    if lang == "zh":
        year = 1960 + rng.randrange(60)
        forms = (
            f"{one}成立于{year}年，由了解{other}的人创办。",
            f"{one}在每次{second}之前为{other}{verb}{noun}。",
            f"{one}从不等待{other}的{noun}。",
        )
    else:
        year = 1960 + rng.randrange(60)
        forms = (
            f"{one} was founded in {year} by people who knew {other}.",
            f"{one} {verb} the {noun} of {other} before each {second}.",
            f"{one} never waits for the {noun} of {other}.",
        )
    return forms[turn]


def filler(rng: random.Random, lang: str, size: int) -> str:
    """A paragraph of about so many bytes that says nothing."""
    gap, stop = ("", "。") if lang == "zh" else (" ", ". ")
    found: list[str] = []
    length = 0
    while length < size:
        words = gap.join(rng.choices(FILLER[lang] + NOUNS[lang], k=11))
        found.append(words[:1].upper() + words[1:])
        length += len(words.encode()) + 2
    return (stop.join(found) + stop).strip()


def write(world: World, root: Path) -> Path:
    """Lay the wiki down below ``root``, all files of the same old age."""
    texts = {path: draft.text() for path, draft in world.drafts.items()}
    texts |= {path: world.text_of_source(path) for path in world.sources}
    texts |= {"SCHEMA.md": schema(world), "index.md": index(world), "log.md": log(world), **world.files}
    texts[".wiki/config.toml"] = '[lint]\nprofile = "llmwiki"\n'
    for path, text in texts.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="")
        os.utime(file, ns=(AGED_NS, AGED_NS))
    return root


def schema(world: World) -> str:
    """The rules."""
    tags = "\n".join(f"- #{tag}" for tag in world.schema_tags)
    limits = ["- entity_min_references: 2", "- concept_min_sections: 3", "- comparison_min_axes: 3", "- query_max_age_days: 90"]
    limits += [f"- log_max_entries: {world.log_max}", f"- index_section_max: {world.index_max}", *world.schema_lines]
    return (
        f"# Wiki Schema\n\n## Domain\nStores and planners.\n\n## Taxonomy Tags\n{tags}\n\n## Page Thresholds\n"
        + "\n".join(limits)
        + "\n\n## Naming Convention\n- lowercase-with-hyphens.md\n- naming: unicode\n\n## Update Policy\nNewer sources win.\n"
    )


def index(world: World) -> str:
    """Every page below the heading of its kind, in order of title."""
    parts = ["# Wiki Index\n"]
    for kind, section in SECTIONS.items():
        listed = sorted(
            (draft for draft in world.drafts.values() if draft.kind == kind and draft.listed), key=lambda draft: draft.title.casefold()
        )
        lines = [f"- [[{draft.path.removesuffix('.md')}|{draft.title}]]: {HEADINGS[draft.lang][0]}" for draft in listed]
        parts.append("\n".join([f"## {section}\n", *lines, *world.index_lines[section]]) + "\n")
    return "\n".join(parts)


def log(world: World) -> str:
    """The log as a table."""
    return "# Wiki Log\n\n| Date | Action | Target | Notes |\n|------|--------|--------|-------|\n" + "\n".join(world.log) + "\n"


def notes(root: Path, count: int, size: int) -> Path:
    """A vault of plain notes of about ``size`` bytes, five links each; for figures of large vaults."""
    rng = random.Random(20261130)  # noqa: S311
    (root / ".obsidian").mkdir(parents=True)
    paragraphs = [filler(rng, lang, 700) for lang in ("en", "zh") * 100]
    for number in range(count):
        folder = root / f"{number % 97:02}"
        folder.mkdir(exist_ok=True)
        links = [f"[[note {rng.randrange(count)}]]" for _ in range(5)]
        body = "\n\n".join(f"## Part {turn}\n\n{rng.choice(paragraphs)} {links[turn % 5]}." for turn in range(max(1, size // 730)))
        (folder / f"note {number}.md").write_text(f"---\ntags: [plain]\n---\n# Note {number}\n\n{body}\n", encoding="utf-8")
        os.utime(folder / f"note {number}.md", ns=(AGED_NS, AGED_NS))
    return root
