"""The English sentences that facts are read from."""

from __future__ import annotations

from llmwiki.facts.dates import DATE
from llmwiki.facts.pattern import DATE_MARK, DAY, VALUE, Pattern, rows

_S = r"(?:[Tt]he )?(?P<s>[^,;:，；：。]{1,60}?)"
_AGENT = r"[A-Z][^,;:，；：。]{1,60}?"
_OF = rf"(?: of | for | in ){_S}"
_ON = r"(?: in| on)?(?: the)? "
_P = r"(?P<p>[A-Za-z][\w-]*(?: [a-z][a-z-]*){0,3})"
_IDENT = r"(?P<p>`[^`]+`|[A-Za-z_][\w.-]*(?: [a-z][\w-]*){0,2})"
_CITY = r"(?P<v>[A-Z][\w .,'’-]+)"
_REST = r"(?:[ ,;(].*)?"
_BY = r"(?: (?:by|from) [A-Z].*)?"
_MAKER = r"(?: by [A-Z][^,;:]{1,60}?)?"
_IS = "(?:is|are)"
_VERB = r"(?:,? (?:is|was|are|has|had|[a-z]+s)\b.*|, .*)?"
_BOUGHT = r"(?:acquired|bought|purchased)"
_BUYER = r"(?P<p>[A-Z][\w.&'’-]*(?: [A-Z][\w.&'’-]*){0,3})"
_WHEN = rf"(?: (?:in|on) {DATE})?"

