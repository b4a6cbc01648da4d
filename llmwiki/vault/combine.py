"""Two pages made one: the second page's passages go where they belong on the first, and nothing that a person wrote is lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from llmwiki.vault.anchors import heading_form
from llmwiki.vault.hunks import Strand
from llmwiki.vault.passages import label_of, passages, references, shown
from llmwiki.vault.sentences import all_cited, sentences

INTO, PAGE, NEW = 0, 1, 2
_PROSE = frozenset({"paragraph", "item", "quote"})
_ONCE = frozenset({"paragraph", "quote", "code"})
_SAME_RUN = frozenset({"item", "footnote"})
_NAMES_A_PAGE = re.compile(r"\s*[-*+] \[\[")
_ENUMERATED = re.compile(r"[:：,，、]\s*")


class Piece(NamedTuple):
    """A passage; ``side`` says which text it is from, ``start`` where it begins there."""

    strand: Strand
    side: int
    start: int


@dataclass(slots=True)
class Node:
    """A heading with what stands below it; the root has none."""

    level: int = 0
    heading: Piece | None = None
    own: list[Piece] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The heading's text, empty for the root."""
        return title_of(self.heading.strand) if self.heading else ""

    def pieces(self) -> Iterator[Piece]:
        """All passages in order."""
        if self.heading:
            yield self.heading
        yield from self.own
        for child in self.children:
            yield from child.pieces()


@dataclass(frozen=True, slots=True)
class Rules:
    """What decides where a passage goes.

    Attributes:
        is_tool: Whether the tool wrote a passage of the page on a side.
        leads_home: Whether a list line begins with a link to the joined page itself.
        title: Of the second page: the heading for what a person wrote under no heading.
        names: Folded section names of the second page, and the name that the first has for them.
        last: Folded names of the sections that stay at the end.
    """

    is_tool: Callable[[Piece], bool]
    leads_home: Callable[[str], bool]
    title: str
    names: Mapping[str, str] = field(default_factory=dict)
    last: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Combined:
    """The joined body.

    Attributes:
        text: With line ends as in both bodies.
        places: Side and offset of each passage to its offset in ``text``.
    """

    text: str
    places: Mapping[tuple[int, int], int]

    def moved(self, side: int, offset: int) -> int | None:
        """Where what stood at an offset of one body stands now; None when it was left out."""
        starts = [start for at, start in self.places if at == side and start <= offset]
        return self.places[side, max(starts)] + offset - max(starts) if starts else None


def combine(into: str, page: str, rules: Rules) -> Combined:
    r"""Join two bodies, frontmatter left out, line ends ``\n``. Block ids and footnote labels must not collide."""
    first, second = _without_own_links(_cut(into, INTO), _cut(page, PAGE), rules)
    tail: list[Piece] = []
    while first and first[-1].strand.kind == "footnote":
        tail.insert(0, first.pop())
    notes = [piece for piece in second if piece.strand.kind == "footnote"]
    work = _Join(first, rules)
    work.join([piece for piece in second if piece.strand.kind != "footnote"])
    pieces = [*work.root.pieces(), *tail]
    pieces += _new_notes(pieces, notes, work)
    return _laid_out(pieces, work.twins)


def title_of(heading: Strand) -> str:
    """Text of a heading passage."""
    return heading.core.strip().strip("#").strip()


def _cut(body: str, side: int) -> list[Piece]:
    found, start = [], 0
    for strand in passages(body):
        found.append(Piece(strand, side, start))
        start += len(strand.core) + len(strand.gap)
    return found if side == INTO else found[1:]  # the first has no text, only the blank lines above it


def _tree(pieces: Sequence[Piece]) -> Node:
    path = [Node()]
    for piece in pieces:
        if piece.strand.kind != "heading":
            path[-1].own.append(piece)
            continue
        core = piece.strand.core.lstrip()
        level = len(core) - len(core.lstrip("#"))
        while path[-1].level >= level:
            path.pop()
        path[-1].children.append(Node(level, piece))
        path.append(path[-1].children[-1])
    return path[0]


def said(text: str) -> tuple[str, frozenset[str]]:
    """What a statement says and which footnotes prove it, however it is linked."""
    plain = shown(text).strip()
    return plain.lstrip("-*+ ").strip(), frozenset(references(text))


