"""A stand-in for Gemini: a real HTTP server that speaks the API, refuses what Gemini refuses, and keeps every request.

Answers are scripted by verb, in order; when the script is over, `brain` answers, or the same short words for ever.
"""

from __future__ import annotations

import hashlib
import json
import socket
import struct
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.gemini_answers import Answer, Json, drafts, says, vectors
from tests.gemini_rules import KEY, Issued, camel, refusal, route

Brain = Callable[[str, Json], Answer]
GENERATE, STREAM, EMBED = "generateContent", "streamGenerateContent", "batchEmbedContents"


@dataclass(frozen=True)
class Request:
    """What arrived: `body` in the service's spelling, `raw` byte for byte."""

    path: str
    verb: str
    headers: dict[str, str]
    body: Json
    raw: str

    @property
    def parts(self) -> list[str]:
        """Every text of its contents, in order."""
        return [p["text"] for content in self.body.get("contents", []) for p in content["parts"] if "text" in p]

    @property
    def instruction(self) -> str:
        """Its system instruction."""
        return "".join(part["text"] for part in self.body.get("systemInstruction", {}).get("parts", []))


@dataclass
class GeminiServer:
    """A running stand-in. `script` says what comes next for a verb; `requests` holds what came."""

    url: str
    requests: list[Request] = field(default_factory=list)
    brain: Brain | None = None
    issued: Issued = field(default_factory=Issued)
    _scripts: dict[str, deque[Answer]] = field(default_factory=lambda: defaultdict(deque))
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def script(self, verb: str, *answers: Answer) -> None:
        """Answer the next requests of this verb so."""
        self._scripts[verb].extend(answers)

    def of(self, verb: str) -> list[Request]:
        """The requests of one verb."""
        return [request for request in self.requests if request.verb == verb]

    def answer(self, path: str, headers: dict[str, str], raw: str) -> Answer:
        """Keep the request; refuse it, or answer as the script, the brain or the stand-in itself says."""
        body, verb = camel(json.loads(raw)), (route(path) or ("", ""))[1]
        with self._lock:
            self.requests.append(Request(path, verb, headers, body, raw))
            refused = refusal(path, headers, json.loads(raw), self.issued)
            waiting = self._scripts[verb]
            scripted = waiting.popleft() if waiting and refused is None else None
        given = refused or scripted or (self.brain or _plain)(verb, body)
        with self._lock:
            self.issued.note(given)
        return given

    @property
    def environment(self) -> dict[str, str]:
        """What makes an installation speak to it."""
        return {
            "GEMINI_API_KEY": KEY,
            "GEMINI_BASE_URL": self.url,
            "ACCEPT_DEVELOPER_API_TERMS": "1",
            "NO_PROXY": "127.0.0.1,localhost",
        }


def _plain(verb: str, body: Json) -> Answer:
    if verb == "embedContent":  # on Vertex AI, one text a request
        values = rough_vector(body["content"]["parts"][0]["text"])
        return Answer(({"embedding": {"values": values}, "truncated": False},))
    if verb == EMBED:
        return vectors(*(rough_vector(each["content"]["parts"][0]["text"]) for each in body["requests"]))
    return drafts() if verb == GENERATE else says("I have noted that. What would you like to look up?")


def rough_vector(text: str) -> list[float]:
    """A vector of 768 numbers that depends on the text alone; no unit vector."""
    seed = hashlib.shake_256(text.encode()).digest(768)
    return [(byte - 127.5) / 16 for byte in seed]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # headers and body go out apart: else each answer waits 40 ms
    stand_in: GeminiServer

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""

    def do_POST(self) -> None:
        """Answer one request."""
        raw = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        headers = {name.lower(): value for name, value in self.headers.items()}
        answer = self.stand_in.answer(self.path, headers, raw)
        with suppress(ConnectionError):
            time.sleep(answer.wait)
            self._send(answer, answer.status == 200 and ":stream" in self.path)

    def _send(self, answer: Answer, streaming: bool) -> None:
        pieces = answer.events() if streaming else [answer.merged()]
        self.send_response(answer.status)
        self.send_header("Content-Type", "text/event-stream" if streaming else answer.content_type)
        self.send_header("Transfer-Encoding", "chunked")
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.end_headers()
        for piece in pieces if streaming else _dripping(pieces[0], answer):
            if piece:
                self.wfile.write(f"{len(piece):X}\r\n".encode() + piece + b"\r\n")
                self.wfile.flush()
            time.sleep(answer.drip)
        self._end(answer)

    def _end(self, answer: Answer) -> None:
        if answer.end == "whole":
            self.wfile.write(b"0\r\n\r\n")
            return
        self.close_connection = True
        if answer.end == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()


def _dripping(body: bytes, answer: Answer) -> list[bytes]:
    size = max(1, len(body) // 20) if answer.drip else max(1, len(body))
    return [body[start : start + size] for start in range(0, len(body), size)]


@contextmanager
def gemini(brain: Brain | None = None) -> Iterator[GeminiServer]:
    """Run a stand-in on a free port of this machine."""
    handler = type("Handler", (_Handler,), {})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    handler.stand_in = GeminiServer(f"http://127.0.0.1:{server.server_port}", brain=brain)  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield handler.stand_in  # type: ignore[attr-defined]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
