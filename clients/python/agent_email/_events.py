"""Events as they happen: a stream that is taken up again where it broke off."""

from __future__ import annotations

import json
import random
import threading
import time
from dataclasses import dataclass
from typing import Any, AsyncIterator, Iterable, Iterator

from ._errors import AgentEmailError, ApiError
from ._transport import AsyncTransport, Response, Transport, on_thread, waited_since

_SILENCE = 45.0
"""Seconds without a sign, of which the service gives one each 15, after which a stream counts as lost."""
_LONGEST_PAUSE = 15.0


@dataclass
class Event:
    """An event of the stream."""

    id: str
    """What ``last_event_id`` takes."""
    type: str
    """Its kind; ``stream.gap`` says that some events are gone."""
    payload: Any
    """What webhooks get: ``event``, ``timestamp``, ``data``."""


class _Stream:
    """One connection after the other, and how far they have got."""

    def __init__(
        self, transport: Transport, types: Iterable[str] | None, slug: str | None, inbox_id: str | None,
        last_event_id: str | None,
    ) -> None:
        self._transport = transport
        self._query = {
            "types": types if types is None or isinstance(types, str) else ",".join(types),
            "slug": slug,
            "inbox_id": inbox_id,
        }
        self._last = last_event_id
        self._began: float | None = None
        self._response: Response | None = None
        self._failures = 0
        self._over = threading.Event()

    def next(self) -> Event | None:
        """The next event; None once it was ended. Raises ApiError where the service refuses the stream for good."""
        while not self._over.is_set():
            try:
                if self._response is None:
                    headers = {} if self._last is None else {"Last-Event-ID": self._last}
                    self._response = self._transport.open(
                        "stream_events", {}, self._asked(), None, headers, _SILENCE
                    )
                    # Ended while it was connecting: nobody else closes what has come since.
                    if self._over.is_set():
                        break
                event = self._read(self._response)
                if event is not None:
                    self._failures = 0
                    self._last = event.id or self._last
                    return event
            except ApiError as error:
                if error.status < 500 and error.status != 429:
                    raise
            except AgentEmailError:
                pass
            self._close()
            # More would be no number that Python knows.
            pause = min(_LONGEST_PAUSE, 0.5 * 2 ** min(self._failures, 30))
            self._failures += 1
            self._over.wait(pause * (0.5 + random.random() / 2))
        self._close()
        return None

    def _asked(self) -> dict[str, Any]:
        """Until it is known where the stream begins, it is where it was first asked for."""
        if self._last is not None or self._began is None:
            self._began = time.monotonic()
            return self._query
        return {**self._query, "waited": waited_since(self._began)}

    def _read(self, response: Response) -> Event | None:
        """The next event of a connection (WHATWG HTML, section 9.2); None where it has ended."""
        identifier, kind = "", ""
        data: list[str] = []
        while line := response.line():
            text = line.decode().rstrip("\r\n")
            if text == "":
                if data:
                    return Event(identifier, kind, json.loads("\n".join(data)))
                # Without an event: the stream has got that far.
                if identifier:
                    self._failures = 0
                    self._last = identifier
                identifier, kind = "", ""
                continue
            field, _, value = text.partition(":")
            value = value.removeprefix(" ")
            if field == "data":
                data.append(value)
            elif field == "event":
                kind = value
            elif field == "id":
                identifier = value
        return None

    def end(self) -> None:
        """Ends it, also while a thread waits for the next event."""
        self._over.set()
        self._close()

    def _close(self) -> None:
        response, self._response = self._response, None
        if response is not None:
            response.close()


class EventsResource:
    """Events."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def stream(
        self,
        *,
        types: Iterable[str] | None = None,
        slug: str | None = None,
        inbox_id: str | None = None,
        last_event_id: str | None = None,
    ) -> Iterator[Event]:
        """Events, for as long as they are asked for; behind ``last_event_id``, or from now on.

        A stream that breaks off is taken up behind the last event, as often as it takes. Raises ApiError where the
        service refuses it for good.
        """
        stream = _Stream(self._transport, types, slug, inbox_id, last_event_id)
        try:
            while (event := stream.next()) is not None:
                yield event
        finally:
            stream.end()


class AsyncEventsResource:
    """Events, for programs that await."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def stream(
        self,
        *,
        types: Iterable[str] | None = None,
        slug: str | None = None,
        inbox_id: str | None = None,
        last_event_id: str | None = None,
    ) -> AsyncIterator[Event]:
        """As ``EventsResource.stream``."""
        stream = _Stream(self._transport.waiting, types, slug, inbox_id, last_event_id)
        try:
            while (event := await on_thread(stream.next)) is not None:
                yield event
        finally:
            stream.end()
