"""A key or token stands in a page.

Secrets are told by the shape that their makers give them: keys and tokens of clouds, model providers, code hosts, chat and
payment services, JSON web tokens with a real header, blocks with a private key, bearer tokens in headers, and passwords in
web addresses. Code and comments are searched too. Left alone is what stands in for a secret: documented examples,
placeholders (`sk-xxxx`, `<your key>`), runs and words, and what has no shape of its own, such as hashes, UUIDs and passwords
by themselves. In a wiki the sources are not looked at. No report shows the secret.

Why: A vault is synced, shared, pushed to git and read by agents; a key in it is a key given away. Taking it out later does
not take it out of the history.

Fix: Revoke the key where it was given out, then take it out of the page (and out of git's history, if the vault was pushed).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from llmwiki.checks.base import EVERYWHERE, Mark, Severity, Snapshot
from llmwiki.checks.memo import by_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from llmwiki.vault.secrets import Secret

CODE = "W607"
NAME = "secret-in-page"
SEVERITY: Severity = "warning"
PROFILES = EVERYWHERE


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each secret, without showing it."""
    return by_page(snapshot, CODE, snapshot.notes, _find)


@cache
def _finder() -> Callable[[str], Iterator[Secret]]:
    from llmwiki.vault.secrets import find_secrets  # only needed where a page is new

    return find_secrets


def _find(snapshot: Snapshot, path: str) -> Iterator[Mark]:
    for secret in _finder()(snapshot.vault.text(path)):
        message = f"{'an' if secret.kind[0] in 'AOHN' and secret.kind[:2] != 'Hu' else 'a'} {secret.kind} stands in the page"
        yield Mark(path, secret.span, message, hint="revoke it where it was given out, then take it out", masked=True)