ENGLISH: tuple[Pattern, ...] = (
    *rows(
        "date",
        ("founded", "founded|established", rf"{_S} was (?:officially )?(?:founded|established){_MAKER}{_ON}{DAY}{_REST}"),
        ("founded", ", founded", rf"{_S}, founded{_ON}{DAY},.*"),
        ("founded", "founded|established", rf"(?:In|On) {DAY}, {_S} was (?:officially )?(?:founded|established){_REST}"),
        ("founded", "ounded|stablished", rf"(?:Founded|Established){_ON}{DAY}(?: (?:in|by) [^,]+)?, {_S}{_VERB}"),
        ("founded", "founded|established", rf"{_AGENT} (?:co-)?(?:founded|established) {_S} (?:in|on) {DAY}(?: in [A-Z].*)?"),
        ("founded", "founded|established", rf"(?:In|On) {DAY}, {_AGENT} (?:co-)?(?:founded|established) {_S}(?: in [A-Z].*)?"),
        ("born", " born ", rf"{_S} was born(?: in [A-Z][\w .]+?)?{_ON}{DAY}{_REST}"),
        ("born", "(", rf"{_S} \((?:born |b\. ?){DAY}[^)]*\).*"),
        ("born", "(", rf"{_S} \({DAY} ?[-–—] ?{DATE_MARK}\).*"),
        ("died", " died ", rf"{_S} died(?: in [A-Z][\w .]+?)?{_ON}{DAY}{_REST}"),
        ("died", "(", rf"{_S} \({DATE_MARK} ?[-–—] ?{DAY}\).*"),
        ("first released", " released ", rf"{_S} was (?:first|initially) (?:publicly )?released{_MAKER}{_ON}{DAY}{_BY}"),
        ("released", " released ", rf"{_S} was (?:publicly |officially )?released{_MAKER}{_ON}{DAY}{_BY}"),
        ("launched", " launched ", rf"{_S} was (?:publicly |officially )?launched{_MAKER}{_ON}{DAY}{_BY}"),
        ("published", " published ", rf"{_S} was (?:first )?published(?: as [A-Z]+ \d+)?{_ON}{DAY}{_BY}"),
        ("acquired", " acquired ", rf"{_S} was acquired(?: by [\w .&-]+?)?{_ON}{DAY}{_REST}"),
        ("created", " created ", rf"{_S} was (?:first )?created{_MAKER}{_ON}{DAY}{_REST}"),
        ("created", " created ", rf"{_AGENT} created {_S} (?:in|on) {DAY}"),
        ("created", " created ", rf"(?:In|On) {DAY}, {_AGENT} created {_S}"),
        ("opened", "opened", rf"{_S} (?:was )?(?:officially )?opened(?: to (?:traffic|the public))?{_ON}{DAY}{_BY}"),
        ("completed", "completed", rf"{_S} was completed{_ON}{DAY}{_BY}"),
        ("listed", " public", rf"{_S} went public{_ON}{DAY}"),
        ("started", " started | began ", rf"{_S} (?:was )?(?:started|began){_ON}{DAY}{_BY}"),
    ),
    *rows(
        "place",
        ("headquarters", "headquartered in|based in", rf"{_S} {_IS} (?:headquartered|based) in {_CITY}"),
        ("headquarters", "headquarters", rf"{_S}['’]s? headquarters {_IS} (?:located )?in {_CITY}"),
        ("headquarters", "headquarters in", rf"{_S} has its headquarters in {_CITY}"),
        ("headquarters", "headquarters of", rf"The headquarters of {_S} {_IS} (?:located )?in {_CITY}"),
    ),
    *rows(
        "version",
        ("latest version", "version|release", rf"The (?:latest|current|newest) (?:stable )?(?:version|release) of {_S} is {VALUE}"),
        ("latest version", "version|release", rf"{_S}['’]s? (?:latest|current|newest) (?:stable )?(?:version|release) is {VALUE}"),
    ),
    *rows(
        "name",
        (
            "license",
            "licen|under",
            rf"{_S} {_IS} (?:licensed|released|distributed|available) under (?:the |an? )?(?:terms of the )?{VALUE}",
        ),
    ),
    *rows(
        "word",
        ("default of {p}", "efault", rf"(?:The|the) default (?:value |setting )?(?:of|for) {_IDENT} is {VALUE}"),
        ("default of {p}", "efault", rf"(?:The|the) default {_IDENT}(?: (?:of|for|in) {_S})? is {VALUE}"),
        ("default of {p}", "defaults to", rf"(?:The )?{_IDENT} defaults to {VALUE}"),
        ("default of {p}", "default", rf"{_S} (?:has|uses) an? default {_P} of {VALUE}"),
        ("default of port", " port ", rf"(?:By default, )?{_S} (?:listens on|runs on|uses) (?:TCP )?port (?P<v>\d+)(?: by default)?"),
    ),
    *rows(
        "quantity",
        ("{p}", " of ", rf"(?:The|the) {_P} of {_S} {_IS} {VALUE}"),
        ("{p}", "'|’", rf"{_S}['’]s? {_P} {_IS} {VALUE}"),
        ("{p}", " has a", rf"{_S} has an? {_P} of {VALUE}"),
        ("{p}", "The |the ", rf"(?:The|the) {_P} is {VALUE}"),
        ("price", "costs|priced|sells", rf"{_S} (?:costs|is priced at|sells for) {VALUE}"),
        ("price paid by {p}", " for ", rf"{_S} was {_BOUGHT} by {_BUYER}{_WHEN} for {VALUE}"),
        ("price paid by {p}", " for ", rf"(?:In {DATE}, )?{_BUYER} {_BOUGHT} {_S}{_WHEN} for {VALUE}"),
        ("limit of {p}", " limits ", rf"{_S} limits {_P} to {VALUE}"),
        ("weight", "weighs", rf"{_S} weighs {VALUE}"),
        ("height", " tall| high", rf"{_S} is (?P<v>.+) (?:tall|high)"),
        ("height", " rises | stands ", rf"{_S} (?:rises to|rises|stands) {VALUE}"),
        ("height", " above sea", rf"{_S} (?:is|lies|stands|rises) (?P<v>.+) above sea level"),
        ("length", " long", rf"{_S} is (?P<v>.+) long"),
    ),
    *rows(
        "quantity",
        ("{p}", " of ", rf"(?:The|the) {_P} of {_S} (?:was|were) {VALUE}"),
        ("{p}", "'|’", rf"{_S}['’]s? {_P} (?:was|were) {VALUE}"),
        ("{p}", " had a", rf"{_S} had an? {_P} of {VALUE}"),
        past=True,
    ),
    *rows(
        "count",
        ("count of {n}", " has | consists of | comprises ", rf"{_S} (?:has|consists of|comprises) {VALUE}"),
        ("count of {n}", " inhabited by | home to ", rf"{_S} is (?:inhabited by|home to) {VALUE}"),
        ("training {n}", "trained on", rf"{_S} was (?:pre-?)?trained on {VALUE}"),
        ("most {n}", "up to|at most", rf"{_S} (?:allows|accepts|supports|handles) (?:up to|at most) {VALUE}"),
    ),
    *rows("count", ("count of {n}", " had ", rf"{_S} had {VALUE}"), past=True),
)
