"""What is known of models after they were tried: which forms they take, and what they are fit for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast, get_args

from llmwiki.llm.base import Form, ModelIdentity
from llmwiki.llm.places import MODELS
from llmwiki.vault.localfile import write_local

Fitness = Literal["judge", "writer", "namer"]
"""``judge``: the statements stay the sources' own, the model names things and answers yes/no questions; ``writer``: it writes;
``namer``: it names things, and its yes or no is no better than chance."""


class Known(NamedTuple):
    """What trying a model told.

    Attributes:
        lists, pairs: Questions of each kind that it had right, and how many there were.
        fitness: What follows from them.
        form: The form of structured replies that its server takes; None: it was not asked for one.
        tells_chances: Whether its server tells probabilities.
        by_hand: What a person set instead; None: nothing.
    """

    lists: tuple[int, int]
    pairs: tuple[int, int]
    fitness: Fitness
    form: Form | None
    tells_chances: bool
    by_hand: Fitness | None = None

    @property
    def way(self) -> Fitness:
        """What the model is used for."""
        return self.by_hand or self.fitness


class KnownModels:
    """The file of what is known of models, of one vault.

    Args:
        root: The vault.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def find(self, identity: ModelIdentity) -> Known | None:
        """What is known of a model; None: it was not tried, or the file is damaged."""
        return _read(self._all().get(identity.key))

    def keep(self, identity: ModelIdentity, known: Known) -> None:
        """Write down what is known of a model. Raises WriteError, and NameRefused where a link leads out of the vault."""
        models = self._all() | {identity.key: known._asdict()}
        text = json.dumps(dict(sorted(models.items())), ensure_ascii=False, indent=2)
        write_local(self._root, MODELS, f"{text}\n".encode("utf-8", "replace"))

    def _all(self) -> dict[str, Any]:
        try:
            models = json.loads((self._root / MODELS).read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        return models if isinstance(models, dict) else {}


def _read(data: Any) -> Known | None:  # noqa: ANN401 - whatever the file says
    try:
        known = Known(**data)
        counts = [int(count) for pair in (known.lists, known.pairs) for count in pair]
    except (TypeError, ValueError):
        return None
    fits = known.fitness in get_args(Fitness) and known.by_hand in {None, *get_args(Fitness)} and known.form in {None, *get_args(Form)}
    if len(counts) != 4 or not fits or not isinstance(known.tells_chances, bool):  # noqa: PLR2004 - two pairs
        return None
    return known._replace(lists=cast("tuple[int, int]", tuple(counts[:2])), pairs=cast("tuple[int, int]", tuple(counts[2:])))
