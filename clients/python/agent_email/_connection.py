"""One exchange over one connection: a request that is sent, and an answer that is read until a point in time."""

from __future__ import annotations

import asyncio
import functools
import http.client
import io
import socket
import time
from typing import Any, Mapping

from ._address import Address
from ._answer import error_of
from ._errors import AgentEmailError, ConnectionError, TimeoutError
from ._threads import current_task


def exchange(
    address: Address,
    method: str,
    target: str,
    content: bytes | None,
    headers: Mapping[str, str],
    seconds: float,
    whole: bool,
) -> Response:
    """Sends a request and answers the head of what comes; ``seconds`` are for all of it where it is read as a ``whole``, else for each sign.

    Raises ApiError where it is no success, ConnectionError where there is none.
    """
    connection = _connection_to(address, seconds)
    if whole:
        connection.response_class = functools.partial(_AnswerUntil, time.monotonic() + seconds)  # type: ignore[assignment]
    sent = dict(headers)
    if address.proxy is not None and not address.secure:
        # A proxy is asked for what lies elsewhere by its whole address (RFC 9112, section 3.2.2).
        host = f"[{address.host}]" if ":" in address.host else address.host
        at = host if address.port == 80 else f"{host}:{address.port}"
        target = f"http://{at}{target}"
        sent.update(address.proxy.headers, Host=at)
    try:
        connection.connect()
        # Of an answer that ends with its connection, the connection knows no more afterwards.
        sock = connection.sock
        current_task().uses(sock)
        try:
            connection.request(method, target, content, sent)
        except (BrokenPipeError, ConnectionResetError, ConnectionAbortedError):
            # Who refuses a body need not read all of it: why may have been said before the connection was closed.
            if connection.sock is None:
                raise
        answer = connection.getresponse()
        if not 200 <= answer.status < 300:
            raise error_of(answer)
    except AgentEmailError:
        connection.close()
        raise
    except (OSError, ValueError, http.client.HTTPException) as error:
        connection.close()
        raise _lost(error) from error
    return Response(connection, answer, sock)


def _connection_to(address: Address, seconds: float) -> http.client.HTTPConnection:
    kind = http.client.HTTPSConnection if address.secure else http.client.HTTPConnection
    if address.proxy is None:
        return kind(address.host, address.port, timeout=seconds)
    connection = kind(address.proxy.host, address.proxy.port, timeout=seconds)
    if address.secure:
        connection.set_tunnel(address.host, address.port, address.proxy.headers)
    return connection


def _lost(error: Exception) -> ConnectionError:
    if isinstance(error, (socket.timeout, asyncio.TimeoutError)):
        return TimeoutError("the service gave no answer in time")
    return ConnectionError("the service could not be reached")


class _ReadUntil(io.RawIOBase):
    """A socket that is read until a point in time: one that gives a byte now and then is at its end, too."""

    def __init__(self, sock: socket.socket, until: float) -> None:
        self._sock = sock
        self._until = until
        # Keeps the socket open for as long as it is read.
        self._raw = sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left = self._until - time.monotonic()
        if left <= 0:
            raise socket.timeout("timed out")
        self._sock.settimeout(left)
        return self._raw.readinto(buffer)  # type: ignore[attr-defined]

    def close(self) -> None:
        self._raw.close()
        super().close()


class _AnswerUntil(http.client.HTTPResponse):
    """An answer that is whole by a point in time, or is none."""

    def __init__(self, until: float, sock: socket.socket, *given: Any, **options: Any) -> None:
        super().__init__(sock, *given, **options)
        self.fp.close()
        self.fp = io.BufferedReader(_ReadUntil(sock, until))


class Response:
    """An answer that is being read."""

    def __init__(
        self, connection: http.client.HTTPConnection, answer: http.client.HTTPResponse, sock: socket.socket
    ) -> None:
        self._connection = connection
        self._answer = answer
        self._sock = sock

    def __enter__(self) -> Response:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def status(self) -> int:
        """The status of HTTP."""
        return self._answer.status

    @property
    def media_type(self) -> str:
        """What it says that it is, without parameters: ``text/event-stream``."""
        return (self._answer.getheader("Content-Type") or "").split(";")[0].strip().lower()

    def read(self) -> bytes:
        """All of it. Raises ConnectionError where it breaks off."""
        try:
            return self._answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise _lost(error) from error

    def line(self, most: int) -> bytes:
        """The next line with its end, or ``most`` bytes of it; empty behind the last one. Raises ConnectionError where it breaks off."""
        try:
            return self._answer.readline(most)
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise _lost(error) from error

    def close(self) -> None:
        """Ends it, also while another thread is reading."""
        try:
            self._sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._connection.close()
