"""Parts that are looked up by name and imported when first needed: converters of the house, and those of other packages."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from llmwiki.errors import ConfigError

CONVERTERS: dict[str, str] = {
    "pdf": "llmwiki.sources.pdf.document:PdfConverter",
    "docx": "llmwiki.sources.office.docx:DocxConverter",
    "pptx": "llmwiki.sources.office.slides:SlidesConverter",
    "xlsx": "llmwiki.sources.office.sheets:SheetsConverter",
    "odt": "llmwiki.sources.office.odt:OdtConverter",
    "epub": "llmwiki.sources.epub.book:EpubConverter",
    "image": "llmwiki.sources.images:ImageConverter",
    "html": "llmwiki.sources.web.page:WebpageConverter",
    "captions": "llmwiki.sources.captions.document:CaptionsConverter",
    "mail": "llmwiki.sources.mail.message:MailConverter",
    "claude-code": "llmwiki.sources.talk.claude_code:ClaudeCodeConverter",
    "codex": "llmwiki.sources.talk.codex:CodexConverter",
    "gemini": "llmwiki.sources.talk.gemini:GeminiConverter",
    "chatgpt": "llmwiki.sources.talk.chatgpt:ChatGptConverter",
    "claude-ai": "llmwiki.sources.talk.claude_ai:ClaudeAiConverter",
    "slack": "llmwiki.sources.talk.slack:SlackConverter",
    "chat": "llmwiki.sources.talk.generic:ChatConverter",
    "chatlog": "llmwiki.sources.talk.chatlog:ChatlogConverter",
    "json": "llmwiki.sources.data.structured:JsonConverter",
    "yaml": "llmwiki.sources.data.structured:YamlConverter",
    "table": "llmwiki.sources.data.table:TableConverter",
    "xml": "llmwiki.sources.data.feed:XmlConverter",
    "tex": "llmwiki.sources.data.tex:TexConverter",
    "code": "llmwiki.sources.data.code:CodeConverter",
    "text": "llmwiki.sources.text:TextConverter",
}
"""Converters that come with the tool, by the kind that ``sources.detect`` names."""

UNPACKERS: dict[str, str] = {
    "slack": "llmwiki.sources.talk.slack_export:unpack",
    "chatgpt": "llmwiki.sources.talk.chatgpt_export:unpack",
    "claude-ai": "llmwiki.sources.talk.claude_ai_export:unpack",
    "mbox": "llmwiki.sources.mail.mbox:unpack",
    "zip": "llmwiki.sources.archive:unpack",
}
"""Functions ``unpack(original) -> Iterator[Original | Refusal] | None`` that tell the documents inside a container, in the
order in which they are asked; None means that it is no container of theirs."""

CONVERTER_GROUP = "llmwiki.converters"
"""Entry point group of converters in other packages; they stay off until the settings name them."""

EMBEDDER_GROUP = "llmwiki.embedders"
"""Entry point group of embedders in other packages: called with the settings of ``[palace.embeddings]``, they give an embedder."""


def load(dotted: str) -> object:
    """The object named ``package.module:attribute``. Import errors pass through."""
    module, _, attribute = dotted.partition(":")
    found: object = getattr(import_module(module), attribute)
    return found


def foreign(group: str, names: Iterable[str]) -> list[object]:
    """What other packages offer in an entry point group under the given names, in that order.

    Raises:
        ConfigError: no installed package offers a name, or it cannot be imported.
    """
    names = list(names)
    if not names:
        return []
    from importlib.metadata import entry_points  # brings the whole of email with it

    offered = {entry.name: entry for entry in entry_points(group=group)}
    found: list[object] = []
    for name in names:
        if name not in offered:
            raise ConfigError(f"no installed package offers {name!r} for {group}", f"offered: {', '.join(sorted(offered)) or 'nothing'}")
        try:
            found.append(offered[name].load())
        except (ImportError, AttributeError) as error:
            hint = "install its package again, or take it out of the settings"
            raise ConfigError(f"{name!r} of {group} cannot be loaded: {error}", hint) from error
    return found
