"""A program that a user of the Python client writes; it says {"done": true} where all is as it must be."""

import asyncio
import base64
import hashlib
import hmac
import inspect
import json
import os
import re
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import agent_email
from agent_email import AgentEmail, AsyncAgentEmail, webhooks

url, key, slug = os.environ["AGENT_EMAIL_URL"], os.environ["AGENT_EMAIL_KEY"], os.environ["SLUG"]
client = AgentEmail(key, base_url=url)


def raises(kind, call, check=lambda error: True):
    try:
        call()
    except kind as error:
        assert check(error), error
    else:
        raise AssertionError(f"{kind.__name__} was not raised")


# The tree: each resource and its methods, the same for both clients.
tree = json.loads(os.environ["TREE"])
for one in (client, AsyncAgentEmail(key, base_url=url)):
    for resource, methods in tree.items():
        for method in methods:
            assert callable(getattr(getattr(one, resource), method)), (resource, method)
assert inspect.iscoroutinefunction(AsyncAgentEmail(key, base_url=url).messages.send)

# The key and the address of the environment, unless told.
assert AgentEmail().messages.get(os.environ["MESSAGE"])["id"] == os.environ["MESSAGE"]
del os.environ["AGENT_EMAIL_KEY"]
raises(ValueError, AgentEmail, lambda error: "AGENT_EMAIL_KEY" in str(error))
raises(ValueError, AsyncAgentEmail)
os.environ["AGENT_EMAIL_KEY"] = key

# Lists, page by page and item by item.
for index in range(5):
    client.inboxes.create(slug=f"python-{index}")
first = client.inboxes.list(limit=2).first()
assert len(first.items) == 2 and first.next_cursor is not None
slugs = [inbox["slug"] for inbox in client.inboxes.list(limit=2)]
assert len(slugs) == len(set(slugs)) and {"python-0", "python-4"} <= set(slugs)

# A message as it came in, and its bytes.
message = client.messages.get(os.environ["MESSAGE"])
assert message["subject"] == "From outside"
assert b"Subject: From outside" in client.messages.raw(message["id"])

# Found by what was noted of it.
client.messages.update(message["id"], metadata={"ticket": "4711", "open": True})
assert [one["id"] for one in client.messages.list(slug, metadata={"ticket": "4711", "open": True})] == [message["id"]]
assert client.messages.list(slug, metadata={"ticket": "4712"}).first().items == []

# Sent with an attachment, read again.
sent = client.messages.send(
    "python-0",
    to=f"{slug}@inbox.localhost",
    subject="With a file",
    body="Here it is.",
    attachments=[{"filename": "note.txt", "content": base64.b64encode(b"a note").decode()}],
)
(attachment,) = client.messages.attachments(sent["id"])["attachments"]
assert client.attachments.download(attachment["id"]) == b"a note"

# Withheld until somebody approves it.
client.inboxes.update("python-1", security_level="full_lockdown")
held = client.messages.send("python-1", to="ada@example.com", subject="Held", body="Held.")
assert held["status"] == "withheld"
(approval,) = client.approvals.list(status="pending")
assert approval["message_id"] == held["id"]
client.approvals.approve(approval["id"])

# Nothing came: None, and a sender is named by `from_`.
assert client.messages.wait_for("python-2", timeout=1, from_="nobody@example.com") is None

# The same request twice is one.
keyed = client.with_options(idempotency_key="python-once")
assert keyed.suppressions.create(address="a@example.com") == keyed.suppressions.create(address="a@example.com")

# The stream, from the first event on, broken off and taken up.
seen, last = [], "evt_" + "0" * 26
for _ in range(2):
    for event in client.events.stream(last_event_id=last):
        seen.append(event.id)
        last = event.id
        break
assert len(set(seen)) == 2
# One kind is a text as well as a list of one: its letters are no kinds.
one_kind = client.events.stream(types="message.received", last_event_id="evt_" + "0" * 26)
assert next(one_kind).type == "message.received"
one_kind.close()