def _without_own_links(first: list[Piece], second: list[Piece], rules: Rules) -> tuple[list[Piece], list[Piece]]:
    """Both pages without the lines in which the tool names the one on the other, unless such a line alone has a citation."""
    own = {piece for piece in (*first, *second) if _is_own_link(piece, rules)}
    cited = {label for piece in (*first, *second) if piece not in own for label in references(piece.strand.core)}
    own = {piece for piece in own if references(piece.strand.core) <= cited}
    return [piece for piece in first if piece not in own], [piece for piece in second if piece not in own]


def _is_own_link(piece: Piece, rules: Rules) -> bool:
    core = piece.strand.core
    return piece.strand.kind == "item" and bool(_NAMES_A_PAGE.match(core)) and rules.is_tool(piece) and rules.leads_home(core)


def _covers(core: str, strand: Strand) -> bool:
    """Whether a line has the link of another one, and all the headings or words that it has behind it."""
    names_a_page = strand.kind == "item" and "[[" in strand.core and not references(strand.core)
    return names_a_page and {*_ENUMERATED.split(strand.core)} <= {*_ENUMERATED.split(core)}


class _Join:
    """The first page's tree, which takes the second's passages."""

    def __init__(self, first: Sequence[Piece], rules: Rules) -> None:
        self.rules = rules
        self.root = _tree(first)
        self.twins: dict[tuple[int, int], Piece] = {}
        self.dropped: list[Strand] = []
        self._said = {said(part.core): piece for piece in first for part in _parts(piece.strand)}

    def join(self, second: Sequence[Piece]) -> None:
        page = _tree(second)
        top, other = _title_node(self.root), _title_node(page)
        if other.heading and top.heading:
            self.twins[PAGE, other.heading.start] = top.heading
        own = [*page.own, *other.own] if other is not page else page.own
        self._take(top, [piece for piece in own if self.rules.is_tool(piece)])
        self._below_own_heading(top, other, [piece for piece in own if not self.rules.is_tool(piece)])
        for child in other.children:
            self._place(top, child)
        for child in page.children if other is not page else ():
            if child is not other:
                self._place(self.root, child)

    def _below_own_heading(self, top: Node, other: Node, left: list[Piece]) -> None:
        """What a person wrote above the first section; the heading takes the place of the page's title."""
        there = {piece.strand.core: piece for piece in top.own}
        twins = {piece: twin for piece in left if (twin := self._twin(piece, there)) is not None}
        self.twins.update({(PAGE, piece.start): twin for piece, twin in twins.items()})
        left = [piece for piece in left if piece not in twins]
        if not left:
            return
        level = min(top.level + 1, 6) if top.level else 2
        node = self._match(top, level, self.rules.title)
        if node is None:
            node = Node(level, Piece(Strand(f"{'#' * level} {self.rules.title}", "\n\n", "heading", ""), NEW, 0))
            self._insert(top, node)
        if other.heading and node.heading:
            self.twins[PAGE, other.heading.start] = node.heading
        self._take(node, left)

    def _place(self, parent: Node, child: Node) -> None:
        match = self._match(parent, child.level, child.name)
        if match is None:
            own, child.own, children, child.children = child.own, [], child.children, []
            self._take(child, own)
            for below in children:
                self._place(child, below)
            is_empty = bool(own) and not child.own and not child.children
            if not (is_empty and child.heading and self.rules.is_tool(child.heading)):
                self._insert(parent, child)
            return
        if child.heading and match.heading:
            self.twins[PAGE, child.heading.start] = match.heading
        self._take(match, child.own)
        for below in child.children:
            self._place(match, below)

    def _match(self, parent: Node, level: int, name: str) -> Node | None:
        form = heading_form(name)
        wanted = {form, heading_form(self.rules.names.get(form, name))}
        return next((node for node in parent.children if node.level == level and heading_form(node.name) in wanted), None)

    def _insert(self, parent: Node, child: Node) -> None:
        at = len(parent.children)
        is_last = heading_form(child.name) in self.rules.last
        while not is_last and at and heading_form(parent.children[at - 1].name) in self.rules.last:
            at -= 1
        parent.children.insert(at, child)

    def _take(self, node: Node, pieces: Sequence[Piece]) -> None:
        there = {piece.strand.core: piece for piece in node.own}
        is_flat = not any(piece.strand.kind == "item" and piece.strand.core[:1].isspace() for piece in (*node.own, *pieces))
        for piece in pieces:
            twin = self._twin(piece, there)
            if twin is None and is_flat and piece.strand.kind == "item":
                twin = there.get(piece.strand.core)
            if twin is not None:
                self.twins[PAGE, piece.start] = twin
            elif self._is_needless(piece):
                self.dropped.append(piece.strand)
            else:
                node.own.append(self._shortened(piece))

    def _twin(self, piece: Piece, there: Mapping[str, Piece]) -> Piece | None:
        """The passage of the first page that says the same already."""
        strand = piece.strand
        if strand.kind in _PROSE and references(strand.core) and said(strand.core) in self._said:
            self.dropped.append(strand)
            return self._said[said(strand.core)]
        if strand.kind in _ONCE or (strand.kind == "item" and self.rules.is_tool(piece)):
            return there.get(strand.core) or next((twin for core, twin in there.items() if _covers(core, strand)), None)
        return None

    def _is_needless(self, piece: Piece) -> bool:
        """Statements of the tool that the first page has one by one."""
        strand = piece.strand
        return strand.kind == "paragraph" and self.rules.is_tool(piece) and all_cited(strand.core) and not self._new_sentences(strand)

    def _shortened(self, piece: Piece) -> Piece:
        """A paragraph of the tool without the statements that the first page has."""
        strand = piece.strand
        if strand.kind != "paragraph" or not self.rules.is_tool(piece) or not all_cited(strand.core):
            return piece
        new = self._new_sentences(strand)
        self.dropped.append(strand)
        return piece._replace(strand=strand._replace(core="".join(part.core + part.gap for part in new).rstrip()))

    def _new_sentences(self, strand: Strand) -> list[Strand]:
        return [part for part in sentences(strand.core) if said(part.core) not in self._said]


