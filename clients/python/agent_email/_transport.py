"""How requests are made: with the key, tried again where that is safe, errors as exceptions."""

from __future__ import annotations

import random
import time
import uuid
from typing import Any, Callable, Mapping, Union

from ._address import address_of
from ._answer import object_of, result_of
from ._connection import Response, exchange
from ._errors import AgentEmailError, ApiError, ConnectionError
from ._operations import OPERATIONS
from ._request import content_of, idempotency_key_of, json_from, target_of
from ._threads import current_task, on_thread

_LONGEST_PAUSE = 8.0
"""Longest wait between two attempts that is made without being asked, in seconds."""
_LONGEST_RETRY_AFTER = 60.0
"""A service that says to wait for longer than this isn't waited for: its error is raised. In seconds."""

_LONGEST_WAITED = 3_600.0
"""Seconds for which the service looks back for those who have waited."""
_ON_ITS_WAY = 1.0
"""Seconds that a request is on its way: one more of what came before is better than one less of what came after."""

_WAITS_UNASKED = {"wait_for_message": 30}
"""Seconds that the service waits in a call, of an operation or of a tool, that doesn't say for how long."""

Query = Union[Mapping[str, Any], Callable[[], Mapping[str, Any]]]
"""The parameters of a query; as a function it is asked for each attempt."""


def waited_since(began: float) -> float:
    """Seconds to be told of by a request that is made again, first made at ``began``."""
    return round(min(_LONGEST_WAITED, time.monotonic() - began + _ON_ITS_WAY), 3)


class Transport:
    """Makes requests of one service with one key. It may be used by several threads at once."""

    def __init__(self, api_key: str | None, base_url: str, timeout: float, max_retries: int) -> None:
        self._api_key = api_key
        self._address = address_of(base_url)
        self._timeout = timeout
        self.max_retries = max_retries
        """How often a request that failed is made again."""
        self.idempotency_key: str | None = None

    def with_options(
        self, idempotency_key: str | None, timeout: float | None, max_retries: int | None
    ) -> Transport:
        """The same, with other settings for a request. Raises AgentEmailError for a key that no request can have."""
        copy = object.__new__(Transport)
        copy.__dict__.update(self.__dict__)
        if idempotency_key is not None:
            copy.idempotency_key = idempotency_key_of(idempotency_key)
        if timeout is not None:
            copy._timeout = timeout
        if max_retries is not None:
            copy.max_retries = max_retries
        return copy

    def call(self, name: str, path: Mapping[str, str], query: Query = {}, body: Any = None) -> Any:
        """Calls an operation, and returns its JSON. Raises ApiError, ConnectionError."""
        return self._attempts(name, path, query, body, lambda response: object_of(response.status, response.read()))

    def bytes(self, name: str, path: Mapping[str, str], query: Query = {}, body: Any = None) -> bytes:
        """Calls an operation, and returns the bytes that it answers. Raises as ``call`` does."""
        return self._attempts(name, path, query, body, Response.read)

    def _attempts(
        self, name: str, path: Mapping[str, str], query: Query, body: Any, read: Callable[[Response], Any]
    ) -> Any:
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
                    return read(response)
            except AgentEmailError as error:
                status = error.status if isinstance(error, ApiError) else None
                # The attempt before has done it, and its answer was lost; there is nothing in one to a DELETE.
                if lost and OPERATIONS[name][0] == "DELETE" and status == 404:
                    return None
                lost = lost or status is None or status >= 500
                if attempt >= self.max_retries or not _may_pass(error):
                    raise
                current_task().pause(_pause_before(attempt, error))
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
        target = "/api/v1" + target_of(name, path, query)
        seconds = timeout or self._seconds_for(name, query)
        return self._send(OPERATIONS[name][0], target, content_of(body), headers, seconds, timeout is None)

    def rpc(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """Calls a method of the service's Model Context Protocol, once, and returns its result. Raises as ``call`` does."""
        content = json_from({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        headers = {"Accept": "application/json, text/event-stream"}
        seconds = self._seconds_for(params.get("name"), params.get("arguments", {}))
        with self._send("POST", "/mcp", content, headers, seconds, True) as response:
            return result_of(object_of(response.status, response.read()))

    def _seconds_for(self, name: Any, given: Mapping[str, Any]) -> float:
        """A call in which the service waits is waited for as long, and a little longer."""
        asked = given.get("timeout")
        waits = _WAITS_UNASKED.get(name) if asked is None else asked
        return max(self._timeout, waits + 10 if isinstance(waits, (int, float)) else 0)

    def _send(
        self, method: str, target: str, content: Any, headers: Mapping[str, str], seconds: float, whole: bool
    ) -> Response:
        sent = dict(headers)
        if self._api_key is not None:
            sent["Authorization"] = f"Bearer {self._api_key}"
        if content is not None:
            sent["Content-Type"] = "application/json"
        return exchange(self._address, method, self._address.path + target, content, sent, seconds, whole)


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
