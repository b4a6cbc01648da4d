"""Three-way merge of frontmatter, key by key."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from llmwiki.vault.passages import shown

_DATES: dict[str, Callable[..., str]] = {"updated": max, "created": min}
"""Which of two dates wins when both sides changed a key."""

_KEY = re.compile(r"([^\s#:\-\[\]{}\"'][^:\n]*?|\"[^\"\n]*\"|'[^'\n]*')[ \t]*:(?=[ \t]|$)")
_DATE = re.compile(r"['\"]?(\d{4}-\d{2}-\d{2})")
_PLAIN_IN_FLOW = re.compile(r"[,\[\]{}]")


class Property(NamedTuple):
    """One key with its lines as written (``raw`` ends with a line end)."""

    key: str
    raw: str


class PropertyClash(NamedTuple):
    """A key that both sides changed in different ways; the person's value stays. Empty text: no such key."""

    key: str
    base: str
    present: str
    proposed: str


class Items(NamedTuple):
    """A list value: what it holds, and each item as written."""

    values: tuple[str, ...]
    raws: tuple[str, ...]
    block: bool


def split_frontmatter(text: str) -> tuple[str, str]:
    r"""Frontmatter with its fences, and the body. The first is empty when there is none, or none that is closed (line ends ``\n``)."""
    if not re.match(r"---[ \t]*\n", text):
        return "", text
    close = re.compile(r"^---[ \t]*(?:\n|\Z)", re.MULTILINE).search(text, text.index("\n") + 1)
    return (text[: close.end()], text[close.end() :]) if close else ("", text)


def merge_properties(base: str, present: str, proposed: str, echoes: Sequence[str] = ()) -> tuple[str, list[PropertyClash]]:
    """Merge three frontmatter blocks, fences included.

    Args:
        base, present, proposed: The blocks.
        echoes: For two branches that count alike, their bodies: a ``summary`` that repeats its body is the tool's
            and gives way to one that a person wrote; of two such summaries the present one stays.
    """
    if present in (base, proposed):
        return proposed, []
    if proposed == base:
        return present, []
    old, own, other = ({entry.key: entry.raw for entry in _entries(block)} for block in (base, present, proposed))
    clashes: list[PropertyClash] = []
    merged: dict[str, str] = {}
    if echoes:
        _settle_summaries(old, own, other, echoes)
    for key in _order(own, other):
        raw = _merge_key(key, (old.get(key, ""), own.get(key, ""), other.get(key, "")), clashes)
        if raw:
            merged[key] = raw
    return _fenced(present or proposed, "".join(merged.values())), clashes


def _fenced(block: str, inner: str) -> str:
    head = block[: block.index("\n") + 1]
    tail = block[block.rstrip("\n").rindex("\n") + 1 :]
    return head + inner + tail


def _entries(block: str) -> list[Property]:
    """Every key with its lines; a comment or a line that belongs to no key is an entry of its own."""
    found: list[Property] = []
    counts: dict[str, int] = {}
    for line in block.splitlines(keepends=True)[1:-1] if block else []:
        match = _KEY.match(line)
        if not match and found and not line.startswith("#"):
            found[-1] = found[-1]._replace(raw=found[-1].raw + line)
            continue
        name = match[1] if match else line
        counts[name] = counts.get(name, 0) + 1
        found.append(Property(f"{name}\n{counts[name]}" if counts[name] > 1 else name, line))
    return found


def _order(own: dict[str, str], other: dict[str, str]) -> list[str]:
    """The person's order; a key that only the tool has follows the one that it follows there."""
    order = list(own)
    above = -1
    for key in other:
        if key in own:
            above = order.index(key)
        else:
            above += 1
            order.insert(above, key)
    return order


def _merge_key(key: str, sides: tuple[str, str, str], clashes: list[PropertyClash]) -> str:
    base, present, proposed = sides
    if present in (base, proposed):
        return proposed
    if proposed == base:
        return present
    lists = [_items(raw) for raw in sides]
    if lists[1] and lists[2] and present and proposed:
        return _merge_lists(present, lists[0] or Items((), (), block=False), lists[1], lists[2])
    if key in _DATES and _date(present) and _date(proposed):
        return _DATES[key](present, proposed, key=_date)
    clashes.append(PropertyClash(key, base, present, proposed))
    return present


def _settle_summaries(old: dict[str, str], own: dict[str, str], other: dict[str, str], bodies: Sequence[str]) -> None:
    """Let the summary that echoes its body be that of the base, so that the other one counts as the only change."""
    sides = [side.get("summary", "") for side in (own, other)]
    if not all(sides) or sides[0] == sides[1] or old.get("summary") in sides:
        return
    if _echoes(sides[1], bodies[1]):
        old["summary"] = sides[1]
    elif _echoes(sides[0], bodies[0]):
        old["summary"] = sides[0]


def _echoes(raw: str, body: str) -> bool:
    """Whether a summary is a sentence of the page, or the beginning of one."""
    said = raw.partition(":")[2].strip().strip("\"'").rstrip("….")
    return bool(said) and said in shown(body)


def _date(raw: str) -> str:
    match = _DATE.match(raw.partition(":")[2].strip())
    return match[1] if match else ""


def _items(raw: str) -> Items | None:
    """The value as a list of texts: a list, nothing (an empty list), or None when it is something else."""
    import yaml  # only pages whose lists changed on both sides pay for it

    if not raw:
        return Items((), (), block=False)
    try:
        root = yaml.compose(raw, Loader=yaml.CSafeLoader)
    except yaml.YAMLError:
        return None
    if not isinstance(root, yaml.MappingNode) or len(root.value) != 1:
        return None
    node = root.value[0][1]
    if isinstance(node, yaml.ScalarNode) and node.value == "" and node.style is None:
        return Items((), (), block=False)
    if not isinstance(node, yaml.SequenceNode) or not all(isinstance(item, yaml.ScalarNode) for item in node.value):
        return None
    raws = tuple(raw[item.start_mark.index : item.end_mark.index] for item in node.value)
    return Items(tuple(item.value for item in node.value), raws, block=not node.flow_style)


def _merge_lists(present: str, base: Items, own: Items, other: Items) -> str:
    """The person's list, with what the tool added and without what it took away."""
    gone = set(base.values) - set(other.values)
    raws = [raw for value, raw in zip(own.values, own.raws, strict=True) if value not in gone]
    known = {*own.values, *base.values}
    raws += [_fitting(value, raw, own, other) for value, raw in zip(other.values, other.raws, strict=True) if value not in known]
    name = present[: present.index(":") + 1]
    if own.block and raws:
        return name + "\n" + "".join(f"{_indent(present)}- {raw}\n" for raw in raws)
    return f"{name} [{', '.join(raws)}]\n"


def _fitting(value: str, raw: str, own: Items, other: Items) -> str:
    """An item of a block list may hold commas and brackets that must be quoted in a flow list."""
    unquoted = raw[:1] not in {'"', "'"}
    return json.dumps(value, ensure_ascii=False) if unquoted and other.block and not own.block and _PLAIN_IN_FLOW.search(raw) else raw


def _indent(present: str) -> str:
    match = re.search(r"\n([ \t]*)- ", present)
    return match[1] if match else "  "
