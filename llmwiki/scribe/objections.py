"""What speaks against a page: of a name, of a thing that was tried, of a whole source."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class Objection(StrEnum):
    """Why a thing, or a source as a whole, brings no page; the value is the code in reports for programs, and stays."""

    FILE = "file-or-handle"
    TEXT = "names-a-text"
    NOTHING = "names-nothing"
    CALENDAR = "calendar-word"
    IDENTIFIER = "identifier"
    EVERYDAY = "everyday-word"
    GENERAL = "general-term"
    PLACE = "place-not-described"
    RARE = "rarely-named"
    BESIDE = "not-the-subject"
    TWO_THINGS = "two-things"
    UNLIKE_NAME = "unlike-name"
    ONE_NAME = "person-by-one-name"
    ONE_TEXT = "of-one-text"
    UNTRANSLATED = "no-name-in-another-language"
    CUT = "cut-name"
    FEW_SENTENCES = "few-sentences"
    UNDEFINED = "no-definition"
    LITTLE = "little-is-said"
    REPEATS = "repeats-another-page"
    CROWDED = "better-pages-enough"
    UNPROVED = "unproved"
    FEW_SECTIONS = "few-sections"
    FEW_SOURCES = "few-sources"
    ELSEWHERE = "page-from-other-sources"
    TAKEN_AWAY = "page-taken-away"
    NO_SENTENCES = "no-sentences"
    MANGLED = "mangled-text"
    LANGUAGE = "other-language"
    NOTHING_TOLD = "nothing-told-at-length"


UNNAMEABLE = frozenset({Objection.FILE, Objection.TEXT, Objection.NOTHING, Objection.CALENDAR, Objection.IDENTIFIER})
"""Objections to the name itself, whatever is said under it."""

NO_THING = UNNAMEABLE | {Objection.EVERYDAY, Objection.GENERAL, Objection.TWO_THINGS, Objection.CUT}
"""What one of these is raised against is nothing that a source could be about."""