# All of that for programs that await, several at a time; a stream that waits is ended.
async def awaiting():
    other = AsyncAgentEmail(key, base_url=url)
    one, two = await asyncio.gather(other.inboxes.get("python-0"), other.inboxes.get("python-1"))
    assert (one["slug"], two["slug"]) == ("python-0", "python-1")
    assert [inbox["slug"] async for inbox in other.inboxes.list(limit=2)] == slugs
    opened, open_one = threading.Event(), other._waiting.open

    def open_and_say_so(*given):
        response = open_one(*given)
        opened.set()
        return response

    other._waiting.open = open_and_say_so
    stream = other.events.stream(slug="python-3")
    waiting = asyncio.ensure_future(anext(stream))
    await asyncio.to_thread(opened.wait)
    waiting.cancel()
    try:
        await waiting
    except asyncio.CancelledError:
        pass


asyncio.run(awaiting())

# Errors, each of its class.
raises(
    agent_email.NotFoundError,
    lambda: client.inboxes.get("nowhere-to-be-found"),
    lambda error: error.code == "not_found" and error.request_id.startswith("req_"),
)
raises(
    agent_email.InvalidRequestError,
    lambda: client.messages.send(slug, to="nobody", subject="x", body="x"),
    lambda error: len(error.details) > 0,
)
raises(agent_email.AuthenticationError, AgentEmail("svc_live_nothing", base_url=url).inboxes.list().first)
raises(agent_email.AgentEmailError, lambda: client.inboxes.get(".."), lambda error: "must be given" in str(error))
raises(
    agent_email.ConnectionError,
    AgentEmail(key, base_url="http://127.0.0.1:9", max_retries=0).inboxes.list().first,
)
raises(ValueError, lambda: AgentEmail(key, base_url="nonsense"))

# A service that fails now and then: tried again with the same key, for as long as it may pass.
answers, asked, paths = [], [], []


class Flaky(BaseHTTPRequestHandler):
    def do_GET(self):
        asked.append(self.headers.get("Idempotency-Key"))
        paths.append(self.path)
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        status, headers, body = answers.pop(0)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_DELETE = do_GET

    def log_message(self, *_):
        pass


flaky = ThreadingHTTPServer(("127.0.0.1", 0), Flaky)
threading.Thread(target=flaky.serve_forever, daemon=True).start()
patient = AgentEmail(key, base_url=f"http://127.0.0.1:{flaky.server_port}/api/v1/")
soon = {"Retry-After": "0"}
answers += [(429, soon, b"{}"), (503, soon, b"a page of a proxy"), (201, {}, b'{"slug": "made"}')]
assert patient.inboxes.create(slug="made")["slug"] == "made"
assert len(asked) == 3 and asked[0] is not None and len(set(asked)) == 1
answers += [(500, soon, b"{}")] * 3
raises(agent_email.ServiceError, lambda: patient.inboxes.get("made"))
assert len(asked) == 6 and asked[5] is None
answers += [(429, {"Retry-After": "3600"}, b"{}")]
raises(agent_email.RateLimitError, lambda: patient.inboxes.get("made"), lambda error: error.retry_after == 3600)
for odd in ("-1", "nan"):
    hasty = patient.with_options(max_retries=1)
    answers += [(503, {"Retry-After": odd}, b"{}"), (404, {"Retry-After": odd}, b"{}")]
    raises(agent_email.NotFoundError, lambda: hasty.inboxes.get("made"), lambda error: error.retry_after is None)
    del asked[-2:], paths[-2:]
