"""How well the pages of a vault rest on their sources; and how well that score sees what is wrong.

    python benchmarks/provenance.py [VAULT] [--missed]

With a vault: its coverage, validity, support and precision, and each cited sentence that is refused. Without one: the share of
mutants that are caught, of pairs of statement and quote in ``tests/checks/provenance``, and the true pairs that are refused. No rule was
made or changed for a pair of the ``unseen`` and ``last`` files: ``--missed`` does not show them. The rows
``join`` to ``edit`` change the citation or its source; ``half`` cuts the quote in half, which most statements survive rightly,
since the rest of the sentence stands beside it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from llmwiki.checks.base import Snapshot
from llmwiki.checks.provenance import Verdict, provenance
from llmwiki.scribe.stated import stated_names
from llmwiki.workspace import Workspace

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from provenance_harness import rows

UNTUNED = ("unseen", "last")
FILES = tuple(f"{name}-{language}" for language in ("en", "zh") for name in ("tune", "held-out", "fresh", "later", "edited", *UNTUNED))


def reasons(verdict: Verdict) -> str:
    """What speaks against a sentence."""
    found = [] if verdict.resolves else ["its source is not there or not the one that was compiled"]
    found += [] if verdict.stands else ["a quote does not stand in its source"]
    found += [f"{gap.kind} “{gap.text}”" for gap in verdict.gaps]
    return ", ".join(found) or "too few words of the quotes"


def score_vault(root: Path) -> None:
    """Print the score of a vault."""
    wiki = Workspace(root.resolve(), Workspace.within(root).today, keeps_caches=False)
    found = provenance(Snapshot(wiki.vault, wiki.schema, lambda: wiki.ledger, wiki.today, "llmwiki"), stated_names)
    cited = [verdict for verdict in found.verdicts if verdict.citations]
    print(f"{len(found.verdicts)} assertive sentences, {len(cited)} cited, {sum(verdict.citations for verdict in cited)} citations")
    print(f"coverage {found.coverage:.1%}  validity {found.validity:.1%}  support {found.support:.1%}  precision {found.precision:.1%}")
    for verdict in cited:
        if not verdict.is_supported:
            print(f"  {verdict.path}: {verdict.said.text} ({reasons(verdict)})")


def score_mutants(*, shows_missed: bool) -> None:
    """Print the table of mutants."""
    table: dict[str, list[str]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        for name in FILES:
            for kind, pairs, verdicts in rows(Path(folder), name):
                refused = [not verdict.is_supported for verdict in verdicts]
                table[kind].append(f"{sum(refused)}/{len(refused)}")
                wrong = [pair for pair, is_refused in zip(pairs, refused, strict=True) if is_refused == (kind == "true")]
                for pair in wrong if shows_missed and kind != "half" and not name.startswith(UNTUNED) else ():
                    print(f"  {name} {kind}: {pair.statement} | {pair.quote}")
    print(f"{'refused':12}" + "".join(f"{name:>14}" for name in FILES))
    for kind, cells in table.items():
        print(f"{kind:12}" + "".join(f"{cell:>14}" for cell in cells))


def main() -> None:
    """Read the options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vault", nargs="?", type=Path)
    parser.add_argument("--missed", action="store_true", help="show what is judged wrongly")
    options = parser.parse_args()
    if options.vault:
        score_vault(options.vault)
    else:
        score_mutants(shows_missed=options.missed)


if __name__ == "__main__":
    main()
