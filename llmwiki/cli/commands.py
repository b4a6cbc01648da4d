"""The list of commands. Only the module of the command that was asked for is imported.

A command is a module ``llmwiki.cli.<name>`` with a function ``command`` that takes Typer parameters and
returns its exit code. Its docstring's first line is the help line below; a test compares them.
A name of two words is a command of the group in front.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Entry:
    """One command: the module it lives in, its line in ``wiki --help``, and whether that shows it."""

    module: str
    help: str
    hidden: bool = False

    def load(self) -> Callable[..., Any]:
        """Import the module and give its ``command`` function."""
        function: Callable[..., Any] = import_module(f"llmwiki.cli.{self.module}").command
        return function


GROUPS = {"palace": "Look into a palace and keep it up.", "work": "Let your own agent answer what a model would be asked."}

COMMANDS = {
    "init": Entry("init", "Set up a vault, or adopt the one that is there."),
    "ingest": Entry("ingest", "Compile sources into pages; alone: all that is new in raw/."),
    "retract": Entry("retract", "Take a source out, with all that rests on it alone."),
    "query": Entry("query", "Answer a question from the wiki, with citations."),
    "search": Entry("search", "Find passages in pages and sources."),
    "mirror": Entry("mirror", "Bring the palace up to date, for search by words and by meaning."),
    "mine": Entry("mine", "File folders and conversations in a palace."),
    "palace status": Entry("palace_status", "Show what a palace holds."),
    "palace list": Entry("palace_list", "List wings, the rooms of one, or the drawers of a room."),
    "palace walk": Entry("palace_walk", "Follow tunnels from a room to others."),
    "palace tunnels": Entry("palace_tunnels", "List, add or remove tunnels."),
    "palace verify": Entry("palace_verify", "Compare the records with the journal and the vault."),
    "palace rebuild": Entry("palace_rebuild", "Make the records anew from text, and swap them."),
    "palace compress": Entry("palace_compress", "Give back the room of what is superseded."),
    "palace import": Entry("palace_import", "Take in a palace of MemPalace, nothing of it touched."),
    "palace export": Entry("palace_export", "Write a palace that the tools of MemPalace open."),
    "lint": Entry("lint", "Check the vault: links, index, frontmatter, evidence, freshness."),
    "explain": Entry("explain", "Show the manual page of a check."),
    "links": Entry("links", "Show the links of a note: out, in, unresolved, ambiguous."),
    "status": Entry("status", "Show what the vault holds and what is left to do."),
    "work next": Entry("work_next", "Hand out questions for your own agent; with none left, make pages."),
    "work submit": Entry("work_submit", "Take replies of your agent, from standard input."),
    "models": Entry("models", "Show the language model, test it, find out what it is fit for."),
    "mv": Entry("mv", "Rename a page; every link to it follows."),
    "merge": Entry("merge", "Join a page to another; every link to either leads there."),
    "archive": Entry("archive", "Shelve a page in _archive/, out of the wiki."),
    "review": Entry("review", "Decide what waits: one key each in a terminal, else a list."),
    "undo": Entry("undo", "Take back the last operation, byte for byte."),
    "log": Entry("log", "Show what happened, the newest last."),
    "rebuild": Entry("rebuild", "Drop and rebuild everything under .wiki/cache/."),
    "demo": Entry("demo", "Do the whole job once on sample sources, offline."),
    "git-merge": Entry("git_merge", "Merge three versions of a file; git calls this.", hidden=True),
}
