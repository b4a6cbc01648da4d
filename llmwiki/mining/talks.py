"""Conversations against those that the palace knows: new, grown, the same, or an earlier state of one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING

from llmwiki.mining.account import Account, Filed, Order
from llmwiki.mining.conversation import Conversation, conversation_digest, read_conversation
from llmwiki.palace.database import storable
from llmwiki.palace.entries import file_entry
from llmwiki.palace.inventory import drawers_of
from llmwiki.palace.rooms import CONVERSATIONS, conversation_room, topic_wing, wing_of_folder
from llmwiki.palace.shelf import Shelf

if TYPE_CHECKING:
    from llmwiki.mining.batch import Batch
    from llmwiki.palace.inventory import Known, Place
    from llmwiki.palace.palace import Palace
    from llmwiki.sources.base import Original


class Talks:
    """The conversations of a palace.

    Args:
        palace: Where they are filed.
        order: What the person wants.
        known: All files of the palace.
    """

    def __init__(self, palace: Palace, order: Order, known: Mapping[Place, Known]) -> None:
        self._palace, self._order = palace, order
        self._wings = {path: wing for (wing, path), file in known.items() if file.kind == "conversation"}
        self._digests = {file.sha256: wing for (wing, _), file in known.items() if file.kind == "conversation"}

    def take(self, original: Original, kind: str, account: Account, batch: Batch) -> None:
        """File a conversation unless it is there already.

        Raises:
            SourceRefused: it cannot be read.
        """
        digest = conversation_digest(original)
        if digest in self._digests and self._order.wing in {"", self._digests[digest]}:
            account.unchanged += 1
            batch.wings.add(self._digests[digest])
            return
        talk = read_conversation(original, kind)
        if any(batch.holds(path) for path in (talk.key, *self._like(talk))):
            batch.flush()
        key = next((path for path in self._like(talk) if self._goes_on(path, talk)), talk.key)
        before = self._wings.get(key)
        wing = self._order.wing or before or self._wing_of(talk)
        if before == wing and self._has(key, talk):
            account.unchanged += 1
            batch.wings.add(wing)
            return
        if before is not None and before != wing:
            batch.take_out(before, key, moved=True)
        room = self._order.room or conversation_room(talk.title)
        shelf = Shelf(key, (), "conversation", wing, room, talk.title, (), talk.date, talk.language)
        batch.file(file_entry(shelf, talk.text, digest, markdown=False), Filed("changed" if before else "new", wing, room, key))
        account.secrets += talk.secrets
        self._wings[key] = self._digests[digest] = wing

    def _wing_of(self, talk: Conversation) -> str:
        """The wing of a new conversation: the topic that its title or project names, else the project, else that of all conversations."""
        project = PurePath(talk.project)
        topic = topic_wing(self._order.topics, title=talk.title, folders=project.parts)
        return topic or (wing_of_folder(project) if talk.project else CONVERSATIONS)

    def _like(self, talk: Conversation) -> list[str]:
        """Conversations without an id that begin alike."""
        return [path for path in self._wings if path.startswith(talk.head)] if talk.head else []

    def _goes_on(self, path: str, talk: Conversation) -> bool:
        """Whether a conversation is a later or an earlier state of one that is filed."""
        text = storable(talk.text)
        filed = self._drawers(path)
        return bool(filed) and (all(text[start:end] == words for start, end, words in filed) or _begins(filed, text))

    def _has(self, path: str, talk: Conversation) -> bool:
        """Whether all that is said is filed already: an export made earlier takes nothing away."""
        filed = self._drawers(path)
        return bool(filed) and _begins(filed, storable(talk.text))

    def _drawers(self, path: str) -> list[tuple[int, int, str]]:
        wing = self._wings.get(path)
        return [] if wing is None else self._palace.records.do(lambda connection: drawers_of(connection, (wing, path)))


def _begins(filed: list[tuple[int, int, str]], text: str) -> bool:
    """Whether what is filed begins with a text."""
    if len(text) > filed[-1][1]:
        return False
    return all(words.startswith(text[start:end]) for start, end, words in filed if start < len(text))
