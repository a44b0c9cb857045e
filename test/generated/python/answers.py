"""What the client makes of answers: those that are none of the service's, those that say when to come again, and streams."""

import copy
import json
import pickle
import time
from pathlib import Path
from unittest import mock

import agent_email
from agent_email import AgentEmailError, ApiError, ConnectionError, TimeoutError
from agent_email import _transport
from support import Server, error_of

_transport._LONGEST_PAUSE = agent_email._events._LONGEST_PAUSE = 0.001

# What something else answers.
tool = lambda client: client.tools.call("get_inbox", {})  # noqa: E731
all_of = lambda client: list(client.inboxes.list())  # noqa: E731
wait_for = lambda client: client.messages.wait_for("a")  # noqa: E731
download = lambda client: client.attachments.download("att_1")  # noqa: E731
for text, call in (
    ("", lambda client: client.inboxes.get("a")),
    ("null", all_of),
    ("{}", all_of),
    ('{"inboxes": []}', all_of),
    ('{"inboxes": {}, "has_more": false, "next_cursor": null}', all_of),
    ('{"inboxes": [], "has_more": true, "next_cursor": null}', all_of),
    ("{}", wait_for),
    ('{"message": "msg_1"}', wait_for),
    ('{"message": null}', wait_for),
    ('{"download_url": null}', download),
    ('{"download_url": "/here"}', download),
    ("{}", tool),
    ('{"error": "x"}', tool),
    ('{"error": null, "result": null}', tool),
    ('{"result": {}}', tool),
    ('{"result": {"content": [null]}}', tool),
    ('{"result": {}}', lambda client: client.tools.list()),
):
    error = error_of(lambda: call(Server((200, {}, text.encode())).client()))
    assert isinstance(error, ConnectionError), (text, error)
    assert str(error).startswith("the answer ") and str(error).endswith("is base_url the address of the service?"), error
refused = Server((200, {}, b'{"error": {"code": -32602, "message": "No such tool."}}'))
assert str(error_of(lambda: tool(refused.client()))) == "No such tool."

# A redirect is told of at once, with where it leads to.
for call in (lambda client: client.inboxes.get("a"), lambda client: next(client.events.stream()), tool):
    server = Server((302, {"Location": "https://mail.example/"}, b""))
    error = error_of(lambda: call(server.client()))
    assert isinstance(error, ApiError) and (error.status, error.code) == (302, "redirect"), error
    assert "to https://mail.example/" in str(error) and len(server.asked) == 1, error

# When to come again: seconds, or a date of any form, by the clock of who says it.
def retry_after(said, **headers):
    server = Server((503, {"Retry-After": said, **headers}, b""))
    return error_of(lambda: server.client(max_retries=0).inboxes.get("a")).retry_after


for said in ("", " ", "-5", "-0", "soon", "0x10", "nan", "May 5", "Fri, 99 Nov 2026 10:00:00 GMT"):
    assert retry_after(said) is None, said
with mock.patch.object(time, "time", lambda: 784111747.0):
    for said in ("Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"):
        assert retry_after(said) == 30, (said, retry_after(said))
    assert retry_after("Sun, 06 Nov 1994 08:00:00 GMT") == 0
assert retry_after("Fri, 31 Dec 1999 23:59:59 GMT", Date="Fri, 31 Dec 1999 23:59:54 GMT") == 5
# Later than anybody waits for: it is tried once.
late = Server((503, {"Retry-After": "Thu, 31 Dec 2099 23:59:59 GMT"}, b""))
assert error_of(lambda: late.client().inboxes.get("a")).status == 503 and len(late.asked) == 1

# A wait counts the time that the service takes where it is told none.
document = Path(__file__).parents[3] / "services/api/openapi.json"
parameters = json.loads(document.read_text())["paths"]["/inboxes/{slug}/wait"]["get"]["parameters"]
(unasked,) = [one["schema"]["default"] for one in parameters if one.get("name") == "timeout"]
transport = Server((200, {}, b"{}")).client(timeout=5)._transport
for name in ("wait_for_message",):
    assert transport._seconds_for(name, {}) == unasked + 10
    assert transport._seconds_for(name, {"timeout": 50}) == 60
assert transport._seconds_for("get_inbox", {}) == 5
seconds = []
with mock.patch.object(_transport, "exchange", lambda *given: seconds.append(given[5]) or error_of(lambda: 1 / 0)):
    for call in (lambda client: client.messages.wait("a"), lambda client: client.tools.call("wait_for_message", {})):
        error_of(lambda: call(Server((200, {}, b"{}")).client(timeout=5)))
assert seconds == [unasked + 10] * 2, seconds

# A stream: given up where something else answers as often as a request is tried, taken up through what may pass.
page = (200, {"Content-Type": "text/html"}, b"<html>Sign in</html>")
event = (200, {"Content-Type": "text/event-stream; charset=utf-8"}, b"id: evt_1\nevent: e\ndata: {}\n\n")
strange = Server(page)
error = error_of(lambda: next(strange.client().events.stream()))
assert isinstance(error, ConnectionError) and "is no text/event-stream: is base_url" in str(error), error
assert len(strange.asked) == 3
assert next(Server(page, page, event).client().events.stream()).id == "evt_1"
passing = Server(*[(502, {}, b""), (429, {}, b""), (200, event[1], b"")] * 3, event)
assert next(passing.client().events.stream()).id == "evt_1" and len(passing.asked) == 10
for wrong in ("evt_\u2192", "evt\n", ""):
    server = Server(event)
    error = error_of(lambda: next(server.client().events.stream(last_event_id=wrong)))
    assert isinstance(error, AgentEmailError) and server.asked == [], error
# An event that can't be read is told of by its id; bytes that are no letters are none of its ends.
for data in (b"{", b"null", b"[]", b"[" * 100_000):
    server = Server((200, event[1], b"id: evt_7\nevent: e\ndata: " + data + b"\n\n"))
    error = error_of(lambda: next(server.client().events.stream()))
    assert isinstance(error, AgentEmailError) and not isinstance(error, ConnectionError), error
    assert "evt_7" in str(error) and len(server.asked) == 1, error
odd = Server((200, event[1], b'id: evt_8\nevent: e\ndata: {"a": "\xff"}\n\n'))
assert next(odd.client().events.stream()).payload == {"a": "\ufffd"}
with mock.patch.object(agent_email._events, "_LONGEST_EVENT", 1_000):
    for endless in (b"x" * 2_000, b"data: x\n" * 200):
        error = error_of(lambda: next(Server((200, event[1], endless)).client().events.stream()))
        assert "too long" in str(error), error

# Errors are copied, and passed between processes, as they are.
body = {"code": "validation_error", "message": "No.", "details": [{"path": "body.to", "message": "is none"}], "fix": "F"}
for error in (
    agent_email._errors.api_error(422, {**body, "request_id": "req_1"}, 5.0),
    agent_email._errors.api_error(503, {}, None),
    AgentEmailError("a"),
    TimeoutError("b"),
    error_of(lambda: strange.client(max_retries=0).inboxes.get("a")),
):
    error.noticed = "here"
    for other in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert (type(other), str(other), vars(other)) == (type(error), str(error), vars(error)), other

print("done")
