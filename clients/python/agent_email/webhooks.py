"""Verifies webhooks: Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Iterable, Mapping

from ._errors import WebhookVerificationError


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
    body = payload.encode() if isinstance(payload, str) else payload
    signed = f"{identifier}.{timestamp}.".encode() + body
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        expected = hmac.new(_key(secret), signed, hashlib.sha256).digest()
        for signature in signatures.split(" "):
            # As bytes: of text, only ASCII is compared, and who sends something else is refused as well.
            if signature.startswith("v1,") and hmac.compare_digest(
                base64.b64encode(expected), signature[3:].encode(errors="replace")
            ):
                return json.loads(body)
    raise WebhookVerificationError("the signature is not that of this secret")


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise WebhookVerificationError("the secret is none of a webhook: it begins with whsec_")
    return key
