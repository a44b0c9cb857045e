"""How requests are made: with the key, tried again where that is safe, errors as exceptions."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import http.client
import io
import json
import random
import re
import socket
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Mapping, TypeVar, Union, cast
from urllib.parse import quote, urlencode, urlsplit

from ._errors import AgentEmailError, ApiError, ConnectionError, TimeoutError, api_error
from ._operations import OPERATIONS

_LONGEST_PAUSE = 8.0
"""Longest wait between two attempts that is made without being asked, in seconds."""
_LONGEST_RETRY_AFTER = 60.0
"""A service that says to wait for longer than this isn't waited for: its error is raised. In seconds."""

_LONGEST_WAITED = 3_600.0
"""Seconds for which the service looks back for those who have waited."""
_ON_ITS_WAY = 1.0
"""Seconds that a request is on its way: one more of what came before is better than one less of what came after."""

Query = Union[Mapping[str, Any], Callable[[], Mapping[str, Any]]]
"""The parameters of a query; as a function it is asked for each attempt."""

T = TypeVar("T")
_THREADS = ThreadPoolExecutor(1_000, "agent-email")


async def on_thread(work: Callable[..., T], *given: Any, **options: Any) -> T:
    """As asyncio.to_thread, on threads of our own: those of the event loop are few, and calls here may wait for minutes."""
    context = contextvars.copy_context()
    call = functools.partial(context.run, work, *given, **options)
    return await asyncio.get_running_loop().run_in_executor(_THREADS, call)


def waited_since(began: float) -> float:
    """Seconds to be told of by a request that is made again, first made at ``began``."""
    return round(min(_LONGEST_WAITED, time.monotonic() - began + _ON_ITS_WAY), 3)


class Transport:
    """Makes requests of one service with one key. It may be used by several threads at once."""

    def __init__(self, api_key: str | None, base_url: str, timeout: float, max_retries: int) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or parts.hostname is None:
            raise ValueError(f"base_url is no http or https URL: {base_url}")
        self._api_key = api_key
        self._secure = parts.scheme == "https"
        self._host = parts.hostname
        self._port = parts.port
        self._prefix = re.sub(r"/api/v1$", "", parts.path.rstrip("/")) + "/api/v1"
        self._timeout = timeout
        self._max_retries = max_retries
        self.idempotency_key: str | None = None

    def with_options(
        self, idempotency_key: str | None, timeout: float | None, max_retries: int | None
    ) -> Transport:
        """The same, with other settings for a request."""
        copy = object.__new__(Transport)
        copy.__dict__.update(self.__dict__)
        if idempotency_key is not None:
            copy.idempotency_key = idempotency_key
        if timeout is not None:
            copy._timeout = timeout
        if max_retries is not None:
            copy._max_retries = max_retries
        return copy

    def call(self, name: str, path: Mapping[str, str], query: Query = {}, body: Any = None) -> Any:
        """Calls an operation, and returns its JSON. Raises ApiError, ConnectionError."""
        text = self.bytes(name, path, query, body)
        return _object_of(text) if text else None

    def bytes(self, name: str, path: Mapping[str, str], query: Query = {}, body: Any = None) -> bytes:
        """Calls an operation, and returns the bytes that it answers. Raises as ``call`` does."""
        headers: dict[str, str] = {}
        if OPERATIONS[name][0] == "POST":
            # The same for all attempts: the service does it once, and answers it again.
            headers["Idempotency-Key"] = self.idempotency_key or str(uuid.uuid4())
        attempt = 0
        lost = False
        while True:
            asked = query() if callable(query) else query
            try:
                with self.open(name, path, asked, body, headers) as response:
                    return response.read()
            except AgentEmailError as error:
                status = error.status if isinstance(error, ApiError) else None
                # The attempt before has done it, and its answer was lost; there is nothing in one to a DELETE.
                if lost and OPERATIONS[name][0] == "DELETE" and status == 404:
                    return b""
                lost = lost or status is None or status >= 500
                if attempt >= self._max_retries or not _may_pass(error):
                    raise
                time.sleep(_pause_before(attempt, error))
            attempt += 1

    def open(
        self,
        name: str,
        path: Mapping[str, str],
        query: Mapping[str, Any],
        body: Any,
        headers: Mapping[str, str],
        timeout: float | None = None,
    ) -> Response:
        """Makes a request once; ``timeout`` is for each sign of an answer that goes on. Raises as ``call`` does."""
        method, template = OPERATIONS[name]
        target = self._prefix + re.sub(r"\{(\w+)\}", lambda match: _segment(path, match[1]), template)
        given = [pair for key, value in query.items() for pair in _parameters(_field(key), value)]
        if given:
            target += "?" + urlencode(given, doseq=True)
        seconds = timeout or self._seconds_for(query)
        content = None if body is None else {_field(key): value for key, value in body.items()}
        return self._send(method, target, content, headers, seconds, timeout is None)

    def rpc(self, method: str, params: Mapping[str, Any]) -> Any:
        """Calls a method of the service's Model Context Protocol, once, and returns its result. Raises as ``call`` does."""
        target = self._prefix[: -len("/api/v1")] + "/mcp"
        content = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        headers = {"Accept": "application/json, text/event-stream"}
        seconds = self._seconds_for(params.get("arguments", {}))
        with self._send("POST", target, content, headers, seconds, True) as response:
            answer = _object_of(response.read())
        if "error" in answer:
            raise AgentEmailError(answer["error"]["message"])
        return answer["result"]

    def _seconds_for(self, given: Mapping[str, Any]) -> float:
        """A call that asks the service to wait is waited for as long, and a little longer."""
        asked = given.get("timeout")
        return max(self._timeout, asked + 10 if isinstance(asked, (int, float)) else 0)

    def _send(
        self, method: str, target: str, body: Any, headers: Mapping[str, str], seconds: float, whole: bool
    ) -> Response:
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self._host, self._port, timeout=seconds)
        if whole:
            connection.response_class = functools.partial(_AnswerUntil, time.monotonic() + seconds)  # type: ignore[assignment]
        sent = dict(headers)
        if self._api_key is not None:
            sent["Authorization"] = f"Bearer {self._api_key}"
        content = None
        if body is not None:
            sent["Content-Type"] = "application/json"
            content = json.dumps(body).encode()
        try:
            try:
                connection.request(method, target, content, sent)
            except (BrokenPipeError, ConnectionResetError, ConnectionAbortedError):
                # Who refuses a body need not read all of it: why may have been said before the connection was closed.
                if connection.sock is None:
                    raise
            # Of an answer that ends with its connection, the connection knows no more afterwards.
            sock = connection.sock
            answer = connection.getresponse()
            if answer.status >= 300:
                raise _error_of(answer)
        except AgentEmailError:
            connection.close()
            raise
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise _lost(error) from error
        return Response(connection, answer, sock)


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

    def read(self) -> bytes:
        """All of it. Raises ConnectionError where it breaks off."""
        try:
            return self._answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise _lost(error) from error

    def line(self) -> bytes:
        """The next line with its end; empty behind the last one. Raises ConnectionError where it breaks off."""
        try:
            return self._answer.readline()
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise _lost(error) from error

    def close(self) -> None:
        """Ends it, also while another thread is reading."""
        try:
            self._sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._connection.close()


