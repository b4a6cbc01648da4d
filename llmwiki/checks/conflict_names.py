"""Names that sync clients and merge tools give to the second copy of a file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Container


class _Form(NamedTuple):
    """A form of such names: who makes it, what it looks like, and whether it tells nothing unless the original lies beside it."""

    maker: str
    pattern: re.Pattern[str]
    beside: bool = False


class Copy(NamedTuple):
    """A second copy of a file.

    Attributes:
        maker: Who leaves such copies.
        original: Path of the file, which need not be there any more.
    """

    maker: str
    original: str


def _form(maker: str, mark: str, *, beside: bool = False, flags: int = re.IGNORECASE) -> _Form:
    return _Form(maker, re.compile(rf"(?P<stem>.+?){mark}(?P<ending>\.[^.]+)?", flags), beside)


_STAMP = r"\d{4}-?\d\d-?\d\d[^()（）]*"
_CLIENT = "a sync client"
_FORMS = (
    # docs.syncthing.net/users/syncing.html: NAME.sync-conflict-DATE-TIME-DEVICE.EXT
    _form("Syncthing", r"\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]{7})?"),
    # Obsidian's help, Troubleshoot Obsidian Sync: NAME (Conflicted copy DEVICE YYYYMMDDHHMM). Dropbox's: NAME (WHO's conflicted
    # copy DATE). Nextcloud's, ownCloud's and OpenCloud's: NAME (conflicted copy DATE TIME).
    _form(_CLIENT, rf" ?\((?:[^()]* )?conflicted copy (?:[^()]* )?{_STAMP}\)(?: \(\d+\))?"),
    _form(_CLIENT, r" ?\((?:[^()]* )?conflicted copy[^()]*\)", beside=True),
    # The same of Dropbox in Japanese, of Dropbox and Nutstore in Chinese: NAME(DEVICE的冲突副本1_DATE TIME).
    _form(_CLIENT, rf" ?[(（][^()（）]*(?:冲突副本|競合コピー)[^()（）]*{_STAMP}[)）]"),
    # manual.seafile.com: NAME (SFConflict USER DATE)
    _form("Seafile", rf" ?\(SFConflict [^()]*{_STAMP}\)"),
    # ownCloud and Nextcloud of old: NAME_conflict-DATE-TIME
    _form(_CLIENT, r"_conflict-\d{8}-\d{6}"),
    # OneDrive appends the name of the computer; those that Windows makes up can be told.
    _form("OneDrive", r"-(?:DESKTOP-[A-Z0-9]{7}|LAPTOP-[A-Z0-9]{8})(?:-\d+)?", beside=True, flags=0),
    # git-mergetool(1): NAME.orig afterwards, NAME_LOCAL_PID and its like while it runs
    _Form("git mergetool", re.compile(r"(?P<stem>.+)(?P<ending>\.[^.]+)\.orig"), beside=True),
    _form("git mergetool", r"_(?:BACKUP|BASE|LOCAL|REMOTE)_\d+", beside=True, flags=0),
)


def conflict_copy(path: str, files: Container[str]) -> Copy | None:
    """What a path says of a conflict; None when nothing.

    Args:
        path: Of a file of the vault.
        files: All paths of the vault. Some forms are ordinary names too; they count only when the original is among these.
    """
    folder, slash, name = path.rpartition("/")
    for form in _FORMS:
        found = form.pattern.fullmatch(name)
        if found:
            original = f"{folder}{slash}{found['stem']}{found['ending'] or ''}"
            if not form.beside or original in files:
                return Copy(form.maker, original)
    return None
