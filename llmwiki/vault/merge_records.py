"""Joining two branches of a ledger record: one JSON object a file."""

from __future__ import annotations

import json
from typing import Any

# Tombstones stay, the later update and the earlier creation count.
_CHOICE = {"retracted": max, "deleted": max, "updated": max, "revision": max, "is_compiled": min, "created": min, "captured": min}
_TEXTS = frozenset({"sha256", "original_sha256"})
_NOT_THERE = object()


class _ConflictError(Exception):
    """Both branches hold a value that cannot be joined."""


def merge_records(base: str, ours: str, theirs: str) -> str | None:
    """The joined record as JSON text; None when the branches cannot be joined or one is no JSON object.

    Keys that one branch changed take its value. Lists become the sorted union without what a branch took away;
    claims are joined by their label. Where both changed a value, tombstones stay, the later update and the earlier creation win,
    and anything else comes from the branch with the higher revision or later update; of two page records that are equally new,
    from ours. Two texts of one source at the same revision are a conflict.

    Args:
        base: Text that both branches started from; empty when both made the file.
        ours, theirs: Texts of the branches.
    """
    try:
        old, own, other = (json.loads(text or "{}") for text in (base, ours, theirs))
        if not all(isinstance(record, dict) for record in (old, own, other)):
            return None
        merged = _dicts(old, own, other)
    except (ValueError, _ConflictError):
        return None
    return json.dumps(merged, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _dicts(old: dict[str, Any], own: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    sides = ((key, old.get(key, _NOT_THERE), own.get(key, _NOT_THERE), other.get(key, _NOT_THERE)) for key in sorted({*own, *other}))
    merged = {key: _value(key, values, (own, other)) for key, *values in sides}
    return {key: value for key, value in merged.items() if value is not _NOT_THERE}


def _value(key: str, values: list[Any], records: tuple[dict[str, Any], dict[str, Any]]) -> Any:  # noqa: ANN401 - JSON values
    """The value of the branch that changed it, or both joined; what one branch took away and the other changed stays."""
    old, own, other = values
    if own in (old, other) or own is _NOT_THERE:
        return other
    if other == old or other is _NOT_THERE:
        return own
    if isinstance(own, dict) and isinstance(other, dict):
        return _dicts(old if isinstance(old, dict) else {}, own, other)
    if isinstance(own, list) and isinstance(other, list):
        return _lists(old if isinstance(old, list) else [], own, other)
    return _scalar(key, own, other, records)


def _scalar(key: str, own: Any, other: Any, records: tuple[dict[str, Any], dict[str, Any]]) -> Any:  # noqa: ANN401
    if key in _CHOICE and type(own) is type(other):
        return _CHOICE[key](own, other)
    ages = [(int(record.get("revision") or 0), str(record.get("updated") or "")) for record in records]
    if key in _TEXTS and "revision" in records[0] and ages[0] == ages[1]:
        raise _ConflictError
    return own if ages[0] >= ages[1] else other


def _lists(old: list[Any], own: list[Any], other: list[Any]) -> list[Any]:
    sides = [{_name(item): item for item in side} for side in (old, own, other)]
    return list(_dicts(sides[0], sides[1], sides[2]).values())


def _name(item: Any) -> str:  # noqa: ANN401
    """What an entry is recognised by: a claim's label, else the whole value."""
    return str(item["label"]) if isinstance(item, dict) and "label" in item else json.dumps(item, sort_keys=True, ensure_ascii=False)
