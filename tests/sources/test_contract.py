"""The contract, for the converters whose own tests stand elsewhere."""

from __future__ import annotations

from sources.contract import Case, ConverterContract
from sources.pdf_documents import paper, report


class TestText(ConverterContract):
    case = Case("text", "# 题目\n\nA line. 一行。\n".encode(), verbatim=True, plain="题目 A line. 一行。")


class TestHtml(ConverterContract):
    case = Case(
        "html",
        b"<html><head><title>The register</title></head><body><p>Every ship of the harbour is in the register.</p></body></html>",
        plain="Every ship of the harbour is in the register.",
    )


class TestPdf(ConverterContract):
    case = Case("pdf", paper(), places={"Time series grow": "p. 1", "This keeps most files closed": "p. 2"})


class TestChinesePdf(ConverterContract):
    case = Case("pdf", report(), places={"与关键词检索不同": "p. 1", "降到 3 毫秒": "p. 3"})