answers += [(422, {}, b'{"error": {"code": "validation_error", "message": "No."}}')]
raises(agent_email.InvalidRequestError, lambda: patient.inboxes.get("made"), lambda error: str(error) == "No.")
# What is in between has the same names for other things.
for odd, said in (
    ({"code": 403, "message": "No.", "status": "PERMISSION_DENIED", "details": [{"@type": "help"}]}, "No."),
    ({"code": "denied", "message": {"text": "No."}, "details": "none", "fix": 7}, "HTTP 403"),
    ("denied", "HTTP 403"),
):
    answers += [(403, {}, json.dumps({"error": odd}).encode())]
    raises(
        agent_email.PermissionError,
        lambda: patient.inboxes.get("made"),
        lambda error: str(error) == said and error.details == [] and isinstance(error.code, str) and error.fix is None,
    )
    del asked[-1:], paths[-1:]
# What is not there any more when it is to be deleted again was deleted.
answers += [(502, soon, b""), (404, {}, b"{}")]
assert patient.inboxes.delete("made") is None
answers += [(404, {}, b"{}")]
raises(agent_email.NotFoundError, lambda: patient.inboxes.delete("made"))
answers += [(429, soon, b""), (404, {}, b"{}")]
raises(agent_email.NotFoundError, lambda: patient.inboxes.delete("made"))
del asked[-5:], paths[-5:]
answers += [(302, {"Location": url}, b"")]
raises(agent_email.ApiError, lambda: patient.inboxes.get("made"))
assert len(asked) == 9

# A wait goes on where the one before ended, in place of where it began.
nothing = b'{"message": null, "next_cursor": "next"}'
answers += [(200, {}, nothing), (200, {}, b'{"message": {"id": "msg_1"}, "next_cursor": "last"}')] * 2
assert patient.messages.wait_for("made", since="2026-01-01T00:00:00Z", from_="ada")["id"] == "msg_1"
other = AsyncAgentEmail(key, base_url=f"http://127.0.0.1:{flaky.server_port}")
assert asyncio.run(other.messages.wait_for("made", since="2026-01-01T00:00:00Z", from_="ada"))["id"] == "msg_1"
for begun, gone_on in (paths[9:11], paths[11:13]):
    assert "since=" in begun and "cursor=" not in begun and "timeout=55" in begun, begun
    assert "cursor=next" in gone_on and "since=" not in gone_on and "from=ada" in gone_on, gone_on
# One whose answer was lost is made again for what came meanwhile, and for the rest of the time.
answers += [(503, soon, b""), (200, {}, b'{"message": {"id": "msg_2"}, "next_cursor": "next"}')] * 2
assert patient.messages.wait_for("made", timeout=50)["id"] == "msg_2"
assert asyncio.run(other.messages.wait_for("made", timeout=50))["id"] == "msg_2"
for lost, again in (paths[13:15], paths[15:17]):
    assert "waited=" not in lost and "timeout=50" in lost, lost
    waited, timeout = (float(re.search(name + r"=([\d.]+)", again)[1]) for name in ("waited", "timeout"))
    assert waited >= 1 and waited + timeout <= 53, again
flaky.shutdown()

# What is in between says why before it has read all, and closes.
hasty_server = socket.create_server(("127.0.0.1", 0))
refusals = []


