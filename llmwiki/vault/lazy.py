"""A property that is worked out once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 - it is used like a keyword, as ``property`` is
    """``functools.cached_property`` without its lock, which costs more than most of what is cached here."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self._find = find
        self._name = find.__name__
        self.__doc__ = find.__doc__

    @overload
    def __get__(self, owner: None, kind: type[Any]) -> Self: ...

    @overload
    def __get__(self, owner: object, kind: type[Any]) -> T: ...

    def __get__(self, owner: object | None, kind: type[Any]) -> T | Self:
        """The value; after the first time Python finds it in the object and does not ask here."""
        if owner is None:
            return self
        value = owner.__dict__[self._name] = self._find(owner)
        return value
