"""The request of an operation, made of what a caller gives: what can't be sent is told before anything is."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Any, Mapping, cast
from urllib.parse import quote, urlencode

from ._errors import AgentEmailError
from ._operations import OPERATIONS

_LONGEST_KEY = 255
"""The longest ``Idempotency-Key`` that the service takes, in characters."""


def target_of(name: str, path: Mapping[str, str], query: Mapping[str, Any]) -> str:
    """What is behind ``/api/v1`` in the address of an operation. Raises AgentEmailError for what can't be sent."""
    template = OPERATIONS[name][1]
    target = re.sub(r"\{(\w+)\}", lambda match: _segment(path.get(match[1]), match[1]), template)
    given = [pair for key, value in query.items() for pair in _parameters(_field(key), value)]
    return f"{target}?{urlencode(given)}" if given else target


def content_of(body: Mapping[str, Any] | None) -> bytes | None:
    """The JSON of a body. Raises AgentEmailError for what has none."""
    return None if body is None else json_from({_field(key): value for key, value in body.items()})


def json_from(value: Any) -> bytes:
    """A value as JSON; a datetime is a time. Raises AgentEmailError for what has none, such as bytes."""
    try:
        return json.dumps(value, allow_nan=False, default=_plain).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise AgentEmailError(f"the body can't be written as JSON: {error}") from error


def idempotency_key_of(given: str) -> str:
    """An ``Idempotency-Key`` as the service takes it. Raises AgentEmailError for any other."""
    if not is_header_text(given) or len(given) > _LONGEST_KEY:
        raise AgentEmailError(
            f"idempotency_key must have 1 to {_LONGEST_KEY} characters, all of them printable ASCII, "
            "with no space at either end"
        )
    return given


def is_header_text(text: str) -> bool:
    """Whether a header has the text as it is: what it has at its ends, and beyond ASCII, is lost on the way."""
    return re.fullmatch(r"[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?", text) is not None


def _plain(value: Any) -> str:
    if isinstance(value, datetime):
        return _time(value, "a datetime")
    raise TypeError(f"{type(value).__name__} is no type of JSON")


def _time(value: datetime, name: str) -> str:
    # Without one it is some time of the day, here or there.
    if value.tzinfo is None:
        raise AgentEmailError(f"{name} must have a time zone: datetime.now(timezone.utc), say")
    return value.isoformat()


def _field(name: str) -> str:
    """``from_`` is ``from``, which Python keeps for itself."""
    return name[:-1] if name.endswith("_") else name


def _parameters(name: str, value: Any) -> list[tuple[str, str]]:
    """A parameter that is a list is one for each of its items; a dictionary one for each of its fields: ``metadata[ticket]``."""
    if value is None:
        return []
    if isinstance(value, Mapping):
        fields = cast("Mapping[str, Any]", value)
        return [pair for field, one in fields.items() for pair in _parameters(f"{name}[{field}]", one)]
    if isinstance(value, (list, tuple, set, frozenset)):
        items = cast("list[Any]", value)
        return [pair for one in items for pair in _parameters(name, one)]
    return [(_whole(name, name), _parameter(name, value))]


def _parameter(name: str, value: Any) -> str:
    if isinstance(value, str):
        return _whole(value, name)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return _time(value, name)
    if isinstance(value, (int, float)):
        return str(value)
    raise AgentEmailError(f"{name} must be a text, a number, a boolean or a datetime")


def _segment(value: str | None, field: str) -> str:
    """An empty segment, or one of dots, would lead to another operation."""
    if value is None or value in ("", ".", ".."):
        raise AgentEmailError(f"{field} must be given")
    return quote(_whole(str(value), field), safe="")


def _whole(text: str, name: str) -> str:
    """Half of a character, as what cuts a text may leave it, has no bytes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise AgentEmailError(f"{name} has half of a character (a lone surrogate)") from None
    return text
