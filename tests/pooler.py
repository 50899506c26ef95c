"""A pooler of connections in transaction mode, as hosts put one before PostgreSQL.

Each transaction of a client runs on the server's connection that has rested longest, seldom the one before.
"""

from __future__ import annotations

import contextlib
import os
import queue
import select
import socket
import struct
import threading
from collections.abc import Iterator

from psycopg import pq
from psycopg.pq.abc import PGconn

_TOLD = ("server_version", "server_encoding", "client_encoding", "DateStyle", "TimeZone", "integer_datetimes",
         "standard_conforming_strings")  # fmt: skip
_UNENCRYPTED = {80877103, 80877104}  # asks for TLS or GSSAPI
_SIZE = 3  # connections that are open from the beginning


class Pooler:
    """Listens on `port`; `transactions` counts what ran through it."""

    def __init__(self, address: str) -> None:
        self.transactions = 0
        self._address = address.encode()
        self._resting: queue.SimpleQueue[socket.socket] = queue.SimpleQueue()
        self._told: dict[str, bytes] = {}
        self._logged_in: list[PGconn] = []  # kept, since the library closes what is collected
        for _ in range(_SIZE):
            self._resting.put(self._connect())
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        """End all that rests; clients are gone by now."""
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        with contextlib.suppress(queue.Empty):
            while True:
                self._resting.get_nowait().close()

    def _connect(self) -> socket.socket:
        """Log in with the library, then speak the protocol on its socket."""
        connection = pq.PGconn.connect(self._address)
        assert connection.status == pq.ConnStatus.OK, connection.error_message
        self._told = {name: connection.parameter_status(name.encode()) or b"" for name in _TOLD}
        server = socket.socket(fileno=os.dup(connection.socket))
        os.close(connection.socket)  # closed by the library it would say farewell to the server
        server.setblocking(True)
        server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._logged_in.append(connection)
        return server

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, contextlib.suppress(OSError, EOFError):
            self._greet(client)
            while True:
                first = _message(client)
                if first[:1] == b"X":
                    return
                self._transaction(client, first)

    def _greet(self, client: socket.socket) -> None:
        while True:
            (size,) = struct.unpack("!i", _exactly(client, 4))
            (code,) = struct.unpack("!i", _exactly(client, size - 4)[:4])
            if code not in _UNENCRYPTED:
                break
            client.sendall(b"N")
        told = [(b"R", struct.pack("!i", 0))]
        told += [(b"S", name.encode() + b"\0" + value + b"\0") for name, value in self._told.items()]
        told += [(b"K", struct.pack("!ii", 0, 0)), (b"Z", b"I")]
        client.sendall(b"".join(kind + struct.pack("!i", len(body) + 4) + body for kind, body in told))

    def _transaction(self, client: socket.socket, first: bytes) -> None:
        """Lend a connection of the server until it is idle again."""
        self.transactions += 1
        server = self._resting.get(timeout=10)
        try:
            server.sendall(first)
            waiting = first[:1] in b"QS"  # for an answer that ends in ReadyForQuery
            while True:
                readable = select.select([server, client], [], [])[0]
                for source, target in ((server, client), (client, server)):
                    if source not in readable:
                        continue
                    message = _message(source)
                    target.sendall(message)
                    waiting = waiting or (source is client and message[:1] in b"QS")
                    if source is server and message[:1] == b"Z":
                        waiting = False
                        if message[5:] == b"I":
                            self._resting.put(server)
                            return
        except (OSError, EOFError):
            server.close()
            self._resting.put(self._connect())
            raise


@contextlib.contextmanager
def pooler(address: str) -> Iterator[Pooler]:
    """Give a pooler before the database at an address."""
    pool = Pooler(address)
    try:
        yield pool
    finally:
        pool.close()


def _message(source: socket.socket) -> bytes:
    """One message of the protocol: a letter, the length, the rest."""
    head = _exactly(source, 5)
    return head + _exactly(source, struct.unpack("!i", head[1:])[0] - 4)


def _exactly(source: socket.socket, size: int) -> bytes:
    parts = []
    while size:
        part = source.recv(size)
        if not part:
            raise EOFError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
