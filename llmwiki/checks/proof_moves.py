"""Proof that renames do no harm: every link of the vault leads to the file it led to, and nothing but links changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.patch import fix_of
from llmwiki.checks.proof import Failure
from llmwiki.vault.parse import parse
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.checks.base import Finding
    from llmwiki.checks.patch import Patch
    from llmwiki.vault.link import Link
    from llmwiki.vault.page import Page
    from llmwiki.vault.rename import Loose


def harm_of_moves(patch: Patch) -> Iterator[Failure]:
    """What the renames of a patch would break."""
    if not patch.moves:
        return
    for loose in patch.rename.loose:
        yield Failure(f"{loose.written} in {loose.path}, line {loose.line}, could not follow", _movers_of(patch, loose))
    for path in patch.mid.notes:
        if path in patch.rename.texts or path in patch.moves:
            yield from _rewritten(patch, path)
        else:
            yield from _untouched(patch, path)


def _movers_of(patch: Patch, loose: Loose) -> tuple[Finding, ...]:
    """The findings that would rename what a loose link leads to."""
    page = patch.mid.page(loose.path)
    linked = [found for link, found in patch.mid.resolved(loose.path) if page.text[slice(*link.span)] == loose.written]
    return _movers(patch, {found.path for found in linked if isinstance(found, Found)})


def _movers(patch: Patch, paths: set[str]) -> tuple[Finding, ...]:
    """The findings that move these files; all that move any when none does, since a new name can take over a link."""
    found = tuple(finding for finding in patch.movers if any(source in paths for source, _ in fix_of(finding).moves))
    return found or patch.movers


def _untouched(patch: Patch, path: str) -> Iterator[Failure]:
    before, after = patch.mid.resolver, patch.after.resolver
    for target in patch.mid.page(path).targets:
        was = before.resolve(target, path)
        if isinstance(was, Found) and not _leads_to(after.resolve(target, path), patch.moves.get(was.path, was.path)):
            yield _lost(patch, path, was)


def _rewritten(patch: Patch, path: str) -> Iterator[Failure]:
    """A note that moves or whose links follow: link for link the same files, and the same text between the links."""
    then = patch.moves.get(path, path)
    old, new = patch.mid.page(path), patch.after.page(then)
    bare = parse(patch.bare[path]) if path in patch.bare else new
    if _between(old) != _between(bare) or len(old.links) != len(bare.links) or not _same_body(bare, new):
        yield Failure(f"more than links would change in {path}", _movers(patch, {path}))
        return
    for (link, was), now in zip(patch.mid.resolved(path), bare.links, strict=True):
        if isinstance(was, Found):
            there = patch.after.resolver.resolve(now.target, then)
            if _rest(link) != _rest(now) or not _leads_to(there, patch.moves.get(was.path, was.path)):
                yield _lost(patch, path, was)


def _leads_to(found: object, path: str) -> bool:
    return isinstance(found, Found) and found.path == path


def _lost(patch: Patch, path: str, was: Found) -> Failure:
    return Failure(f"a link in {path} would not lead to {was.path} any more", _movers(patch, {was.path, path}))


def _rest(link: Link) -> tuple[object, ...]:
    """What a rename leaves of a link; the text of a link in properties may be escaped otherwise."""
    return link.kind, link.subpath, link.display, link.embed, link.key


def _between(page: Page) -> list[str]:
    """The text outside of the links; a link inside another belongs to that."""
    parts: list[str] = []
    at = 0
    for start, end in sorted(link.span for link in page.links):
        if start >= at:
            parts.append(page.text[at:start])
        at = max(at, end)
    return [*parts, page.text[at:]]


def _same_body(bare: Page, named: Page) -> bool:
    """Whether an alias, which goes into the properties, left the body alone."""
    is_as_good = len(named.frontmatter.problems) <= len(bare.frontmatter.problems)
    return is_as_good and named.text[named.body_start :] == bare.text[bare.body_start :]
