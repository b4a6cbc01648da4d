"""Faults of links and pages, each planted in a place that is known, with the findings it must raise.

A plant takes the world and a language, makes pages of its own that are sound but for the fault, and says what is expected of them,
true side effects included: a link to a name that no page has is also a broken link.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lint_vault import Draft, World

Plant = Callable[["World", str], None]
EACH: list[tuple[str, Plant]] = []
"""Planted several times in each language, by code."""
ONCE: list[tuple[str, Plant]] = []
"""Planted once in a vault, since it concerns one of the wiki's own files."""

SAY = {"en": "See {} for more.", "zh": "详见{}。"}


def each(code: str) -> Callable[[Plant], Plant]:
    """Register a fault that can be planted any number of times."""

    def register(plant: Plant) -> Plant:
        EACH.append((code, plant))
        return plant

    return register


def once(code: str) -> Callable[[Plant], Plant]:
    """Register a fault that can be planted once."""

    def register(plant: Plant) -> Plant:
        ONCE.append((code, plant))
        return plant

    return register


def say(draft: Draft, link: str) -> None:
    """Put a link into running text."""
    draft.say(SAY[draft.lang].format(link))


def moved(world: World, draft: Draft, path: str) -> Draft:
    """The same page at another path, its index entry with it."""
    world.drafts[path] = world.drafts.pop(draft.path)
    draft.path = path
    return draft


@each("W101")
def broken(world: World, lang: str) -> None:
    """A slip of the pen, once as a wikilink and once as a Markdown link."""
    for form in ("[[{}]]", "[x]({}.md)"):
        draft = world.page(lang)
        say(draft, form.format(f"nothing-{world.serial}"))
        world.expect("W101", draft.path)


@each("W102")
def ambiguous(world: World, lang: str) -> None:
    """Two notes of one name in folders that are no page folders, and a link that does not say which."""
    draft = world.page(lang)
    name = f"{'overview' if lang == 'en' else '总览'}-{world.serial}"
    for folder in ("area-a", "area-bb"):
        world.files[f"notes/{folder}/{name}.md"] = (
            f"# {folder} {world.serial}\n\n{world.link(world.serial)} {world.link(world.serial + 3)}\n"
        )
    say(draft, f"[[{name}]]")
    world.expect("W102", draft.path)


@each("W103")
def no_heading(world: World, lang: str) -> None:
    """A heading that the other page does not have."""
    draft = world.page(lang)
    say(draft, f"[[{world.base[world.serial % world.size].stem}#Nowhere {world.serial}]]")
    world.expect("W103", draft.path)


@each("W104")
def no_block(world: World, lang: str) -> None:
    """A block id that the other page does not have."""
    draft = world.page(lang)
    say(draft, f"[[{world.base[world.serial % world.size].stem}#^none-{world.serial}]]")
    world.expect("W104", draft.path)


@each("W105")
def alias(world: World, lang: str) -> None:
    """An alias as the target."""
    other, draft = world.page(lang), world.page(lang)
    name = f"{'Nick' if lang == 'en' else '别名'}{other.stem[:3]}{world.serial}"
    other.front["aliases"] = f"[{name}]"
    say(draft, f"[[{name}]]")
    world.expect("W105", draft.path)


@each("W106")
def no_attachment(world: World, lang: str) -> None:
    """A picture that is not there."""
    draft = world.page(lang)
    say(draft, f"![[gone-{world.serial}.png]]")
    world.expect("W106", draft.path)


@each("W107")
def inexact(world: World, lang: str) -> None:
    """A name in another case, and one that is put together otherwise."""
    draft = world.page(lang)
    other = next(page for page in world.base[world.serial % world.size :] + world.base if page.lang == "en")
    say(draft, f"[[{other.stem.upper()}]]")
    world.expect("W107", draft.path)
    draft, host = world.page(lang), world.page(lang)
    composed = unicodedata.normalize("NFC", f"café-{world.serial}")
    accented = moved(world, world.page(lang, linked=False), f"concepts/{composed}.md")
    say(host, f"[[{composed}]]")
    say(draft, f"[[{unicodedata.normalize('NFD', accented.stem)}]]")
    world.expect("W107", draft.path)


@each("W108")
def archived(world: World, lang: str) -> None:
    """A link to a page that was shelved."""
    draft = world.page(lang)
    name = f"old-{world.serial}"
    world.files[f"_archive/concepts/{name}.md"] = f"---\ntitle: Old {world.serial}\n---\n\n# Old {world.serial}\n\nGone.\n"
    say(draft, f"[[{name}]]")
    world.expect("W108", draft.path)


@each("W109")
def unquoted(world: World, lang: str) -> None:
    """A link without quotes in a property."""
    draft = world.page(lang)
    draft.front["related"] = f"[[{world.base[world.serial % world.size].stem}]]"
    world.expect("W109", draft.path)