def refuse():
    while True:
        connection, _ = hasty_server.accept()
        refusals.append(connection.recv(4096))
        connection.sendall(b"HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
        connection.close()


threading.Thread(target=refuse, daemon=True).start()
in_between = AgentEmail(key, base_url=f"http://127.0.0.1:{hasty_server.getsockname()[1]}")
large = {"filename": "large.bin", "content": "A" * 30_000_000}
raises(
    agent_email.InvalidRequestError,
    lambda: in_between.messages.send(slug, to="a@example.com", subject="x", body="x", attachments=[large]),
    lambda error: error.status == 413,
)
assert len(refusals) == 1

# A service, or what is in between, that gives a byte now and then and never ends: an attempt has its time.
dripping_server = socket.create_server(("127.0.0.1", 0))
drips = {"/head": b"HTTP/1.1 200 OK\r\nX-Slow: ", "/body": b"HTTP/1.1 200 OK\r\n\r\n", "/error": b"HTTP/1.1 403 No\r\n\r\n"}


def drip(connection):
    path = connection.recv(65536).split(b" ")[1].decode()
    try:
        connection.sendall(drips[path.removesuffix("/api/v1/inboxes/a")])
        while True:
            connection.sendall(b"x")
            time.sleep(0.05)
    except OSError:
        connection.close()


def accept_drips():
    while True:
        threading.Thread(target=drip, args=(dripping_server.accept()[0],), daemon=True).start()


threading.Thread(target=accept_drips, daemon=True).start()
for path, kind in (
    ("/head", agent_email.TimeoutError),
    ("/body", agent_email.TimeoutError),
    ("/error", agent_email.PermissionError),
):
    there = f"http://127.0.0.1:{dripping_server.getsockname()[1]}{path}"
    impatient = AgentEmail(key, base_url=there, timeout=0.5, max_retries=0)
    raises(kind, lambda: impatient.inboxes.get("a"))

# JSON that is no answer of the service.
strange_server = socket.create_server(("127.0.0.1", 0))


def answer_strangely():
    for text in (b"[]", b"null", b"[" * 100_000, b"[]"):
        connection, _ = strange_server.accept()
        connection.recv(65536)
        connection.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + text)
        connection.close()


threading.Thread(target=answer_strangely, daemon=True).start()
strange = AgentEmail(key, base_url=f"http://127.0.0.1:{strange_server.getsockname()[1]}", max_retries=0)
for _ in range(3):
    raises(agent_email.ConnectionError, lambda: strange.inboxes.get("a"))
raises(agent_email.ConnectionError, strange.tools.list)

# A key as a file has it; one that is none is told of without being shown.
assert AgentEmail(f"{key}\n", base_url=url).messages.get(os.environ["MESSAGE"])["id"] == os.environ["MESSAGE"]
for wrong in ("svc_test_a\nb", "svc_test_\u2192"):
    raises(ValueError, lambda: AgentEmail(wrong), lambda error: "svc_test" not in str(error))

# A stream that breaks off before its first event goes on from where it began.
resumed = []


class Brittle(BaseHTTPRequestHandler):
    def do_GET(self):
        resumed.append(self.headers.get("Last-Event-ID"))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        again = len(resumed) > 1
        self.wfile.write(b"id: evt_1\nevent: e\ndata: {}\n\n" if again else b"retry: 1\n\nid: evt_0\n\n: \n\n")

    def log_message(self, *_):
        pass


brittle = ThreadingHTTPServer(("127.0.0.1", 0), Brittle)
threading.Thread(target=brittle.serve_forever, daemon=True).start()
stream = AgentEmail(key, base_url=f"http://127.0.0.1:{brittle.server_port}").events.stream()
assert next(stream).id == "evt_1"
assert resumed == [None, "evt_0"], resumed
stream.close()
# One that is refused at first begins where it was to begin.
asked_for = []


