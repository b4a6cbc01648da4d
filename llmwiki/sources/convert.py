"""One input to one source, by the converter that its bytes ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import cast

from llmwiki.errors import SourceRefused
from llmwiki.plugins import CONVERTER_GROUP, CONVERTERS, foreign, load
from llmwiki.sources.base import Converter, Original, Source
from llmwiki.sources.detect import detect
from llmwiki.sources.failures import PARSER_FAILURES, told


def convert(original: Original, extra: Iterable[str] = ()) -> Source:
    """Turn an input into a source.

    Args:
        original: The input.
        extra: Names of converters of other packages that the settings turn on; they are asked first.

    Raises:
        SourceRefused: nothing can be made of it; the message is the reason.
        ConfigError: a converter in ``extra`` is not installed.
    """
    for converter in map(_made, foreign(CONVERTER_GROUP, extra)):
        if converter.accepts(original):
            return _attempted(converter, original)
    kind = original.kind or detect(original.name, original.data, original.charset).kind
    return _attempted(_own(kind), original)


@cache
def extractors() -> Mapping[str, frozenset[str]]:
    """The tool's own extractors as they are now, by their first word (``pypdf``: {``pypdf 6.4.0``})."""
    found: dict[str, set[str]] = {}
    for kind in CONVERTERS:
        try:
            extractor = _own(kind).extractor
        except ModuleNotFoundError:  # the library of an extra that is not installed
            continue
        found.setdefault(extractor.partition(" ")[0], set()).add(extractor)
    return {name: frozenset(versions) for name, versions in found.items()}


def _attempted(converter: Converter, original: Original) -> Source:
    """What a converter makes; a failure inside it becomes a reason."""
    try:
        return converter.convert(original)
    except PARSER_FAILURES as error:
        raise SourceRefused(f"could not be read as {converter.name}: {told(error)}") from error
    finally:
        detect.cache_clear()  # the decoded text of a large input is not kept beside its source


@cache
def _own(kind: str) -> Converter:
    return _made(load(CONVERTERS[kind]))


def _made(factory: object) -> Converter:
    return cast("Callable[[], Converter]", factory)()
