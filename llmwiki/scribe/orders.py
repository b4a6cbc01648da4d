"""How an ingest is to go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmwiki.scribe.holding import FREE, Holding
from llmwiki.scribe.steering import UNSTEERED, Steering
from llmwiki.sources.base import DEFAULT_OPTIONS, Options
from llmwiki.sources.progress import UNWATCHED, Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from llmwiki.scribe.edition import Edition
    from llmwiki.scribe.editor.commission import Agree

    Steer = Callable[[Edition], Steering | None]


def _all(_: Edition) -> Steering:
    return UNSTEERED


@dataclass(frozen=True, slots=True)
class Orders:
    """How an ingest is to go.

    Attributes:
        options: How inputs are converted.
        watch: Told how far it is.
        anew: Whether the model is asked again about everything that another model or another prompt answered.
        agree: Is shown what the model would take, and what it would be asked, before it is; False: nothing is compiled.
        steer: Is shown what would be written; None: nothing is, an empty say: all, else the pages are made anew under it.
        holding: Which changes wait for a person.
        sources: Paths of sources that are looked at once more although they did not change; nothing else comes in then.
    """

    options: Options = DEFAULT_OPTIONS
    watch: Watch = UNWATCHED
    anew: bool = False
    agree: Agree = lambda *_: True
    steer: Steer = _all
    holding: Holding = FREE
    sources: Collection[str] = ()

    @property
    def is_asked(self) -> bool:
        """Whether a person will look at the plan, which takes its time: what came in is written first."""
        return self.steer is not _all


DEFAULT = Orders()
