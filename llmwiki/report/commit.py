"""The message of a commit that a command makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.report.numbers import counted
from llmwiki.vault.ledger import SOURCES
from llmwiki.vault.own_files import TOPIC_MAP, is_own

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from llmwiki.vault.operations import Operation

NAMED = 2
"""So many pages are named in the first line, more are counted."""


def commit_message(done: Sequence[Operation]) -> str:
    """What was done in one line, then pages and sources, one a line.

    Args:
        done: The operations of one command, in order.
    """
    actions = ", ".join(dict.fromkeys(one.action for one in done))
    changes = _outcome(done)
    pages = [path for path in changes if not path.startswith(("raw/", ".")) and not is_own(path) and not path.endswith(TOPIC_MAP)]
    sources = [path for path in changes if path.startswith("raw/") and not path.startswith("raw/.")]
    parts = [", ".join(map(_shown, pages)) if 0 < len(pages) <= NAMED else counted(len(pages), "page") if pages else ""]
    parts.append(counted(len(sources), "source") if sources else "")
    first = f"wiki {actions}: {', '.join(filter(None, parts)) or 'records'}"
    return "\n".join([first, *_listing("Pages", pages, changes), *_listing("Sources", sources, changes)]) + "\n"


def _outcome(done: Iterable[Operation]) -> dict[str, str]:
    """Path to what became of the file, by path."""
    found: dict[str, str] = {}
    moved = {file.moved_from: file.path for one in done for file in one.files if file.moved_from}
    for one in done:
        for file in one.files:
            if file.after is None:
                found[file.path] = f"now {_shown(moved[file.path])}" if file.path in moved else "removed"
            else:
                found[file.path] = "new" if file.before is None and found.get(file.path, "new") == "new" else "changed"
    cited = (path for path in [*found] if path.startswith(f"{SOURCES}/"))
    for path in cited:  # a source that was retracted, or is cited elsewhere now, is a file that did not change
        found.setdefault(f"raw/{path.removeprefix(SOURCES + '/').removesuffix('.json')}", "record")
    return dict(sorted(found.items()))


def _listing(title: str, paths: Sequence[str], changes: dict[str, str]) -> Iterator[str]:
    if paths:
        yield from ("", f"{title}:", *(f"- {_shown(path)} ({changes[path]})" for path in paths))


def _shown(path: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in path)
