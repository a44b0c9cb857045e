"""Verifies webhooks: Standard Webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from typing import Any, Iterable, Mapping

from ._errors import WebhookVerificationError

_MOST_SIGNATURES = 10
"""Signatures of one request that are looked at: the service sends one for each of five secrets at the most."""


def verify(
    payload: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Iterable[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> Any:
    """Verifies a webhook and returns its event.

    ``payload`` is the body as it came, byte for byte. ``secrets`` are the inbox's ``whsec_…``: while one is being
    rotated, both. ``tolerance`` is how old it may be, in seconds. Raises WebhookVerificationError.
    """
    given = {name.lower(): value for name, value in headers.items()}
    identifier, timestamp, signatures = (
        given.get(name, "") for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    if not (identifier and timestamp and signatures):
        raise WebhookVerificationError(
            "the request has no webhook-id, webhook-timestamp or webhook-signature"
        )
    seconds = time.time() if now is None else now
    # Longer ones are no time, and more than Python makes a number of.
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(seconds - int(timestamp)) > tolerance:
        raise WebhookVerificationError("the request is too old, or from the future")
    keys = [key for secret in _each(secrets) if (key := _bytes_of(secret))]
    if not keys:
        raise WebhookVerificationError(
            "there is no secret of a webhook among those given: it begins with whsec_"
        )
    offered = _signatures_of(signatures)
    # Text that no bytes are made of isn't what was signed.
    body = payload.encode(errors="replace") if isinstance(payload, str) else payload
    signed = f"{identifier}.{timestamp}.".encode(errors="replace") + body
    if not offered or not any(_is_signed(signed, key, offered) for key in keys):
        raise WebhookVerificationError("the signature is not that of this secret")
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise WebhookVerificationError("the body is no JSON") from error


def _each(secrets: Any) -> Iterable[Any]:
    return [secrets] if secrets is None or isinstance(secrets, str) else secrets


def _signatures_of(header: str) -> list[bytes]:
    """What may be a signature of ours: whatever else is sent costs nothing."""
    texts = [one[3:] for one in header.split(" ", _MOST_SIGNATURES)[:_MOST_SIGNATURES] if one.startswith("v1,")]
    return [found for text in texts if len(found := _bytes_of(text)) == hashlib.sha256().digest_size]


def _is_signed(signed: bytes, key: bytes, offered: list[bytes]) -> bool:
    """Signs once, however many signatures are offered."""
    expected = hmac.new(key, signed, hashlib.sha256).digest()
    return any(hmac.compare_digest(expected, one) for one in offered)


def _bytes_of(text: Any) -> bytes:
    """Those of a secret, or of a signature; none where it is no base64."""
    if not isinstance(text, str):
        return b""
    try:
        return base64.b64decode(text.strip().removeprefix("whsec_"), validate=True)
    except ValueError:
        return b""
