"""What looks like a fault and is none: nothing may be said of these pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from lint_faults import moved, say
from lint_faults_wiki import cite

if TYPE_CHECKING:
    from lint_vault import World

LookAlike = Callable[["World", str], None]
HARMLESS: list[LookAlike] = []

CODE = """Brackets in code: `[[nothing]]`, ``a ` [[nothing]]``, and

```python
x = [[1, 2], [3, 4]]  # [[nothing]] #nothing [^nothing]
```

~~~
![[nothing.png]]
<script>alert(1)</script>
~~~

<!-- [[nothing]] #nothing -->

$[[nothing]]$ costs $5 and $6."""
FORMS = """Forms: [[{stem}|{title}]], [[{stem}#{heading}]], [[{stem}#{heading}|x]], [[#{own}]], [x]({escaped}), [x](<{path}> "title"),
[mail](mailto:a@example.org), [app](obsidian://open?vault=x), [site](https://example.org/#frag_[x]), ![[picture.png|100]],
![[paper.pdf#page=3]], ![x](picture.png), [[{folder}/{stem}]], [[{stem}.md]], [[ {stem} ]].

| a | b |
|---|---|
| [[{stem}\\|{title}]] | \\[[nothing]] |"""


def harmless(plant: LookAlike) -> LookAlike:
    """Register something that is right."""
    HARMLESS.append(plant)
    return plant


@harmless
def code(world: World, lang: str) -> None:
    """Links, tags, footnotes, scripts and keys in code, comments and math."""
    world.page(lang).say(CODE)


@harmless
def forms(world: World, lang: str) -> None:
    """Every form of a link that leads somewhere."""
    draft = world.page(lang)
    other = world.base[(world.serial * 4) % world.size]
    heading, own = next(iter(other.sections)), next(iter(draft.sections))
    path = other.path
    escaped = "".join(f"%{byte:02X}" for byte in path[:-3].encode())
    folder = path.partition("/")[0]
    draft.say(FORMS.format(stem=other.stem, title=other.title, heading=heading, own=own, escaped=escaped, path=path, folder=folder))


@harmless
def odd_headings(world: World, lang: str) -> None:
    """Headings with signs, numbers, links and closing marks, and blocks with ids."""
    draft, host = world.page(lang), world.page(lang)
    name = "C++ & “quotes”: a/b (2026)?" if lang == "en" else "为什么：C++（二〇二六）？"
    target = world.base[0].stem
    draft.after.append(
        f"## {name} ##\n\nText. ^block-1\n\n### Of [[{target}]]\n\n- item\n- item ^Block-2\n\n> quote\n\n^block-3\n\nSetext\n======"
    )
    chosen = "C++ & “quotes” a/b (2026)?" if lang == "en" else name
    for link in (
        chosen,
        f"{name.replace(':', '')}",
        f"Of {target}",
        "^block-1",
        "^block-2",
        "^block-3",
        "Setext",
        f"{name.replace(':', ' ')}#Of {target}",
    ):
        say(host, f"[[{draft.stem}#{link}]]")


@harmless
def aliases(world: World, lang: str) -> None:
    """An alias that is shown, not linked to, and one that is the title again."""
    draft, host = world.page(lang), world.page(lang)
    draft.front["aliases"] = f"[{draft.title}, {'Nick' if lang == 'en' else '昵称'}{world.serial}]"
    say(host, f"[[{draft.stem}|{'Nick' if lang == 'en' else '昵称'}{world.serial}]]")


@harmless
def tags(world: World, _: str) -> None:
    """Signs that are no tags, and tags below one that is known."""
    world.page("en").say("#storage/disk #Storage issue #12, C#, a\\#b, https://example.org/#nothing, `#nothing`, #1.")
    world.page("zh").say("#检索/向量 问题#12，颜色 `#fff`。")


@harmless
def placeholders(world: World, lang: str) -> None:
    """A template."""
    world.files[f"templates/page-{lang}.md"] = (
        "---\ntitle: {{title}}\ncreated: {{date}}\n---\n\n# {{title}}\n\nSee [[{{other}}]] and <% tp.file.title %>.\n"
    )


@harmless
def shelved(world: World, lang: str) -> None:
    """A page in the archive that nothing links to, with links of its own time."""
    world.files[f"_archive/concepts/shelved-{world.serial}-{lang}.md"] = (
        f"---\ntitle: Shelved {world.serial} {lang}\n---\n\n# Shelved\n\nGone.\n"
    )


@harmless
def sources(world: World, lang: str) -> None:
    """A source full of what would be faults on a page, and one whose hash is right."""
    path = f"raw/articles/wild-{world.serial}-{lang}.md"
    draft = world.page(lang)
    words = f"{draft.title} keeps its shape." if lang == "en" else f"{draft.title}保持形状。"
    world.sources[path] = ["[[nothing]] ![[nothing.png]] #nothing [x](nothing.md) [^nothing] <script>x</script>"]
    cite(world, draft, words, path)
    path = f"raw/articles/hashed-{world.serial}-{lang}.md"
    world.sources[path] = []
    world.source_heads[path] = "source_url: https://example.org/a\ningested: 2026-01-10\nsha256: SHA"
    cite(world, draft, words.replace("shape", "size").replace("形状", "大小"), path)


@harmless
def values(world: World, lang: str) -> None:
    """One number written in two ways, two numbers of two times, and a rounding."""
    one, two = world.page(lang), world.page(lang)
    forms = (
        (
            "The capacity of {} is 1,200 litres.",
            "The capacity of {} is 1200 litres.",
            "As of 2019, {} had 30 users.",
            "As of 2020, {} had 41 users.",
        )
        if lang == "en"
        else ("{}的容量为1,200升。", "{}的容量为1200升。", "截至2019年，{}有30名用户。", "截至2020年，{}有41名用户。")
    )
    for number, form in enumerate(forms):
        cite(world, (one, two)[number % 2], form.format(one.title))


@harmless
def quiet_signals(world: World, lang: str) -> None:
    """Fields that say that all is well."""
    draft = world.page(lang)
    draft.front |= {"confidence": "high", "contested": "false", "contradictions": "[]", "summary": '"a: b"'}


@harmless
def no_secrets(world: World, lang: str) -> None:
    """Hashes, ids, an example key and a password that is none; HTML that does nothing; a picture of the vault."""
    draft = world.page(lang)
    draft.say(
        "AKIAIOSFODNN7EXAMPLE, commit 3f786850e387550fdab836ed7e6dc881de23001b, 123e4567-e89b-12d3-a456-426614174000, "
        "`password: <your password>`, `api_key = os.environ['KEY']`, <kbd>Ctrl</kbd>, <br>, ![](raw/assets/picture.png)."
    )


@harmless
def two_hundred_lines(world: World, lang: str) -> None:
    """A page that is just short enough."""
    draft = world.page(lang)
    room = 200 - draft.text().count("\n") - 2
    draft.say("\n".join(f"- {'line' if lang == 'en' else '行'} {number}" for number in range(room)))


@harmless
def dots(world: World, lang: str) -> None:
    """A name with a dot, and a title that speaks of conflicts."""
    draft, host = world.page(lang, linked=False), world.page(lang)
    moved(world, draft, f"concepts/version-1.{world.serial}{'' if lang == 'en' else '版'}.md")
    say(host, f"[[{draft.stem}]]")
    draft, host = world.page(lang, linked=False), world.page(lang)
    moved(world, draft, f"concepts/{'conflict-resolution' if lang == 'en' else '冲突处理'}-{world.serial}.md")
    say(host, f"[[{draft.stem}]]")
