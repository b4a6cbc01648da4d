"""How fast the structure of a palace is made: halls, closets, rooms.

    python benchmarks/structure.py [VAULT] [--notes N] [--runs N]

Without a vault, one is generated from a fixed seed. The floor is measured in the same run: cutting the drawers of texts that are
parsed already. Times are CPU seconds of the best run.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from vault import best, generate

from llmwiki.palace.balance import Placed, balanced
from llmwiki.palace.closets import closets_of
from llmwiki.palace.cutting import cut
from llmwiki.palace.drawer import Drawer
from llmwiki.palace.halls import hall_of
from llmwiki.palace.rooms import vault_room
from llmwiki.palace.shelf import Shelf
from llmwiki.palace.shelves import kind_of
from llmwiki.vault.parse import parse
from llmwiki.vault.vault import Vault


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("vault", nargs="?", type=Path, help="a folder of notes; generated when absent")
    parser.add_argument("--notes", type=int, default=1000, help="size of the generated vault")
    parser.add_argument("--runs", type=int, default=3, help="the best of so many runs counts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        vault = Vault.open(options.vault or generate(Path(folder) / "vault", options.notes))
        pages = {path: parse(vault.text(path)) for path in vault.notes}
    report({path: cut(page, path, kind_of(path)) for path, page in pages.items()}, options.runs)
    print(f"{'cutting (floor)':20} {best(lambda: [cut(page, path, kind_of(path)) for path, page in pages.items()], options.runs):8.3f} s")


def report(drawers: dict[str, list[Drawer]], runs: int) -> None:
    """Print the rates, and what came out."""
    everything = [drawer for found in drawers.values() for drawer in found]
    shelves = [Shelf(path, found, wing="wiki", room=vault_room(path), title=path, date="2026-05-30") for path, found in drawers.items()]
    closets = [closet for shelf in shelves for closet in closets_of(shelf)]
    reached = {drawer for closet in closets for drawer in closet.drawers}
    size = sum(len(drawer.text) for drawer in everything) // max(1, len(everything))
    print(
        f"{len(drawers)} notes, {len(everything)} drawers of {size} characters, {len(closets)} closets that lead to {len(reached)} drawers"
    )
    placed = [Placed(path, vault_room(path), len(found)) for path, found in drawers.items()]
    line("halls", best(lambda: [hall_of(drawer.text, drawer.headings) for drawer in everything], runs), len(everything))
    line("closets", best(lambda: [closets_of(shelf) for shelf in shelves], runs), len(everything))
    line("rooms", best(lambda: balanced(placed), runs), len(everything))


def line(name: str, seconds: float, drawers: int) -> None:
    """One line of the table."""
    print(f"{name:20} {seconds:8.3f} s {drawers / max(seconds, 1e-9):12,.0f} drawers a CPU second")


if __name__ == "__main__":
    main()
