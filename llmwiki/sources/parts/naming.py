"""How a part of a long input is called.

The first part has the name and origin of the whole, so that a transcript that outgrows one source stays that source; the others
have a number. Their origins hold a space, which no id in a container does.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

_PART = re.compile(r"#part (\d{3,})$")


def part_name(name: str, number: int) -> str:
    """File name of a part, counted from 1: ``talk.jsonl``, ``talk-part-002.jsonl``."""
    path = PurePosixPath(name)
    return name if number == 1 else f"{path.stem}-part-{number:03}{path.suffix}"


def part_origin(origin: str, number: int) -> str:
    """Origin of a part, counted from 1: ``talk.jsonl``, ``talk.jsonl#part 002``."""
    return origin if number == 1 else f"{origin}#part {number:03}"


def is_later_part(origin: str) -> bool:
    """Whether an input is the second or a later part of a long one."""
    return _PART.search(origin) is not None


def whole_of(origin: str) -> str:
    """The origin of the long input that one is a later part of; the origin itself for everything else."""
    return _PART.sub("", origin)