class AsyncTransport:
    """The same for programs that await: each request runs on a thread."""

    def __init__(self, transport: Transport) -> None:
        self.waiting = transport

    async def call(self, *given: Any, **options: Any) -> Any:
        """As ``Transport.call``."""
        return await on_thread(self.waiting.call, *given, **options)

    async def bytes(self, *given: Any, **options: Any) -> bytes:
        """As ``Transport.bytes``."""
        return await on_thread(self.waiting.bytes, *given, **options)


class Resource:
    """A noun of the API."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport


class AsyncResource:
    """A noun of the API, for programs that await."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport


def _field(name: str) -> str:
    """``from_`` is ``from``, which Python keeps for itself."""
    return name[:-1] if name.endswith("_") else name


def _parameters(name: str, value: Any) -> list[tuple[str, Any]]:
    """A parameter that is a dictionary is one for each of its fields: ``metadata[ticket]``."""
    if isinstance(value, Mapping):
        fields = cast("Mapping[str, Any]", value)
        return [pair for field, one in fields.items() for pair in _parameters(f"{name}[{field}]", one)]
    if isinstance(value, bool):
        return [(name, "true" if value else "false")]
    return [] if value is None else [(name, value)]


def _segment(path: Mapping[str, str], field: str) -> str:
    """An empty segment, or one of dots, would lead to another operation."""
    value = path[field]
    if value in ("", ".", ".."):
        raise AgentEmailError(f"{field} must be given")
    return quote(value, safe="")


def _object_of(text: bytes) -> Any:
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConnectionError("the answer is no JSON: is base_url the address of the service?") from error
    if not isinstance(found, dict):
        raise ConnectionError("the answer is no object of JSON: is base_url the address of the service?")
    return cast("dict[str, Any]", found)


def _lost(error: Exception) -> ConnectionError:
    if isinstance(error, (socket.timeout, asyncio.TimeoutError)):
        return TimeoutError("the service gave no answer in time")
    return ConnectionError("the service could not be reached")


def _error_of(answer: http.client.HTTPResponse) -> ApiError:
    try:
        text = answer.read()
    except (OSError, http.client.HTTPException):
        # The status says enough of what broke off.
        text = b""
    try:
        # Proxies in between answer with pages of their own.
        found: Any = json.loads(text)
        body: Any = cast("dict[str, Any]", found).get("error") if isinstance(found, dict) else None
    except (ValueError, RecursionError):
        body = None
    try:
        retry_after: float | None = float(answer.getheader("Retry-After", ""))
    except ValueError:
        retry_after = None
    # No time to wait for, whoever in between says so.
    if retry_after is not None and not retry_after >= 0:
        retry_after = None
    return api_error(answer.status, cast("dict[str, Any]", body) if isinstance(body, dict) else {}, retry_after)


def _may_pass(error: AgentEmailError) -> bool:
    """Whether the same request may succeed a little later."""
    if isinstance(error, ConnectionError):
        return True
    if not isinstance(error, ApiError):
        return False
    if error.retry_after is not None and error.retry_after > _LONGEST_RETRY_AFTER:
        return False
    return error.status == 429 or error.status >= 500 or error.code == "idempotency_conflict"


def _pause_before(attempt: int, error: AgentEmailError) -> float:
    if isinstance(error, ApiError) and error.retry_after is not None:
        return error.retry_after
    return min(_LONGEST_PAUSE, 0.5 * 2**attempt) * (0.5 + random.random() / 2)
