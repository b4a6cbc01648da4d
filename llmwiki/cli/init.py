"""``wiki init``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.moment import now
from llmwiki.cli.voice import say, say_json, tell
from llmwiki.config import Language
from llmwiki.create import Created, create
from llmwiki.vault.mergedriver import register


def command(
    context: typer.Context,
    folder: Annotated[Path | None, typer.Argument(metavar="[DIR]", help="The vault's folder; here by default.")] = None,
    *,
    domain: Annotated[str, typer.Option(help="What the wiki is about, in a sentence.")] = "",
    tags: Annotated[str, typer.Option(help="The taxonomy: tags with commas between them.")] = "",
    lang: Annotated[Language | None, typer.Option(help="Language of the texts; English by default.")] = None,
) -> int:
    """Set up a vault, or adopt the one that is there.

    Adds only files that are missing and changes none that is there. Run it twice and the second time does nothing.
    """
    door = Door.of(context)
    root = folder or door.vault or Path.cwd()
    names = [tag for tag in tags.replace("，", ",").replace("、", ",").split(",") if tag.strip()]
    created = create(root, domain=domain, tags=names, language=lang, now=now())
    merging = register(created.root)
    if door.json:
        say_json({**created_json(created), "git": merging})
    else:
        _show(created, root)
    if merging:
        tell("git: branches of pages and records are merged by `wiki git-merge` in this repository")
    if ".gitattributes" in created.kept and "merge=llmwiki" not in (created.root / ".gitattributes").read_text("utf-8", "replace"):
        tell("hint: add `*.md merge=llmwiki` to .gitattributes, so that git merges pages by it")
    return 0


def created_json(created: Created) -> dict[str, object]:
    """What was laid down, for programs."""
    files = {"added": created.added, "kept": created.kept}
    return {"vault": created.root.name, "root": str(created.root), "adopted": created.adopted, **files}


def _show(created: Created, folder: Path) -> None:
    if not created.added:
        say(f"Nothing to add: {folder} is a vault with all it needs.")
        return
    say(f"{'Adopted' if created.adopted else 'Made'} the vault {folder}")
    for path in created.added:
        say(f"  + {path}")
    if created.kept:
        tell("kept as they are: " + ", ".join(created.kept))
    tell("hint: put files into raw/articles and run `wiki ingest`, or `wiki ingest FILE...`")
