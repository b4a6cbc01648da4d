"""Compares the links of a vault with what Obsidian itself says of them, for those who have the app.

    python benchmarks/obsidian_cli.py [VAULT] [--command obsidian] [--show 40]

Needs Obsidian 1.12 or newer with its command line switched on (Settings, General), the app running, and the vault
open in it. The app is asked once for the links it resolved and those it did not (`obsidian eval`, the two tables of
`app.metadataCache` that its plugin interface documents); where it gives no tables, `obsidian links path=...` is asked
for each note, which takes a process a note. The other side is what `wiki links --all --json` says. Compared are, for
each note, the files it links to and the names it asks for in vain; counts are not. Ends with 1 when something
differs, and with 0 when all is the same or the app is not there.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from llmwiki.vault.parse import parse

TABLES = "JSON.stringify([app.metadataCache.resolvedLinks, app.metadataCache.unresolvedLinks])"
UNRESOLVED = " (unresolved)"


class Links(NamedTuple):
    """Of one note: the files it links to, and the names no file has."""

    files: frozenset[str]
    names: frozenset[str]


def main() -> int:
    """Compare and print; 1 when something differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "vault", nargs="?", type=Path, default=Path(), help="a vault that is open in Obsidian; the current folder when absent"
    )
    parser.add_argument("--command", default="obsidian", help="the command line of Obsidian")
    parser.add_argument("--show", type=int, default=40, help="so many differences are listed")
    options = parser.parse_args()
    program = shutil.which(options.command)
    if program is None:
        print(
            f"nothing compared: `{options.command}` is not installed (Obsidian 1.12 or newer, Settings > General > Command line interface)"
        )
        return 0
    ours = our_links(options.vault)
    theirs = their_links(program, options.vault, list(ours))
    if theirs is None:
        print(f"nothing compared: `{options.command}` gave no links; is Obsidian running, with {options.vault.resolve()} open?")
        return 0
    found = list(differences(ours, theirs))
    print(*found[: options.show], sep="\n", end="\n" if found else "")
    links = sum(len(note.files) + len(note.names) for note in ours.values())
    print(f"{len(ours)} notes, {links} links: {len(found)} differences" if found else f"{len(ours)} notes, {links} links: the same")
    return int(bool(found))


def our_links(root: Path) -> dict[str, Links]:
    """What `wiki links --all --json` says; the citations `^[raw/...]` of some wikis are no links to the app."""
    command = [sys.executable, "-m", "llmwiki", "--vault", str(root), "links", "--all", "--json"]
    notes = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    found: dict[str, Links] = {}
    for note in notes:
        links = [link for link in note["outgoing"] if not link["written"].startswith("^[")]
        files = frozenset(normal(link["target"]) for link in links if link["target"] is not None)
        found[normal(note["note"])] = Links(files, frozenset(name(link["written"]) for link in links if link["target"] is None))
    return found


def their_links(program: str, root: Path, notes: list[str]) -> dict[str, Links] | None:
    """What the app says: both tables at once, else note by note; None when it says nothing."""
    tables = read_tables(ask(program, root, "eval", f"code={TABLES}"))
    if tables is not None:
        return from_tables(*tables)
    found = {note: from_lines(ask(program, root, "links", f"path={note}")) for note in notes}
    return found if any(links.files or links.names for links in found.values()) else None


def read_tables(said: str) -> list[Any] | None:
    """The two tables, given as JSON or as a JSON text that holds JSON, with or without something around them."""
    at = said.find("[{")
    decode = json.JSONDecoder().raw_decode
    try:
        value = json.loads(decode(said, at - 1)[0]) if said[at - 1 : at] == '"' else decode(said, at)[0]
    except ValueError:
        return None
    return value if at >= 0 and len(value) == 2 else None  # noqa: PLR2004 - resolved and unresolved


def from_tables(resolved: Mapping[str, Any], unresolved: Mapping[str, Any]) -> dict[str, Links]:
    """Notes with their links, out of the app's two tables."""
    return {
        normal(note): Links(frozenset(map(normal, resolved.get(note, ()))), frozenset(map(folded, unresolved.get(note, ()))))
        for note in sorted({*resolved, *unresolved})
    }


def from_lines(said: str) -> Links:
    """The links of one note, out of what `obsidian links` prints: a path a line, or a name with a remark."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    names = [line.removesuffix(UNRESOLVED) for line in lines if line.endswith(UNRESOLVED)]
    files = [line for line in lines if not line.endswith(UNRESOLVED) and re.search(r"\.\w+$", line)]
    return Links(frozenset(map(normal, files)), frozenset(map(folded, names)))


def ask(program: str, root: Path, *words: str) -> str:
    """What the app answers; in the vault's folder, which is how it knows the vault."""
    done = subprocess.run([program, *words], cwd=root, capture_output=True, text=True, check=False, timeout=120)
    return done.stdout


def differences(ours: Mapping[str, Links], theirs: Mapping[str, Links]) -> Iterator[str]:
    """One line for each file and name that only one side knows."""
    for note in sorted({*ours, *theirs}):
        if note not in theirs or note not in ours:
            if note.lower().endswith(".md"):
                yield f"{note}: only {'llmwiki' if note in ours else 'Obsidian'} knows this note"
            continue
        for mine, other, who in ((ours[note], theirs[note], "llmwiki"), (theirs[note], ours[note], "Obsidian")):
            yield from (f"{note}: only {who} links to {file}" for file in sorted(mine.files - other.files))
            yield from (f"{note}: only {who} finds no file for “{wanted}”" for wanted in sorted(mine.names - other.names))


def name(written: str) -> str:
    """The name that a link asks for, as the app has it: decoded, without heading."""
    links = parse(written).links
    return folded(links[0].target if links else written.strip("[]").partition("|")[0].partition("#")[0])


def folded(text: str) -> str:
    """A name without case, spaces around it and a final `.md`, which the two sides may keep or not."""
    return normal(text).strip().lower().removesuffix(".md")


def normal(path: str) -> str:
    """A path in one normal form, since the two sides may read a disk in different ones."""
    return unicodedata.normalize("NFC", path).replace("\u00a0", " ")


if __name__ == "__main__":
    sys.exit(main())
