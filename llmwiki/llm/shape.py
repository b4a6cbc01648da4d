"""The shape of a structured reply: a dataclass, read into a JSON schema for the model and a check for what comes back.

A shape has texts (``Annotated[str, Longest(40)]``), ``bool``, ``int``, ``Literal`` of texts, tuples (``Annotated[tuple[X, ...], Most(5)]``)
and other shapes. Every text and tuple is bounded, every key is needed, no other key is allowed. It is defined at the top of a module.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, cast, get_args, get_origin, get_type_hints

from llmwiki.llm.base import Form, Value
from llmwiki.llm.reading import Unfit

if TYPE_CHECKING:
    from pydantic import BaseModel, TypeAdapter


@dataclass(frozen=True, slots=True)
class Longest:
    """Bound of a text, in characters. A text of exactly that length was most likely cut off, and is refused."""

    characters: int


@dataclass(frozen=True, slots=True)
class Most:
    """Bound of a tuple.

    Attributes:
        items: So many at most.
        falls_singly: Each item stands for itself: one that does not fit, or is too many, is left out of a reply, and the others count.
    """

    items: int
    falls_singly: bool = False


Schema = dict[str, Any]

_TOLD = 5
"""So many faults of a reply are told; a model that is asked again needs no more."""


def schema_of(shape: type, form: Form = "schema") -> Schema:
    """JSON schema of a shape; in the form ``bare`` bounds are told in descriptions, since some providers refuse them as keywords."""
    hints = get_type_hints(shape, include_extras=True)
    return {
        "type": "object",
        "properties": {field.name: _schema(hints[field.name], form) for field in fields(shape)},
        "required": [field.name for field in fields(shape)],
        "additionalProperties": False,
    }


def _schema(hint: Any, form: Form) -> Schema:  # noqa: ANN401 - whatever an annotation may be
    if is_dataclass(hint):
        return schema_of(cast("type", hint), form)
    if hint in {bool, int}:
        return {"type": "boolean" if hint is bool else "integer"}
    if get_origin(hint) is Literal:
        return {"type": "string", "enum": list(get_args(hint))}
    kind, bound = _bounded(hint)
    if isinstance(bound, Longest):
        return {"type": "string"} | _limit("maxLength", bound.characters, "characters", form)
    items = {"type": "array", "items": _schema(get_args(kind)[0], form)}
    return items | _limit("maxItems", bound.items, "items", form)


def _limit(keyword: str, most: int, noun: str, form: Form) -> Schema:
    return {"description": f"at most {most} {noun}"} if form == "bare" else {keyword: most}


def _bounded(hint: Any) -> tuple[Any, Longest | Most]:  # noqa: ANN401 - whatever an annotation may be
    """The type and the bound of a text or tuple. Raises TypeError for a hint that no shape may have."""
    if get_origin(hint) is Annotated:
        kind, bound = hint.__origin__, hint.__metadata__[0]
        if (kind is str and isinstance(bound, Longest)) or (get_origin(kind) is tuple and isinstance(bound, Most)):
            return kind, bound
    raise TypeError(f"a shape has no {hint}: texts and tuples are bounded")


def read_value(data: Mapping[str, Any], shape: type[Value]) -> Value:
    """The value of a shape that an object means. Raises Unfit telling what does not fit."""
    from pydantic import ValidationError

    try:
        _checker(cast("type", shape)).model_validate(data, strict=True)
    except ValidationError as error:
        raise Unfit(_told(error)) from error
    return cast("Value", _made(data, shape))


class Fallen(NamedTuple):
    """A part of a reply that does not fit: where it stands, and what is wrong with it."""

    place: str
    why: str

    def __str__(self) -> str:
        return f"{self.place}: {self.why}"


def sift(data: Mapping[str, Any], shape: type[Value]) -> tuple[Value, tuple[Fallen, ...]]:
    """The value of a shape that an object means, and what is left out of it: items that do not fit, where each stands for itself.

    Raises Unfit where anything else does not fit, and where no item of a list is left.
    """
    kept, fallen = dict(data), []
    for name, hint in get_type_hints(shape, include_extras=True).items():
        kind, bound = _bounded(hint) if get_origin(hint) is Annotated else (hint, None)
        if not isinstance(bound, Most) or not bound.falls_singly or not isinstance(kept.get(name), list):
            continue
        faults = [_fault(item, get_args(kind)[0]) for item in kept[name]]
        fits = [at for at, fault in enumerate(faults) if not fault]
        fallen += [Fallen(f"{name}.{at}", fault) for at, fault in enumerate(faults) if fault]
        if faults and not fits:
            raise Unfit("; ".join(map(str, fallen[:_TOLD])))
        fallen += [Fallen(f"{name}.{at}", f"there are more than {bound.items}") for at in fits[bound.items :]]
        kept[name] = [kept[name][at] for at in fits[: bound.items]]
    return read_value(kept, shape), tuple(fallen)


def _fault(item: object, hint: Any) -> str:  # noqa: ANN401 - whatever an annotation may be
    """What is wrong with an item of a tuple; empty where it fits."""
    from pydantic import ValidationError

    try:
        _item_checker(hint).validate_python(item, strict=True)
    except ValidationError as error:
        return _told(error)
    return ""


@cache
def _item_checker(hint: Any) -> TypeAdapter[Any]:  # noqa: ANN401 - whatever an annotation may be
    from pydantic import TypeAdapter

    return TypeAdapter(_checked(hint))


def _told(error: Any) -> str:  # noqa: ANN401 - pydantic is not imported up here
    """The first few faults; the value itself is not repeated."""
    faults = [
        f"{'.'.join(map(str, fault['loc'])) or 'it'}: {fault['msg']}" for fault in error.errors(include_input=False, include_url=False)
    ]
    return "; ".join(fault[:160] for fault in faults[:_TOLD])


def _made(data: Any, hint: Any) -> Any:  # noqa: ANN401 - checked before
    if is_dataclass(hint):
        hints = get_type_hints(hint, include_extras=True)
        return cast("type", hint)(**{field.name: _made(data[field.name], hints[field.name]) for field in fields(hint)})
    if isinstance(data, list):
        return tuple(_made(item, get_args(_bounded(hint)[0])[0]) for item in data)
    return data


@cache
def _checker(shape: type) -> type[BaseModel]:
    """A pydantic model that lets through what fits a shape."""
    from pydantic import ConfigDict, create_model

    hints = get_type_hints(shape, include_extras=True)
    parts: dict[str, Any] = {field.name: (_checked(hints[field.name]), ...) for field in fields(shape)}
    return create_model(shape.__name__, __config__=ConfigDict(extra="forbid", strict=True), **parts)


def _checked(hint: Any) -> Any:  # noqa: ANN401 - whatever an annotation may be
    from pydantic import Field

    if is_dataclass(hint):
        return _checker(cast("type", hint))
    if hint in {bool, int} or get_origin(hint) is Literal:
        return hint
    kind, bound = _bounded(hint)
    if isinstance(bound, Longest):
        return Annotated[str, Field(max_length=bound.characters - 1)]
    return Annotated[list[_checked(get_args(kind)[0])], Field(max_length=bound.items)]  # type: ignore[misc] # made while running


def shape_mark(shape: type) -> str:
    """A text that differs when a shape does."""
    return "text" if shape is str else json.dumps(schema_of(shape), ensure_ascii=False, separators=(",", ":"))