class Late(BaseHTTPRequestHandler):
    def do_GET(self):
        asked_for.append(self.path)
        self.send_response(503 if len(asked_for) == 1 else 200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        if len(asked_for) > 1:
            self.wfile.write(b"id: evt_1\nevent: e\ndata: {}\n\n")

    def log_message(self, *_):
        pass


late = ThreadingHTTPServer(("127.0.0.1", 0), Late)
threading.Thread(target=late.serve_forever, daemon=True).start()
stream = AgentEmail(key, base_url=f"http://127.0.0.1:{late.server_port}").events.stream()
assert next(stream).id == "evt_1"
stream.close()
late.shutdown()
assert "waited" not in asked_for[0] and float(re.search(r"waited=([\d.]+)", asked_for[1])[1]) >= 1, asked_for
# What has been there is no failure, however often it broke off before: it is taken up again at once.
resumed, agent_email._events._LONGEST_PAUSE = [], 3_600.0
again = agent_email._events._Stream(
    AgentEmail(key, base_url=f"http://127.0.0.1:{brittle.server_port}")._transport, None, None, None, None
)
again._failures = 20
assert again.next().id == "evt_1"
again.end()
brittle.shutdown()

# A stream that is ended while it connects: no thread is left that reads it.
connecting, cancelled, left = threading.Event(), threading.Event(), threading.Event()


class Endless(BaseHTTPRequestHandler):
    def do_GET(self):
        connecting.set()
        cancelled.wait()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        try:
            # As fast as it is read: who goes on reading never has silence.
            while True:
                self.wfile.write(b": \n\n")
        except OSError:
            left.set()

    def log_message(self, *_):
        pass


endless = ThreadingHTTPServer(("127.0.0.1", 0), Endless)
threading.Thread(target=endless.serve_forever, daemon=True).start()


async def ending():
    stream = AsyncAgentEmail(key, base_url=f"http://127.0.0.1:{endless.server_port}").events.stream()
    waiting = asyncio.ensure_future(anext(stream))
    await asyncio.to_thread(connecting.wait)
    waiting.cancel()
    try:
        await waiting
    except asyncio.CancelledError:
        pass
    cancelled.set()


asyncio.run(ending())
left.wait()
endless.shutdown()

# A stream that is ended while it pauses before its next try: it pauses no longer.
asked = threading.Event()


class Busy(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(503)
        self.end_headers()
        asked.set()

    def log_message(self, *_):
        pass


busy = ThreadingHTTPServer(("127.0.0.1", 0), Busy)
threading.Thread(target=busy.serve_forever, daemon=True).start()
there = AgentEmail(key, base_url=f"http://127.0.0.1:{busy.server_port}")
pausing = agent_email._events._Stream(there._transport, None, None, None, None)
pausing._failures = 5_000
reading = threading.Thread(target=pausing.next)
reading.start()
asked.wait()
pausing.end()
reading.join()
busy.shutdown()

# A stream of a server that keeps no connection, which is ended while a thread waits for its next event.
agent_email._events._SILENCE = 3_600.0


class Quiet(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(b": \n\n")
        self.connection.recv(1)

    def log_message(self, *_):
        pass


quiet = ThreadingHTTPServer(("127.0.0.1", 0), Quiet)
threading.Thread(target=quiet.serve_forever, daemon=True).start()
there = AgentEmail(key, base_url=f"http://127.0.0.1:{quiet.server_port}")
opened, open_one = threading.Event(), there._transport.open


def open_and_tell(*given):
    response = open_one(*given)
    opened.set()
    return response


there._transport.open = open_and_tell
waits = agent_email._events._Stream(there._transport, None, None, None, None)
reading = threading.Thread(target=waits.next)
reading.start()
opened.wait()
waits.end()
reading.join()
quiet.shutdown()

# More calls at once than the event loop has threads for what else there is to be done.
together = threading.Barrier(40)


class Together(BaseHTTPRequestHandler):
    def do_GET(self):
        together.wait()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


class Crowd(ThreadingHTTPServer):
    request_queue_size = 64


crowd = Crowd(("127.0.0.1", 0), Together)
threading.Thread(target=crowd.serve_forever, daemon=True).start()


async def many():
    other = AsyncAgentEmail(key, base_url=f"http://127.0.0.1:{crowd.server_port}", max_retries=0)
    return await asyncio.gather(*(other.inboxes.get("a") for _ in range(40)))


assert asyncio.run(many()) == [{}] * 40
crowd.shutdown()

# What answers something else than the service does, as a page where people sign in to a network, is an error of ours.
class Page(BaseHTTPRequestHandler):
    def answer(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<html>Sign in</html>")

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


page = ThreadingHTTPServer(("127.0.0.1", 0), Page)
threading.Thread(target=page.serve_forever, daemon=True).start()
there = AgentEmail(key, base_url=f"http://127.0.0.1:{page.server_port}")
for call in (lambda: there.inboxes.get("a"), lambda: there.suppressions.create(address="a@b.example"), there.tools.list):
    raises(agent_email.ConnectionError, call, lambda error: "JSON" in str(error))
page.shutdown()
silent = socket.create_server(("127.0.0.1", 0))
raises(
    agent_email.TimeoutError,
    AgentEmail(key, base_url=f"http://127.0.0.1:{silent.getsockname()[1]}", timeout=0.05, max_retries=0).inboxes.list().first,
)

# Webhooks: by either secret, and by no other.
secret = client.webhooks.get("python-0")["secret"]
other = "whsec_" + base64.b64encode(b"another secret of 24 byte").decode()
now = int(time.time())
payload = json.dumps({"event": "message.received", "data": {"id": "msg_1"}}).encode()


def signed(by, at=now):
    signature = hmac.new(base64.b64decode(by[6:]), f"wh_1.{at}.".encode() + payload, hashlib.sha256).digest()
    return {
        "Webhook-Id": "wh_1",
        "webhook-timestamp": str(at),
        "webhook-signature": f"v1,AAAA v1,{base64.b64encode(signature).decode()}",
    }


assert webhooks.verify(payload, signed(secret), secret)["data"]["id"] == "msg_1"
assert webhooks.verify(payload.decode(), signed(other), [secret, other])["event"] == "message.received"
for body, headers, secrets in [
    (payload, signed(other), secret),
    (payload + b" ", signed(secret), secret),
    (payload, signed(secret, now - 301), secret),
    (payload, {}, secret),
    (payload, {**signed(secret), "webhook-timestamp": "never"}, secret),
    (payload, {**signed(secret), "webhook-timestamp": "9" * 400}, secret),
    (payload, {**signed(secret), "webhook-timestamp": "9" * 5_000}, secret),
    (payload, {**signed(secret), "webhook-timestamp": f"{now}\n"}, secret),
    (payload, {**signed(secret), "webhook-signature": "v1,%%%"}, secret),
    (payload, {**signed(secret), "webhook-signature": "v1,\xe9"}, secret),
    (payload, {**signed(secret), "webhook-signature": "v1,\udce9"}, secret),
    (payload, signed(secret), "nonsense"),
]:
    raises(agent_email.WebhookVerificationError, lambda: webhooks.verify(body, headers, secrets))

# Tools for models: one table in the forms of each, for programs that wait and for those that await.
tools = client.tools.list()
names = [tool["name"] for tool in tools]
schema = tools[0]["inputSchema"]
assert "send_message" in names and schema["type"] == "object"
described = {"name": names[0], "description": tools[0]["description"]}
assert client.tools.for_openai()[0] == {"type": "function", "function": {**described, "parameters": schema}}
assert client.tools.for_openai_responses()[0] == {
    "type": "function",
    **described,
    "parameters": schema,
    "strict": False,
}
assert client.tools.for_anthropic()[0] == {**described, "input_schema": schema}
refused = client.tools.call("get_message", {"message_id": "msg_none"})
assert refused.is_error and refused.data is None and refused.text.startswith("not_found: ")
made = {tool["name"]: tool for tool in client.tools.for_langchain(lambda **tool: tool)}
assert made[names[0]]["args_schema"] == schema
assert slug in made["get_inbox"]["func"](slug=slug)
# A tool that waits for longer than requests of the client may take otherwise.
hasty = client.with_options(timeout=1.5)
assert not hasty.tools.call("wait_for_message", {"slug": "python-0", "timeout": 3}).is_error


async def use_tools():
    waiting = AsyncAgentEmail(key, base_url=url).tools
    assert await waiting.list() == tools
    assert await waiting.for_openai() == client.tools.for_openai()
    assert await waiting.for_openai_responses() == client.tools.for_openai_responses()
    assert await waiting.for_anthropic() == client.tools.for_anthropic()
    assert (await waiting.call("get_inbox", {"slug": slug})).data["slug"] == slug
    made = {tool["name"]: tool for tool in await waiting.for_langchain(lambda **tool: tool)}
    assert slug in await made["get_inbox"]["coroutine"](slug=slug)


asyncio.run(use_tools())

print(json.dumps({"done": True}))
