"""Every error a person can meet, with the exit code it ends the command with.

WikiError                 2   what is wrong, where, and the command that helps
├── ConfigError           2   a setting in .wiki/config.toml or an option cannot be used
├── VaultError            2   no vault here, or the vault cannot be read
├── NameRefused           2   a file name is unsafe or leads out of the vault
├── SourceRefused         2   an input cannot become a source; the reason is for the report
├── WriteError            2   the disk refused a write; the vault is as it was before
├── EditedMeanwhile       2   a file changed while it was being worked on
├── Busy                  2   another process holds the vault's lock
├── IndexDamaged          2   a search index cannot be read; texts are not affected
├── CostLimit             1   the next call of a model could pass the limit on its cost
├── Declined              1   a person saw what a model would take, and said no
└── ServiceError          3   something outside this machine's control failed
    ├── ModelRefused      3   a model declined to answer
    └── BadReply          3   what a model said cannot be used
        └── Truncated     3   its reply was cut off
"""

from __future__ import annotations


class WikiError(Exception):
    """Base of all errors shown to a person without a traceback.

    Args:
        message: What is wrong and where, one sentence, no exception names.
        hint: The command or setting that helps; empty when there is none.
        path: The file of the vault that could not be read; empty when it is about anything else.
    """

    exit_code = 2

    def __init__(self, message: str, hint: str = "", *, path: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.path = path


class ConfigError(WikiError):
    """A setting or an option cannot be used as it is."""


class VaultError(WikiError):
    """There is no vault here, or it cannot be read."""


class NameRefused(WikiError):
    """A file name is unsafe on some system, or its path leads out of the vault."""


class SourceRefused(WikiError):
    """An input cannot become a source; ``message`` is the reason for the report."""


class WriteError(WikiError):
    """The disk refused a write; every file of the vault is as it was before."""


class EditedMeanwhile(WikiError):
    """A file changed between reading it and the end of the work that needs it."""


class Busy(WikiError):
    """Another process holds the vault's lock."""


class IndexDamaged(WikiError):
    """A search index cannot be read; texts are not affected and it can be made anew."""


class ServiceError(WikiError):
    """An outside service failed."""

    exit_code = 3


class CostLimit(WikiError):
    """The next call of a model could pass the limit on its cost; what was done is kept."""

    exit_code = 1


class Declined(WikiError):
    """A person saw what a model would take, and said no; what came in is captured."""

    exit_code = 1


class ModelRefused(ServiceError):
    """A model declined to answer."""


class BadReply(ServiceError):
    """What a model said cannot be used: no JSON, other keys, a loop, nothing at all."""


class Truncated(BadReply):
    """A model's reply was cut off at its limit of tokens."""
