"""Webhooks that are verified: what is refused, and what that costs."""

import base64
import hashlib
import hmac
from unittest import mock

from agent_email import WebhookVerificationError
from agent_email.webhooks import verify
from support import error_of

secret = "whsec_" + base64.b64encode(b"a secret of twenty-four b").decode()
body = b'{"event": "webhook.test"}'


def signed(payload=body, identifier="whd_1"):
    text = f"{identifier}.1000.".encode(errors="replace") + payload
    signature = hmac.new(base64.b64decode(secret[6:]), text, hashlib.sha256).digest()
    return {
        "webhook-id": identifier,
        "webhook-timestamp": "1000",
        "webhook-signature": "v1," + base64.b64encode(signature).decode(),
    }


def verified(headers, secrets=secret, payload=body):
    return verify(payload, headers, secrets, now=1000)


# Signed once with each secret, whatever signatures are offered.
own, other = signed()["webhook-signature"], "v1," + base64.b64encode(bytes(32)).decode()
with mock.patch.object(hmac, "new", wraps=hmac.new) as signs:
    offered = lambda *all_of_them: {**signed(), "webhook-signature": " ".join(all_of_them)}  # noqa: E731
    headers = [offered(*["v1,AAAA"] * 400), offered(*[other] * 400), offered(*[other] * 9, own), offered(*[other] * 10, own)]
    signs.reset_mock()
    for given, fails, times in zip(headers, (True, True, False, True), (0, 1, 2, 3)):
        if fails:
            assert isinstance(error_of(lambda: verified(given)), WebhookVerificationError)
        else:
            verified(given)
        assert signs.call_count == times, (signs.call_count, times)

# A secret that is none is told of, and is passed over beside one that is.
for none in ("whsec_é", "whsec_", "", None, [], [None]):
    error = error_of(lambda: verified(signed(), none))
    assert isinstance(error, WebhookVerificationError) and "there is no secret of a webhook" in str(error), error
for secrets in (["whsec_é", secret], [None, secret], f"{secret}\n"):
    assert verified(signed(), secrets) == {"event": "webhook.test"}

# Whatever somebody sends is refused in one way.
for given, payload in (
    ({**signed(), "webhook-id": "whd_\udce9"}, body),
    (signed(), "\udce9"),
    (signed(b"not JSON"), b"not JSON"),
    (signed(b"\xff"), b"\xff"),
    (signed(b"[" * 100_000), b"[" * 100_000),
):
    error = error_of(lambda: verified(given, payload=payload))
    assert isinstance(error, WebhookVerificationError), error

print("done")
