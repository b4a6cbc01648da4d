"""A real server of language models on this machine, speaking chat completions and messages, that behaves or not as a test tells it to."""

from __future__ import annotations

import gzip
import json
import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

BIG = 5_000_000
_MOST = 20_000  # pieces of a reply without end, so that a client that never stops fails instead of hanging

Chances = dict[str, float]


@dataclass
class Asked:
    """One question."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]

    @property
    def messages(self) -> list[tuple[str, str]]:
        system = self.body.get("system") or []
        told = [("system", part["text"]) for part in system] if isinstance(system, list) else [("system", system)]
        return told + [(turn["role"], _plain(turn["content"])) for turn in self.body["messages"]]

    @property
    def prompt(self) -> str:
        return self.messages[-1][1]

    @property
    def limit(self) -> int:
        return self.body.get("max_tokens") or self.body["max_completion_tokens"]


def _plain(content: Any) -> str:
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


@dataclass
class Script:
    """What the server does.

    Attributes:
        reply: A question to what the model says.
        chance: A question to the probabilities of the first token; None: the server knows no probabilities.
        faults: What it does with the next questions, one each, before it behaves: a status, or the name of a fault.
        key: Wanted; empty: none.
        refuses: Parameters that it does not take.
        forms: Types of response_format that it takes.
        headers: Sent with refusals.
        says: Body of refusals.
        asked: All questions.
    """

    reply: Callable[[Asked], str] = lambda asked: asked.prompt
    chance: Callable[[Asked], Chances] | None = lambda _: {"Yes": 0.6, " yes": 0.2, "No": 0.1, "Maybe": 0.1}
    faults: list[int | str] = field(default_factory=list)
    key: str = ""
    refuses: tuple[str, ...] = ()
    forms: tuple[str, ...] = ("json_schema", "json_object")
    headers: dict[str, str] = field(default_factory=dict)
    says: str = '{"error": {"message": "no"}}'
    asked: list[Asked] = field(default_factory=list)
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@cache
def packed() -> bytes:
    return gzip.compress(b"x" * 100_000_000, 1)


def _endless(piece: str) -> Iterator[str]:
    return (piece for _ in range(_MOST))


TEXT_FAULTS: dict[int | str, Callable[[str], Iterator[str] | list[str]]] = {
    "loop": lambda _: _endless("The same statement again and again. "),
    "blank lines": lambda _: _endless("\n"),
    "control": lambda _: ['{"name": "', *_endless("\x7f")],
    "escaped control": lambda _: ['{"name": "', *_endless("\\u007f")],
    "no end": lambda _: (f"{at} is a number. " for at in range(_MOST)),
    "5 MB": lambda _: ["x" * BIG],
    "broken json": lambda text: [text[: len(text) // 2]],
    "fences": lambda text: ["Here it is:\n\n```json\n", text, "\n```\nI hope that helps {smile}."],
    "two": lambda text: [text, "\n", text],
    "refusal": lambda _: ["I'm sorry, but I can't help with that."],
    "refusal zh": lambda _: ["抱歉，我无法提供这些内容。"],
    "empty": lambda _: [],
    "blank": lambda _: [" \n\n"],
    "extra key": lambda text: [text.rstrip("} \n") + ', "n2": "x"}'],
    "thinking": lambda text: ["<think>The user wants {json}. ", "I must not say so.</think>\n", text],
    "thinking without beginning": lambda text: ["The user wants that.\n</think>\n\n", text],
    "thinking without end": lambda text: ["<think>Hm. ", text],
    "half a character": lambda text: [text.replace("RAG", "\\ud83d")],
    "twice the same key": lambda text: [text[:-1] + "," + text[1:]],
    "not a number": lambda _: ['{"name": NaN}'],
}
"""What is wrong with what the model says."""


class Handler(BaseHTTPRequestHandler):
    """Answers for the script of its server."""

    script: Script
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        script = self.script
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        asked = Asked(self.path, body, {name.lower(): value for name, value in self.headers.items()})
        script.asked.append(asked)
        fault = script.faults.pop(0) if script.faults else 200
        sent = asked.headers.get("authorization", "").removeprefix("Bearer ") or asked.headers.get("x-api-key", "")
        refused = next((name for name in script.refuses if name in body), None)
        form = body.get("response_format", {}).get("type") or body.get("output_config", {}).get("format", {}).get("type")
        if script.key and sent != script.key:
            self.refuse(401, json.dumps({"error": {"message": f"no such key: {sent}"}}))
        elif refused:
            self.refuse(400, json.dumps({"error": {"message": f"Unsupported parameter: '{refused}' is not supported with this model."}}))
        elif form and form not in script.forms:
            self.refuse(400, json.dumps({"error": {"message": f"response_format: {form} is unavailable"}}))
        elif isinstance(fault, int) and fault != 200:
            self.refuse(fault, script.says)
        elif fault in BODY_FAULTS:
            BODY_FAULTS[fault](self)
        else:
            self.answer(asked, fault)

    def answer(self, asked: Asked, fault: int | str) -> None:
        text = self.script.reply(asked)
        pieces = TEXT_FAULTS[fault](text) if fault in TEXT_FAULTS else [text[at : at + 7] for at in range(0, len(text), 7)]
        if asked.path.endswith("/chat/completions"):
            self.stream(_chat(asked, pieces, fault)) if asked.body.get("stream") else self.say(200, _whole_chat(self.script, asked, pieces))
        elif asked.path.endswith("/messages"):
            self.stream(_messages(asked, pieces, fault))
        else:
            self.refuse(404, '{"error": {"message": "no such path"}}')

    def refuse(self, status: int, body: str) -> None:
        self.say(status, body.encode(), self.script.headers)

    def say(self, status: int, body: bytes | Any, headers: dict[str, str] | None = None) -> None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def stream(self, events: Iterator[bytes]) -> None:
        self.begin()
        for event in events:
            self.wfile.write(event)
        self.wfile.flush()

    def begin(self) -> None:
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()

    def slow(self) -> None:
        self.close_connection = True
        time.sleep(0.6)

    def drip(self) -> None:
        self.begin()
        for _ in range(500):
            time.sleep(0.02)
            self.wfile.write(b":")

    def drip_headers(self) -> None:
        self.close_connection = True
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        for _ in range(500):
            time.sleep(0.02)
            self.wfile.write(b"x")

    def cut(self) -> None:
        self.begin()
        self.wfile.write(b'data: {"id": "1", "object": "chat.completion.chunk", "choi')

    def vanish(self) -> None:
        self.close_connection = True

    def big_event(self) -> None:
        self.begin()
        self.wfile.write(b"data: ")
        self.pour()

    def big_refusal(self) -> None:
        self.close_connection = True
        self.wfile.write(b"HTTP/1.1 500 Broken\r\nContent-Type: text/plain\r\n\r\n")
        self.pour()

    def pour(self) -> None:
        for _ in range(150):
            self.wfile.write(b"x" * 1_000_000)

    def bomb(self) -> None:
        self.say(500, packed(), {"Content-Encoding": "gzip"})

    def page(self) -> None:
        self.say(200, b"<html>", {"X": "1"})

    def odd(self) -> None:
        self.begin()
        self.wfile.write(
            b'data: {"choices": [{"delta": {"content": 5}, "finish_reason": "stop"}], "type": "content_block_delta", "delta": 3}\n\n'
        )

    def broken_event(self) -> None:
        self.begin()
        self.wfile.write(b'event: message_start\ndata: {"choices": [}\n\n')

    def error_event(self) -> None:
        self.begin()
        self.wfile.write(b'event: error\ndata: {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}\n\n')

    def elsewhere(self) -> None:
        self.say(307, b"", {"Location": self.script.url + "/stolen"})

    def log_message(self, *_: object) -> None:
        """Tests want a quiet terminal."""


BODY_FAULTS: dict[int | str, Callable[[Handler], None]] = {
    "slow": Handler.slow,
    "drip": Handler.drip,
    "drip headers": Handler.drip_headers,
    "cut": Handler.cut,
    "vanish": Handler.vanish,
    "big event": Handler.big_event,
    "big refusal": Handler.big_refusal,
    "bomb": Handler.bomb,
    "page": Handler.page,
    "odd": Handler.odd,
    "broken event": Handler.broken_event,
    "error event": Handler.error_event,
    "elsewhere": Handler.elsewhere,
}
"""What is wrong with the server."""


def _event(data: Any, name: str = "") -> bytes:
    return (f"event: {name}\n" if name else "").encode() + f"data: {json.dumps(data)}\n\n".encode()


def _chat(asked: Asked, pieces: Iterator[str] | list[str], fault: int | str) -> Iterator[bytes]:
    def chunk(delta: dict[str, Any], finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return _event({"id": "1", "object": "chat.completion.chunk", "created": 1, "model": asked.body["model"], "choices": [choice]})

    yield chunk({"role": "assistant", "content": ""})
    if fault == "thinking":
        yield chunk({"reasoning_content": "Let me think of {json}."})
    length = 0
    for piece in pieces:
        if fault == "truncated" and length > 20:
            break
        length += len(piece)
        yield chunk({"content": piece})
    if fault == "declined":
        yield chunk({"refusal": "I decline."})
    if fault != "no finish":
        yield chunk({}, {"truncated": "length", "declined": "stop", "filtered": "content_filter"}.get(str(fault), "stop"))
    if asked.body.get("stream_options", {}).get("include_usage"):
        usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120, "prompt_tokens_details": {"cached_tokens": 40}}
        yield _event({"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [], "usage": usage})
    yield b"data: [DONE]\n\n"


def _whole_chat(script: Script, asked: Asked, pieces: Iterator[str] | list[str]) -> dict[str, Any]:
    chances = script.chance(asked) if script.chance and asked.body.get("logprobs") else None
    listed = [{"token": token, "logprob": math.log(chance), "bytes": None} for token, chance in (chances or {}).items()]
    first = {"content": [{**listed[0], "top_logprobs": listed}]} if listed else None
    message = {"role": "assistant", "content": listed[0]["token"] if listed else "".join(pieces)}
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": asked.body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "length", "logprobs": first}],
        "usage": {"prompt_tokens": 50, "completion_tokens": 1, "total_tokens": 51},
    }


def _messages(asked: Asked, pieces: Iterator[str] | list[str], fault: int | str) -> Iterator[bytes]:
    usage = {"input_tokens": 50, "cache_read_input_tokens": 40, "cache_creation_input_tokens": 10, "output_tokens": 1}
    message = {"id": "1", "type": "message", "role": "assistant", "model": asked.body["model"], "content": [], "usage": usage}
    yield _event({"type": "message_start", "message": {**message, "stop_reason": None, "stop_sequence": None}}, "message_start")
    if fault == "thinking":
        yield _event(
            {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": ""}}, "content_block_start"
        )
        thought = {"type": "thinking_delta", "thinking": "Let me think of {json}."}
        yield _event({"type": "content_block_delta", "index": 0, "delta": thought}, "content_block_delta")
    yield _event({"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}}, "content_block_start")
    length = 0
    for piece in pieces:
        if fault == "truncated" and length > 20:
            break
        length += len(piece)
        yield _event({"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": piece}}, "content_block_delta")
    yield _event({"type": "content_block_stop", "index": 1}, "content_block_stop")
    if fault != "no finish":
        reason = {"truncated": "max_tokens", "declined": "refusal", "filtered": "refusal"}.get(str(fault), "end_turn")
        delta = {"stop_reason": reason, "stop_sequence": None}
        yield _event({"type": "message_delta", "delta": delta, "usage": {"output_tokens": 20}}, "message_delta")
        yield _event({"type": "message_stop"}, "message_stop")


@contextmanager
def model_server() -> Iterator[Script]:
    """A server on a free port of the loopback address."""
    script = Script()

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

        def handle_error(self, *_: object) -> None:
            """A client that goes away in the middle is what some tests are about."""

    server = Server(("127.0.0.1", 0), type("OneHandler", (Handler,), {"script": script}))
    script.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
