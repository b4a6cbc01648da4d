"""Headings: the plain text, and the bare name inside it."""

from __future__ import annotations

import re

from llmwiki.vault.plain import project

_ANCHOR = re.compile(r"[ \t]*(?:\{[^{}]*\}|\^[\w-]+)[ \t]*$")
_NUMBER = re.compile(
    r"^(?:第\s*[0-9一二三四五六七八九十百零]+\s*[步章节篇部分条讲阶段]+|[一二三四五六七八九十]{1,3}(?=[、.．:：])|[(（][0-9一二三四五六七八九十]{1,3}[)）]|[①-⑳]"
    r"|(?:step|chapter|part|section)\s+(?:\d+|[ivxlc]+)\b|\d{1,3}(?:\.\d{1,3})*(?=[.、．:：)\s]|$|(?<=\d\.\d)))[\s、.．:：)）-]*",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"^(?:what\s+(?:is|are|was|were|does)\s+(?:an?\s+|the\s+)?|什么是|何为|何谓|为何需要|认识)", re.IGNORECASE)
_TAIL = re.compile(r"(?:\s*(?:的)?(?:概述|简介|小结|介绍|总结)|\s+(?:mean|overview|introduction|summary))$", re.IGNORECASE)
_EMOJI = re.compile(r"^[^\w《「“\"'(（]+")


def plain_heading(raw: str) -> str:
    """A heading as a reader sees it: marks, anchors and closing signs gone."""
    return _ANCHOR.sub("", project(raw)).strip()


def clean_heading(heading: str) -> str:
    """The name a heading is about: ``3.2 什么是 RAG？`` gives ``RAG``.

    Numbers, 第 N 步, "What is", 概述 and the like, question marks, emoji and trailing anchors go; a heading that is
    nothing but such words is given back whole.
    """
    text = _ANCHOR.sub("", heading).strip()
    text = _NUMBER.sub("", _EMOJI.sub("", text) or text, count=1)
    text = _EMOJI.sub("", text).rstrip("?？:：。 ")
    text = _QUESTION.sub("", text).strip()
    shorter = _TAIL.sub("", text).strip()
    return (shorter or text or heading).strip(' "“”「」')