@each("W201")
def orphan(world: World, lang: str) -> None:
    """A page that only the index leads to."""
    world.expect("W201", world.page(lang, linked=False).path)


@each("W202")
def few_links(world: World, lang: str) -> None:
    """A page with one link besides its sources."""
    draft = world.page(lang)
    draft.claims = [claim._replace(written=claim.quote) for claim in draft.claims]
    for name, parts in draft.sections.items():
        draft.sections[name] = [re.sub(r"\[\[(?:[^]|]*\|)?([^]|]*)\]\]", r"\1", part) for part in parts]
    say(draft, world.link(world.serial))
    world.expect("W202", draft.path)


@each("W203")
def wanted(world: World, lang: str) -> None:
    """A name that three pages ask for."""
    name = f"wanted-{world.serial}"
    pages = [world.page(lang) for _ in range(3)]
    for draft in pages:
        say(draft, f"[[{name}]]")
        world.expect("W101", draft.path)
    world.expect("W203", *(draft.path for draft in pages))


@each("W204")
def duplicate(world: World, lang: str) -> None:
    """Two pages with one title; a page whose alias is another's title; the same text twice."""
    one, two = world.page(lang), world.page(lang)
    two.front["title"] = one.front["title"]
    world.expect("W204", one.path, two.path)
    one, two = world.page(lang, "entity"), world.page("zh" if lang == "en" else "en", "entity")
    one.front["aliases"] = f"[{two.title}]"
    world.expect("W204", one.path, two.path)
    one, two = world.page(lang), world.page(lang)
    two.sections = {name: [*parts] for name, parts in one.sections.items()}
    two.claims = one.claims
    world.expect("W204", one.path, two.path)


@each("W205")
def bad_name(world: World, lang: str) -> None:
    """A name with capitals and a space."""
    draft = world.page(lang, linked=False)
    host = world.page(lang)
    moved(world, draft, f"concepts/Bad Name {world.serial}{'' if lang == 'en' else '号'}.md")
    say(host, f"[[{draft.stem}]]")
    world.expect("W205", draft.path)


@each("W206")
def unportable(world: World, lang: str) -> None:
    """Names that Windows or a phone refuses."""
    host = world.page(lang)
    name = f"why?-{world.serial}"
    world.files[f"notes/{name}.md"] = f"# Why {world.serial}\n\n{world.link(world.serial)} {world.link(world.serial + 3)}\n"
    say(host, f"[[{name}]]")
    world.expect("W206", f"notes/{name}.md")


@each("W207")
def clash(world: World, lang: str) -> None:
    """Two files whose names differ in case only."""
    word = f"same-{world.serial}" if lang == "en" else f"同名a-{world.serial}"
    host = world.page(lang)
    for name in (word, word.upper()):
        world.files[f"notes/{name}.md"] = f"# {name} and {len(world.files)}\n\n{world.link(world.serial)} {world.link(world.serial + 3)}\n"
        say(host, f"[[notes/{name}]]")
    world.expect("W207", f"notes/{word}.md", f"notes/{word.upper()}.md")


@each("W211")
def frontmatter(world: World, lang: str) -> None:
    """A key twice, a tab, an impossible date, a missing field, a word that is no type."""
    for key, value in (("summary", 'a\nsummary: "b"'), ("more", "\n\t- x"), ("created", "2026-02-30"), ("type", "thing"), ("updated", "")):
        draft = world.page(lang)
        draft.front[key] = value
        world.expect("W211", draft.path)
    draft = world.page(lang)
    del draft.front["tags"]
    world.expect("W211", draft.path)


@each("W212")
def unknown_tag(world: World, lang: str) -> None:
    """A tag that the taxonomy does not know, in the properties and in the text."""
    draft = world.page(lang)
    draft.front["tags"] = f"[storage, stray-{world.serial}]"
    world.expect("W212", draft.path)
    draft = world.page(lang)
    draft.say(f"#stray-{world.serial}")
    world.expect("W212", draft.path)


@once("W213")
def unused_tag(world: World, lang: str) -> None:
    """A tag that no page uses."""
    world.schema_tags.append("never-used" if lang == "en" else "从未使用")
    world.expect("W213", "SCHEMA.md")


@each("W214")
def wrong_folder(world: World, lang: str) -> None:
    """An entity among the concepts."""
    draft = world.page(lang)
    draft.front["type"] = "entity"
    world.expect("W214", draft.path)


@each("W215")
def leftovers(world: World, lang: str) -> None:
    """A copy that a synchroniser left, and the marks of a merge."""
    draft = world.page(lang)
    copy = draft.path.replace(".md", ".sync-conflict-20260110-101112-ABCDEF2.md")
    world.files[copy] = draft.text()
    world.expect("W215", copy)
    draft = world.page(lang)
    draft.say("<<<<<<< HEAD\nThis.\n=======\nThat.\n>>>>>>> branch")
    world.expect("W215", draft.path)
