"""Events as they happen: a stream that is taken up again where it broke off."""

from __future__ import annotations

import json
import random
import threading
import time
from dataclasses import dataclass
from typing import Any, AsyncIterator, Iterable, Iterator

from ._answer import StrangeAnswerError, strange
from ._connection import Response
from ._errors import AgentEmailError, ApiError, ConnectionError
from ._request import is_header_text
from ._threads import on_thread
from ._transport import AsyncTransport, Transport, waited_since

_SILENCE = 45.0
"""Seconds without a sign, of which the service gives one each 15, after which a stream counts as lost."""
_LONGEST_PAUSE = 15.0
_LONGEST_EVENT = 64 * 1024 * 1024
"""Bytes that one event may have before it is taken for something else than an event."""


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
        if last_event_id is not None and not is_header_text(last_event_id):
            raise AgentEmailError(
                "last_event_id must be the id of an event, such as evt_01ka2b3c4d5e6f7g8h9j0kmnpq"
            )
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
        self._strangers = 0
        self._over = threading.Event()

    def next(self) -> Event | None:
        """The next event; None once it was ended. Raises as ``EventsResource.stream`` does."""
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
                    if self._response.media_type != "text/event-stream":
                        raise strange("the answer is no text/event-stream")
                    self._strangers = 0
                event = self._read(self._response)
                if event is not None:
                    self._failures = 0
                    self._last = event.id or self._last
                    return event
            except AgentEmailError as error:
                self._close()
                if self._over.is_set():
                    break
                if not _may_pass(error):
                    raise
                if isinstance(error, StrangeAnswerError):
                    self._strangers += 1
                    if self._strangers > self._transport.max_retries:
                        raise
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
        left = _LONGEST_EVENT
        while line := response.line(left):
            left -= len(line)
            if left <= 0:
                raise AgentEmailError("an event of the stream is too long")
            text = line.decode(errors="replace").rstrip("\r\n")
            if text == "":
                left = _LONGEST_EVENT
                if data:
                    return Event(identifier, kind, _payload_of(identifier, "\n".join(data)))
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


def _may_pass(error: AgentEmailError) -> bool:
    """Whether a stream that ended so may be taken up: what is refused, or can't be read, would be so again."""
    if isinstance(error, ApiError):
        return error.status == 429 or error.status >= 500
    return isinstance(error, ConnectionError)


def _payload_of(identifier: str, data: str) -> dict[str, Any]:
    """Raises AgentEmailError for an event that is none of the service's."""
    try:
        payload: Any = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise AgentEmailError(f"the event {identifier} of the stream is no JSON") from error
    if not isinstance(payload, dict):
        raise AgentEmailError(f"the event {identifier} of the stream is no object of JSON")
    return payload


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
        service refuses it for good, ConnectionError where something else than the service answers as often as a request
        is tried, AgentEmailError for an event that can't be read.
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