def _title_node(root: Node) -> Node:
    """The page's title, where the first heading is one of level 1; else the root."""
    first = root.children[:1]
    return first[0] if first and first[0].level == 1 else root


def _parts(strand: Strand) -> Iterator[Strand]:
    """A cited passage and its sentences."""
    if strand.kind in _PROSE and references(strand.core):
        yield strand
        yield from (part for part in sentences(strand.core) if references(part.core))


def _new_notes(pieces: Sequence[Piece], notes: Sequence[Piece], work: _Join) -> Iterator[Piece]:
    """Footnotes of the second page: each label once, those of statements that were left out only where something refers to them."""
    there = {label_of(piece.strand) for piece in pieces if piece.strand.kind == "footnote"}
    used = {label for piece in pieces for label in references(piece.strand.core)}
    idle = {label for strand in work.dropped for label in references(strand.core)} - used
    for piece in notes:
        label = label_of(piece.strand)
        if label not in there and not (label in idle and work.rules.is_tool(piece)):
            there.add(label)
            yield piece


def _laid_out(pieces: Sequence[Piece], twins: Mapping[tuple[int, int], Piece]) -> Combined:
    parts: list[str] = []
    places: dict[tuple[int, int], int] = {}
    at = 0
    for number, piece in enumerate(pieces):
        behind = pieces[number + 1] if number + 1 < len(pieces) else None
        places[piece.side, piece.start] = at
        gap = _gap(piece, behind)
        parts += [piece.strand.core, gap]
        at += len(piece.strand.core) + len(gap)
    found = {key: places[twin.side, twin.start] for key, twin in twins.items() if (twin.side, twin.start) in places}
    return Combined("".join(parts), {**places, **found})


def _gap(left: Piece, right: Piece | None) -> str:
    """White space between two passages: their own where they were neighbours, one line end inside a list, else a blank line."""
    strand = left.strand
    if right is None:
        return strand.gap[: strand.gap.rfind("\n") + 1] or "\n"
    if left.side == right.side and left.start + len(strand.core) + len(strand.gap) == right.start:
        return strand.gap
    if not strand.core:
        return strand.gap
    wanted = 1 if strand.kind == right.strand.kind and strand.kind in _SAME_RUN else 2
    return "\n" * wanted
