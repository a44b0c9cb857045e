"""The clients: one object, a resource for each noun of the API."""

from __future__ import annotations

import os
import re
import time
from typing import TYPE_CHECKING, Any, Callable, Mapping
from urllib.parse import parse_qs, urlsplit

from . import _resources as r
from ._answer import field_of, strange
from ._events import AsyncEventsResource, EventsResource
from ._threads import on_thread
from ._tools import AsyncToolsResource, ToolsResource
from ._transport import AsyncTransport, Transport, waited_since

if TYPE_CHECKING:
    from typing import Unpack

    from . import types as t

_DEFAULT_URL = "http://127.0.0.1:8080"
_LONGEST_WAIT = 55
"""Seconds that the service is asked to wait at a time: proxies give up on what has been silent for 60."""


def _key(given: str | None) -> str:
    # Of a file it comes with a line end.
    key = (given or os.environ.get("AGENT_EMAIL_KEY") or "").strip()
    if not key:
        raise ValueError("There is no API key. Pass api_key, or set AGENT_EMAIL_KEY in the environment.")
    if not re.fullmatch(r"[\x21-\x7e]+", key):
        raise ValueError("The API key has a character that no key has, such as a space or a line end.")
    return key


def _url(given: str | None) -> str:
    return given or os.environ.get("AGENT_EMAIL_URL") or _DEFAULT_URL


def _token(attachment: t.DownloadableAttachment) -> str:
    """Of its link. Raises ConnectionError where there is none."""
    try:
        return parse_qs(urlsplit(field_of(attachment, "download_url", str)).query)["token"][0]
    except (KeyError, ValueError):
        raise strange("the answer has no download_url") from None


class AttachmentsResource(r.AttachmentsResource):
    """Attachments of messages."""

    def download(self, attachment_id: str) -> bytes:
        """Its content. Raises ApiError where the scan found something, or isn't done."""
        query = {"token": _token(self.get(attachment_id))}
        return self._transport.bytes("download_attachment", {"attachment_id": attachment_id}, query)


class AsyncAttachmentsResource(r.AsyncAttachmentsResource):
    """Attachments of messages, for programs that await."""

    async def download(self, attachment_id: str) -> bytes:
        """As ``AttachmentsResource.download``."""
        query = {"token": _token(await self.get(attachment_id))}
        return await self._transport.bytes("download_attachment", {"attachment_id": attachment_id}, query)


def _waiting_on(query: Mapping[str, Any]) -> Callable[[], Mapping[str, Any]]:
    """What each attempt of a wait asks: one that is made again goes on with the one whose answer was lost."""
    began = time.monotonic()
    first = True

    def asked() -> Mapping[str, Any]:
        nonlocal first
        if first:
            first = False
            return query
        again = {**query, "waited": waited_since(began - (query.get("waited") or 0))}
        if query.get("timeout") is not None:
            again["timeout"] = max(1, query["timeout"] - int(time.monotonic() - began))
        return again

    return asked


class MessagesResource(r.MessagesResource):
    """Messages: read, sent, answered, released."""

    def wait(self, slug: str, **query: Unpack[t.WaitForMessageQuery]) -> t.WaitAnswer:
        """Waits once, for up to a minute: its ``message`` is None where none came.

        Where the connection is lost, what came in meanwhile counts.
        """
        return self._transport.call("wait_for_message", {"slug": slug}, _waiting_on(query))

    def wait_for(self, slug: str, *, timeout: float = 300, **filters: Any) -> t.Message | None:
        """Waits for the first message that matches, for so many seconds; None where none came.

        Pass ``since`` for those that came in before the call, too; ``from_``, ``subject``, ``thread_id`` and ``status``
        say which. Raises ConnectionError for an answer that is none.
        """
        until = time.monotonic() + timeout
        while (left := until - time.monotonic()) > 0:
            answer = self.wait(slug, timeout=max(1, min(_LONGEST_WAIT, round(left))), **filters)
            message = field_of(answer, "message", dict, type(None))
            if message is not None:
                return message
            # In place of ``since``: the service takes one of them.
            filters.pop("since", None)
            filters["cursor"] = field_of(answer, "next_cursor", str)
        return None


class AsyncMessagesResource(r.AsyncMessagesResource):
    """Messages, for programs that await."""

    async def wait(self, slug: str, **query: Unpack[t.WaitForMessageQuery]) -> t.WaitAnswer:
        """As ``MessagesResource.wait``."""
        return await self._transport.call("wait_for_message", {"slug": slug}, _waiting_on(query))

    async def wait_for(self, slug: str, *, timeout: float = 300, **filters: Any) -> t.Message | None:
        """As ``MessagesResource.wait_for``."""
        until = time.monotonic() + timeout
        while (left := until - time.monotonic()) > 0:
            answer = await self.wait(slug, timeout=max(1, min(_LONGEST_WAIT, round(left))), **filters)
            message = field_of(answer, "message", dict, type(None))
            if message is not None:
                return message
            # In place of ``since``: the service takes one of them.
            filters.pop("since", None)
            filters["cursor"] = field_of(answer, "next_cursor", str)
        return None


