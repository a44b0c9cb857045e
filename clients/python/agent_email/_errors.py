"""What can go wrong: refusals by the service, each status a class of its own, and answers that never came."""

from __future__ import annotations

from typing import Any, cast


def _text(body: dict[str, Any], name: str) -> str | None:
    """What is in between may have the same names for other things."""
    value = body.get(name)
    return value if isinstance(value, str) else None


def _details(value: Any) -> list[dict[str, str]]:
    return [
        cast("dict[str, str]", one)
        for one in (cast("list[Any]", value) if isinstance(value, list) else [])
        if isinstance(one, dict) and isinstance(one.get("path"), str) and isinstance(one.get("message"), str)
    ]


class AgentEmailError(Exception):
    """Anything that a call can end with, except for what its own arguments raise."""


class ConnectionError(AgentEmailError):  # noqa: A001
    """The service could not be reached, or broke off, as often as it was tried."""


class TimeoutError(ConnectionError):  # noqa: A001
    """The service gave no answer in time."""


class WebhookVerificationError(AgentEmailError):
    """A request is not what the service sent."""


class ApiError(AgentEmailError):
    """The service answered with an error."""

    def __init__(self, status: int, body: dict[str, Any], retry_after: float | None) -> None:
        self.status = status
        """HTTP status."""
        self.code: str = _text(body, "code") or f"http_{status}"
        """One of the API's error codes, such as ``validation_error``."""
        self.details: list[dict[str, str]] = _details(body.get("details"))
        """What is wrong, and where (``path``, ``message``); empty where it is one thing."""
        self.request_id: str | None = _text(body, "request_id")
        """Names the request to whoever runs the service."""
        self.retry_after = retry_after
        """Seconds after which it may be tried again; None where the service didn't say."""
        self.docs: str | None = _text(body, "docs")
        self.fix: str | None = _text(body, "fix")
        message = _text(body, "message") or f"HTTP {status}"
        first = f"{self.details[0]['path']} {self.details[0]['message']}" if self.details else ""
        # The service has it in the message, unless it is an older one.
        super().__init__(message if first in message else f"{message} ({first})")

    def __reduce__(self) -> tuple[Any, ...]:
        """It is copied, and passed between processes, as it is."""
        return type(self), (self.status, {"message": str(self)}, self.retry_after), self.__dict__


class InvalidRequestError(ApiError):
    """400, 413, 415, 422: the request is wrong as it is."""


class AuthenticationError(ApiError):
    """401: no API key, or none that is known."""


class CreditsError(ApiError):
    """402: the credits are used up."""


class PermissionError(ApiError):  # noqa: A001
    """403: the key, the inbox's level or a policy doesn't allow it."""


class NotFoundError(ApiError):
    """404, 410: there is no such thing, or not any more."""


class ConflictError(ApiError):
    """409: not in the state that things are in."""


class RateLimitError(ApiError):
    """429: too many requests; ``retry_after`` says when to come again."""


class ServiceError(ApiError):
    """500 and above: the service can't do it now."""


_BY_STATUS: dict[int, type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    402: CreditsError,
    403: PermissionError,
    404: NotFoundError,
    409: ConflictError,
    410: NotFoundError,
    413: InvalidRequestError,
    415: InvalidRequestError,
    422: InvalidRequestError,
    429: RateLimitError,
}


def api_error(status: int, body: dict[str, Any], retry_after: float | None) -> ApiError:
    """The error of an answer."""
    kind = _BY_STATUS.get(status, ServiceError if status >= 500 else ApiError)
    return kind(status, body, retry_after)
