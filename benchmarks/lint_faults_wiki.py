"""Faults of index, log, rules, evidence, time and structure; planted as those of links and pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lint_faults import each, once, say
from lint_vault import HEADINGS, Claim

if TYPE_CHECKING:
    from lint_vault import Draft, World


@each("W301")
def not_listed(world: World, lang: str) -> None:
    """A page that the index leaves out."""
    draft = world.page(lang)
    draft.listed = False
    world.expect("W301", draft.path)


@once("W302")
def stale_entry(world: World, lang: str) -> None:
    """An entry of a page that is gone."""
    world.index_lines["Queries"].append(f"- [[queries/gone-{lang}]]: gone")
    world.expect("W302", "index.md")


@once("W303")
def disorder(world: World, lang: str) -> None:
    """An entry below those that come after it."""
    draft = world.page(lang, "comparison")
    draft.listed = False
    world.index_lines["Comparisons"] += [f"- [[{draft.path[:-3]}|000 {draft.title}]]: first"]
    world.expect("W303", "index.md")


@once("W304")
def log_row(world: World, lang: str) -> None:
    """A row that is no entry."""
    world.log.insert(3, f"| some day | ingest | {lang} |")
    world.expect("W304", "log.md")


@once("W305")
def long_log(world: World, _: str) -> None:
    """More entries than the rules allow."""
    world.log_max = 5
    world.expect("W305", "log.md")


@once("W306")
def schema_key(world: World, lang: str) -> None:
    """A key that nobody knows."""
    world.schema_lines.append(f"- page_max_words_{'a' if lang == 'en' else 'b'}: 3")
    world.expect("W306", "SCHEMA.md")


@once("W307")
def long_section(world: World, _: str) -> None:
    """A section of the index with one entry more than the rules allow."""
    sizes = {kind: sum(draft.kind == kind and draft.listed for draft in world.drafts.values()) for kind in ("entity", "concept")}
    world.index_max = max(sizes.values()) - 1
    world.expect("W307", "index.md")


@each("W401")
def no_footnote(world: World, lang: str) -> None:
    """A reference without a footnote."""
    draft = world.page(lang)
    draft.say(f"Said.[^none-{world.serial}]" if lang == "en" else f"有此一说。[^none-{world.serial}]")
    world.expect("W401", draft.path)


@each("W402")
def unused_footnote(world: World, lang: str) -> None:
    """A footnote that nothing refers to."""
    draft = world.page(lang)
    claim = draft.claims[0]
    draft.after.append(f"[^spare-{world.serial}]: [[{claim.source[:-3]}]] “{claim.quote}”")
    world.expect("W402", draft.path)


@each("W403")
def no_source(world: World, lang: str) -> None:
    """A source that is not there."""
    draft = world.page(lang)
    draft.front["sources"] += f'\n  - "[[raw/articles/gone-{world.serial}]]"'
    world.expect("W403", draft.path)


@each("W404")
def made_up(world: World, lang: str) -> None:
    """A quote that no source holds; the statement says what the quote says."""
    draft = world.page(lang)
    claim = draft.claims[1]
    words = f"{draft.title} sings at night." if lang == "en" else f"{draft.title}在夜里唱歌。"
    section = draft.sections[HEADINGS[lang][1]]
    section[0] = f"{words}[^{claim.label}]"
    draft.claims[1] = claim._replace(quote=words)
    world.expect("W404", draft.path)


@each("W405")
def drift(world: World, lang: str) -> None:
    """A source whose text no longer has the hash that was noted."""
    path = source(world, lang, f"drift-{world.serial}")
    world.source_heads[path] = f"ingested: 2026-01-10\nsha256: {'0' * 64}"
    world.expect("W405", path)


@each("W406")
def not_compiled(world: World, lang: str) -> None:
    """A source that no page names."""
    path = f"raw/articles/idle-{lang}-{world.serial}.md"
    world.serial += 1
    world.files[path] = "---\ntitle: Idle\ndate: 2026-01-10\n---\n\nNobody has read this so far.\n"
    world.expect("W406", path)


@each("W407")
def unsourced(world: World, lang: str) -> None:
    """A page without any evidence."""
    draft = world.page(lang)
    for number, claim in enumerate(draft.claims):
        section = draft.sections[HEADINGS[lang][number]]
        section[0] = section[0].replace(f"[^{claim.label}]", "")
    draft.claims = []
    draft.front["sources"] = "[]"
    world.expect("W407", draft.path)


@each("W408")
def other_value(world: World, lang: str) -> None:
    """A year that the quote does not say, and a negation that it does not make."""
    draft = world.page(lang)
    claim = draft.claims[0]
    year = next(word for word in map(str, range(1960, 2020)) if word in claim.quote)
    section = draft.sections[HEADINGS[lang][0]]
    section[0] = section[0].replace(year, str(int(year) - 100), 1)
    world.expect("W408", draft.path)
    draft = world.page(lang)
    section = draft.sections[HEADINGS[lang][2]]
    section[0] = section[0].replace("never waits", "waits", 1).replace("从不等待", "等待", 1)
    world.expect("W408", draft.path)


@each("W501")
def stale(world: World, lang: str) -> None:
    """A page older by far than a source that speaks of it."""
    draft = world.page(lang)
    draft.front["created"], draft.front["updated"] = "2025-01-01", "2025-01-02"
    world.expect("W501", draft.path)


@each("W502")
def expired(world: World, lang: str) -> None:
    """An answer older than the rules allow."""
    draft = world.page(lang, "query")
    draft.front["created"], draft.front["updated"] = "2025-11-01", "2025-11-02"
    world.expect("W502", draft.path)


@each("W511")
def contradiction(world: World, lang: str) -> None:
    """Two pages that give one number two values, each with a quote."""
    one, two = world.page(lang), world.page(lang)
    form = "The capacity of {} is {} litres." if lang == "en" else "{}的容量为{}升。"
    for draft, litres in ((one, 40), (two, 55)):
        cite(world, draft, form.format(one.title, litres))
    world.expect("W511", one.path, two.path)


@each("W512")
def contested(world: World, lang: str) -> None:
    """A page that is contested, and nothing was decided since."""
    draft = world.page(lang)
    draft.front["contested"] = "true"
    world.expect("W512", draft.path)


@each("W513")
def weak(world: World, lang: str) -> None:
    """A page of low confidence."""
    draft = world.page(lang)
    draft.front["confidence"] = "low"
    world.expect("W513", draft.path)


@each("W601")
def long_page(world: World, lang: str) -> None:
    """More than two hundred lines."""
    draft = world.page(lang)
    draft.say("\n".join(f"- {'line' if lang == 'en' else '行'} {number}" for number in range(200)))
    world.expect("W601", draft.path)


@each("W602")
def thin_entity(world: World, lang: str) -> None:
    """An entity with one source that is not about it."""
    draft = world.page(lang, "entity")
    one_source(world, draft)
    world.expect("W602", draft.path)


@each("W603")
def thin_concept(world: World, lang: str) -> None:
    """A concept with two sections and the list of related pages."""
    draft = world.page(lang)
    names = HEADINGS[lang]
    draft.sections[names[0]] += draft.sections.pop(names[2])
    world.expect("W603", draft.path)


@each("W604")
def narrow(world: World, lang: str) -> None:
    """A comparison of two lines."""
    draft = world.page(lang, "comparison")
    section = draft.sections[HEADINGS[lang][0]]
    section[1] = "\n".join(section[1].split("\n")[:4])
    world.expect("W604", draft.path)


@each("W605")
def island(world: World, lang: str) -> None:
    """Two pages that know each other and nobody else knows."""
    one, two = world.page(lang, linked=False), world.page(lang, linked=False)
    for draft, other in ((one, two), (two, one)):
        draft.listed = False
        say(draft, f"[[{other.stem}]]")
        world.expect("W301", draft.path)
        world.expect("W605", draft.path)


@each("W606")
def active(world: World, lang: str) -> None:
    """A script, a frame, and a picture that is fetched from elsewhere."""
    for text in (
        "<script>alert(1)</script>",
        '<iframe src="https://example.org/x"></iframe>',
        "![a](https://example.org/track.png)",
    ):
        draft = world.page(lang)
        draft.say(text)
        world.expect("W606", draft.path)


@each("W607")
def secret(world: World, lang: str) -> None:
    """Keys as their makers write them; the random part is made up."""
    body = "".join(chr(97 + (world.serial * 7 + step * 11) % 26) + str((world.serial + step * 3) % 10) for step in range(20))
    for text in (f"AKIA{body.upper()[:12]}QX7R", f"ghp_{body[:36]}"):
        draft = world.page(lang)
        draft.say(f"`{text}`")
        world.expect("W607", draft.path)


def source(world: World, lang: str, name: str) -> str:
    """One more source, which a page cites."""
    path = f"raw/articles/{name}.md"
    draft = world.page(lang)
    words = f"{draft.title} keeps its colour." if lang == "en" else f"{draft.title}保持颜色。"
    world.sources[path] = []
    cite(world, draft, words, path)
    return path


def cite(world: World, draft: Draft, words: str, path: str = "") -> None:
    """One more statement, which a source says in the same words."""
    path = path or draft.claims[0].source
    world.sources[path].append(words)
    claim = Claim(words, words, f"more-{len(draft.claims)}-{world.serial}", path)
    draft.claims.append(claim)
    draft.say(f"{words}[^{claim.label}]")


def one_source(world: World, draft: Draft) -> None:
    """Let a page rest on one sentence of one source that is about other things."""
    first = draft.claims[0]
    for number, claim in enumerate(draft.claims[1:], 1):
        section = draft.sections[HEADINGS[draft.lang][number]]
        section[0] = section[0].replace(f"[^{claim.label}]", "")
        world.sources[claim.source].remove(claim.quote)
    draft.claims = [first]
    draft.front["sources"] = f'\n  - "[[{first.source[:-3]}]]"'
