"""What an answer says: JSON of the service, or an error; or something that is none of the service's."""

from __future__ import annotations

import email.utils
import http.client
import json
import re
import time
from datetime import timezone
from typing import Any, cast

from ._errors import AgentEmailError, ApiError, ConnectionError, api_error


_MISSING = object()


class StrangeAnswerError(ConnectionError):
    """Something else than the service has answered, such as the sign-in page of a network."""


def strange(what: str) -> StrangeAnswerError:
    """The error that says what is wrong with an answer."""
    return StrangeAnswerError(f"{what}: is base_url the address of the service?")


def object_of(status: int, text: bytes) -> dict[str, Any] | None:
    """The object of an answer; None for one without content. Raises ConnectionError for what is none of the service's."""
    if not text and status == 204:
        return None
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise strange("the answer is no JSON") from error
    if not isinstance(found, dict):
        raise strange("the answer is no object of JSON")
    return cast("dict[str, Any]", found)


def field_of(answer: Any, name: str, *kinds: type) -> Any:
    """A field of an answer that the client itself reads. Raises ConnectionError where it is of no such kind."""
    value = answer.get(name, _MISSING) if isinstance(answer, dict) else _MISSING
    if not isinstance(value, kinds):
        raise strange(f"the answer has no {name}")
    return value


def objects_of(answer: Any, name: str) -> list[dict[str, Any]]:
    """As ``field_of``, for a list of objects."""
    found = field_of(answer, name, list)
    if not all(isinstance(one, dict) for one in found):
        raise strange(f"the answer has no {name}")
    return found


def result_of(answer: dict[str, Any] | None) -> dict[str, Any]:
    """What a method of the Model Context Protocol answers (JSON-RPC 2.0)."""
    error = (answer or {}).get("error")
    if isinstance(error, dict) and isinstance(error.get("message"), str):
        raise AgentEmailError(error["message"])
    return field_of(answer, "result", dict)


def error_of(answer: http.client.HTTPResponse) -> ApiError:
    """The error of an answer that isn't a success."""
    try:
        text = answer.read()
    except (OSError, http.client.HTTPException):
        # The status says enough of what broke off.
        text = b""
    return api_error(answer.status, _said_in(answer, text), retry_after_of(answer))


def _said_in(answer: http.client.HTTPResponse, text: bytes) -> dict[str, Any]:
    if 300 <= answer.status < 400:
        location = answer.getheader("Location")
        where_to = "" if location is None else f" to {location}"
        return {
            "code": "redirect",
            "message": f"The address redirects{where_to}, and redirects aren't followed: "
            "is base_url the address of the service?",
        }
    try:
        # Proxies in between answer with pages of their own.
        found: Any = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    error: Any = cast("dict[str, Any]", found).get("error") if isinstance(found, dict) else None
    return cast("dict[str, Any]", error) if isinstance(error, dict) else {}


def retry_after_of(answer: http.client.HTTPResponse) -> float | None:
    """Seconds to wait for (RFC 9110, section 10.2.3); None where it isn't said, or is no time to wait for."""
    said = (answer.getheader("Retry-After") or "").strip()
    if re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", said):
        return float(said)
    until = _time_of(said)
    if until is None:
        return None
    # By the clock of who says it, where it is told: the one here may be wrong.
    now = _time_of(answer.getheader("Date") or "")
    return max(0.0, until - (time.time() if now is None else now))


def _time_of(date: str) -> float | None:
    """A date of HTTP in any of its three forms (RFC 9110, section 5.6.7), which are all of GMT."""
    if not re.match(r"(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? ", date):
        return None
    try:
        found = email.utils.parsedate_to_datetime(date)
        return (found if found.tzinfo is not None else found.replace(tzinfo=timezone.utc)).timestamp()
    except (ValueError, TypeError, OverflowError):
        return None