class AgentEmail:
    """A client of one service with one API key.

    Every method returns what the API answers, as dictionaries with its field names, and raises an ApiError where it
    refuses; what can pass is tried again first, a POST with the same Idempotency-Key. The key and the address of the
    service are those of AGENT_EMAIL_KEY and AGENT_EMAIL_URL in the environment unless told. ``timeout`` is in seconds,
    for one attempt as a whole. It may be used by several threads at once.
    """

    def __init__(
        self,
        api_key: str | None = None,
        *,
        base_url: str | None = None,
        timeout: float = 60,
        max_retries: int = 2,
    ) -> None:
        self._use(Transport(_key(api_key), _url(base_url), timeout, max_retries))

    def _use(self, transport: Transport) -> None:
        self._transport = transport
        self.account = r.AccountResource(transport)
        self.api_keys = r.ApiKeysResource(transport)
        self.approvals = r.ApprovalsResource(transport)
        self.attachments = AttachmentsResource(transport)
        self.audit_log = r.AuditLogResource(transport)
        self.billing = r.BillingResource(transport)
        self.credits = r.CreditsResource(transport)
        self.drafts = r.DraftsResource(transport)
        self.events = EventsResource(transport)
        self.inboxes = r.InboxesResource(transport)
        self.messages = MessagesResource(transport)
        self.notice_channels = r.NoticeChannelsResource(transport)
        self.policies = r.PoliciesResource(transport)
        self.statistics = r.StatisticsResource(transport)
        self.suppressions = r.SuppressionsResource(transport)
        self.threads = r.ThreadsResource(transport)
        self.tools = ToolsResource(transport)
        self.users = r.UsersResource(transport)
        self.webhooks = r.WebhooksResource(transport)

    def with_options(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> AgentEmail:
        """The same client with other settings: ``client.with_options(idempotency_key="order-1815").messages.send(…)``."""
        copy = object.__new__(AgentEmail)
        copy._use(self._transport.with_options(idempotency_key, timeout, max_retries))
        return copy

    @staticmethod
    def sign_up(*, base_url: str | None = None, **body: Unpack[t.SignUp]) -> t.SignedUp:
        """Makes an account, and returns its first keys, which nobody is shown again."""
        return Transport(None, _url(base_url), 60, 2).call("sign_up", {}, body=body)


class AsyncAgentEmail:
    """The same for programs that await; each request runs on a thread."""

    def __init__(
        self,
        api_key: str | None = None,
        *,
        base_url: str | None = None,
        timeout: float = 60,
        max_retries: int = 2,
    ) -> None:
        self._use(Transport(_key(api_key), _url(base_url), timeout, max_retries))

    def _use(self, waiting: Transport) -> None:
        self._waiting = waiting
        transport = AsyncTransport(waiting)
        self.account = r.AsyncAccountResource(transport)
        self.api_keys = r.AsyncApiKeysResource(transport)
        self.approvals = r.AsyncApprovalsResource(transport)
        self.attachments = AsyncAttachmentsResource(transport)
        self.audit_log = r.AsyncAuditLogResource(transport)
        self.billing = r.AsyncBillingResource(transport)
        self.credits = r.AsyncCreditsResource(transport)
        self.drafts = r.AsyncDraftsResource(transport)
        self.events = AsyncEventsResource(transport)
        self.inboxes = r.AsyncInboxesResource(transport)
        self.messages = AsyncMessagesResource(transport)
        self.notice_channels = r.AsyncNoticeChannelsResource(transport)
        self.policies = r.AsyncPoliciesResource(transport)
        self.statistics = r.AsyncStatisticsResource(transport)
        self.suppressions = r.AsyncSuppressionsResource(transport)
        self.threads = r.AsyncThreadsResource(transport)
        self.tools = AsyncToolsResource(transport)
        self.users = r.AsyncUsersResource(transport)
        self.webhooks = r.AsyncWebhooksResource(transport)

    def with_options(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> AsyncAgentEmail:
        """The same client with other settings."""
        copy = object.__new__(AsyncAgentEmail)
        copy._use(self._waiting.with_options(idempotency_key, timeout, max_retries))
        return copy

    @staticmethod
    async def sign_up(*, base_url: str | None = None, **body: Unpack[t.SignUp]) -> t.SignedUp:
        """Makes an account, and returns its first keys, which nobody is shown again."""
        return await on_thread(AgentEmail.sign_up, base_url=base_url, **body)
