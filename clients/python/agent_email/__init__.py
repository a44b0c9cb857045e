"""Client of the Agent Email Service: guarded email inboxes for AI agents."""

from . import types, webhooks
from ._client import AgentEmail, AsyncAgentEmail
from ._errors import (
    AgentEmailError,
    ApiError,
    AuthenticationError,
    ConflictError,
    ConnectionError,
    CreditsError,
    InvalidRequestError,
    NotFoundError,
    PermissionError,
    RateLimitError,
    ServiceError,
    TimeoutError,
    WebhookVerificationError,
)
from ._events import Event
from ._pages import AsyncPages, Page, Pages
from ._tools import ToolResult

__all__ = [
    "AgentEmail",
    "AgentEmailError",
    "ApiError",
    "AsyncAgentEmail",
    "AsyncPages",
    "AuthenticationError",
    "ConflictError",
    "ConnectionError",
    "CreditsError",
    "Event",
    "InvalidRequestError",
    "NotFoundError",
    "Page",
    "Pages",
    "PermissionError",
    "RateLimitError",
    "ServiceError",
    "TimeoutError",
    "ToolResult",
    "WebhookVerificationError",
    "types",
    "webhooks",
]
