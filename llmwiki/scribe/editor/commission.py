"""One run of a model editor over an edition: what it would take, what it comes to, and what has to wait."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from llmwiki.errors import CostLimit, Declined
from llmwiki.scribe.binding import drop_state, write_state
from llmwiki.scribe.edition import Edition, Order, make_edition
from llmwiki.scribe.editor.doubting import plan_doubts
from llmwiki.scribe.editor.model_editor import ModelEditor
from llmwiki.scribe.ingested import Asked

if TYPE_CHECKING:
    from llmwiki.llm.budget import Quote
    from llmwiki.llm.known import Fitness
    from llmwiki.llm.till import Till
    from llmwiki.scribe.editor.asker import Asker
    from llmwiki.scribe.editor.question import Question
    from llmwiki.scribe.orders import Orders
    from llmwiki.vault.changes import Changes
    from llmwiki.vault.ledger import Ledger


Agree: TypeAlias = "Callable[[Quote, Sequence[Question]], bool]"
"""Says whether to go on, of what a model would take and what it would be asked."""


@dataclass(frozen=True)
class Commission:
    """A model editor at work on one order.

    Attributes:
        counter: Asks nobody, and collects the questions that nobody has answered.
        asker: Asks the model; None: only the answers that are kept count.
        way: What the model is fit for.
        till: What the calls take; None: no model is set.
    """

    counter: Asker
    asker: Asker | None
    way: Fitness
    till: Till | None = None

    def edition(self, order: Order, orders: Orders) -> tuple[Edition, frozenset[str]]:
        """The edition under the model's eyes, and the sources that have to wait for it.

        A source of which something could not be asked is left out as long as no page rests on it; where one does, the pages follow
        the source by the rules. Either way it is asked about again in the next run.

        Args:
            order: What the edition is made from; its editor is not used.
            orders: Who is shown what the calls would take before the first one, and how far they are.

        Raises:
            Declined: The person said no.
        """
        counted = make_edition(replace(order, editor=ModelEditor(self.counter, self.way)))
        asker = self.asker
        if asker is None or self.till is None or not self.counter.pending:
            return counted, frozenset()
        del counted  # not to be held beside the one with the answers
        if not orders.agree(self.till.quote(self.counter.need), tuple(self.counter.pending.values())):
            raise Declined("nothing was asked; what came in is captured", "run the same command again to go on")
        orders.watch.begin("ask", len(self.counter.pending))
        self.counter.let_go()
        asker.told = orders.watch.answered
        edition = make_edition(replace(order, editor=ModelEditor(asker, self.way)))
        return (edition, frozenset()) if not asker.waiting else self._without_waiting(order, asker)

    def plan(self, edition: Edition, changes: Changes) -> None:
        """Plan the files of answers that the run changes, and the proposals that follow from its doubts."""
        asker = self.asker or self.counter
        for path, text in asker.answers.files(frozenset(asker.scope) - asker.waiting):
            if text:
                write_state(changes, path, text)
            else:
                drop_state(changes, path)
        plan_doubts(asker.doubts, edition, changes)

    def account(self, ledger: Ledger) -> Asked | None:
        """What the model had to do with the run; None where none is set."""
        if self.till is None:
            return None
        asker = self.asker or self.counter
        return Asked(
            self.till.model,
            self.till.quote(self.counter.needed),
            self.till.spent(),
            tuple(sorted(set(asker.failures))),
            tuple(sorted(asker.waiting)),
            asker.stopped,
            isinstance(asker.error, CostLimit),
            tuple(record.path for record in ledger.live_sources() if asker.is_outdated(record.path)),
            tuple(sorted(asker.doubts, key=lambda doubt: (-doubt.chance, doubt.name, doubt.other))),
            sum(count for source, count in asker.held.items() if source in asker.scope),
            tuple((check, dropped, count) for (check, dropped), count in sorted(asker.refusals().items())),
            tuple(sorted(set(asker.partial))),
        )

    def _without_waiting(self, order: Order, asker: Asker) -> tuple[Edition, frozenset[str]]:
        asker.stopped = asker.stopped or "something of them could not be asked"
        resting = {source for record in order.ledger.pages.values() for source in record.sources}
        waiting = frozenset(asker.waiting)
        return make_edition(replace(order, editor=ModelEditor(asker, self.way), without=waiting - resting)), waiting
