"""``wiki rebuild``: throw the caches away and make them again."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmwiki.vault.apply import recover, vault_lock

if TYPE_CHECKING:
    from llmwiki.workspace import Workspace
