"""What the client sends of what it is given: a caller's mistake is told as one, before anything is sent."""

import os
import socket
import threading
from datetime import datetime, timezone
from unittest import mock

from agent_email import AgentEmail, AgentEmailError, ConnectionError
from support import Server, error_of

server = Server((200, {}, b'{"messages": [], "has_more": false, "next_cursor": null}'))
client = server.client()
mail = {"to": "ada@example.com", "subject": "Hello", "body": "Hello"}
circle = {}
circle["self"] = circle

for call, words in (
    (lambda: client.with_options(idempotency_key="заказ-1"), "idempotency_key must have 1 to 255 characters"),
    (lambda: client.with_options(idempotency_key=""), "idempotency_key must have 1 to 255 characters"),
    (lambda: client.with_options(idempotency_key="k" * 256), "idempotency_key must have 1 to 255 characters"),
    (lambda: client.with_options(idempotency_key="order \n"), "idempotency_key must have 1 to 255 characters"),
    (lambda: client.messages.send("a", **mail, metadata={"file": b"x"}), "the body can't be written as JSON"),
    (lambda: client.messages.send("a", **mail, metadata=circle), "the body can't be written as JSON"),
    (lambda: client.messages.send("a", **mail, metadata={"n": float("nan")}), "the body can't be written as JSON"),
    (lambda: client.messages.send("a", **mail, send_at=datetime(2026, 1, 31)), "must have a time zone"),
    (lambda: client.tools.call("list_messages", {"limit": b"1"}), "the body can't be written as JSON"),
    (lambda: client.inboxes.get("a\ud83d"), "slug has half of a character"),
    (lambda: client.messages.list("a", q="\ud83d").first(), "q has half of a character"),
    (lambda: client.inboxes.get(None), "slug must be given"),
    (lambda: client.messages.wait("a", since=datetime(2026, 1, 31)), "since must have a time zone"),
    (lambda: client.messages.wait("a", since=object()), "since must be a text, a number, a boolean or a datetime"),
):
    error = error_of(call)
    assert isinstance(error, AgentEmailError) and not isinstance(error, ConnectionError), error
    assert words in str(error), error
assert server.asked == []

# A datetime is a time, in a query as in a body; lists and dictionaries are a parameter for each.
at = datetime(2026, 1, 31, 9, 30, tzinfo=timezone.utc)
client.messages.wait("a", since=at)
client.messages.list("a", metadata={"ticket": 4711, "open": True}, label=["x", "y"]).first()
client.messages.send("a", **mail, send_at=at)
assert server.asked == [
    "/api/v1/inboxes/a/wait?since=2026-01-31T09%3A30%3A00%2B00%3A00",
    "/api/v1/inboxes/a/messages?metadata%5Bticket%5D=4711&metadata%5Bopen%5D=true&label=x&label=y",
    "/api/v1/inboxes/a/messages",
], server.asked

# Addresses that no service has are refused at once; a password is not shown.
for wrong in (
    "mail.example.com",
    "localhost:8080",
    "ftp://mail.example.com",
    "http://a b/",
    "http://mail.example.com/?x=1",
    "http://mail.example.com/#x",
    "http://mail.example.com:99999",
    "http://ada:geheim@mail.example.com",
):
    error = error_of(lambda: AgentEmail("svc_test_x", base_url=wrong))
    assert isinstance(error, ValueError) and "geheim" not in str(error), (wrong, error)
for odd, path in ((f" {server.url}/mail/api/v1/ \n", "/mail"), (f"{server.url}/a b", "/a%20b")):
    AgentEmail("svc_test_x", base_url=odd).messages.list("a").first()
    assert server.asked[-1] == f"{path}/api/v1/inboxes/a/messages", server.asked

# Where a connection goes to: an address of IPv6 without a port, too.
reached = []


def refuse(address, *_, **__):
    reached.append(address)
    raise OSError("nobody")


def where(url, environment={}):
    with mock.patch.dict(os.environ, environment), mock.patch.object(socket, "create_connection", refuse):
        there = AgentEmail("svc_test_x", base_url=url, max_retries=0)
        assert isinstance(error_of(lambda: there.inboxes.get("a")), ConnectionError)
    return reached[-1]


for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
    os.environ.pop(name, None)
    os.environ.pop(name.upper(), None)
assert where("http://[::1]/") == ("::1", 80)
assert where("https://[2001:db8::1]") == ("2001:db8::1", 443)
assert where("http://[::1]:8080") == ("::1", 8080)

# The proxy of the environment, but for what it names, and for this machine.
proxies = {"HTTPS_PROXY": "http://proxy.example:3128", "HTTP_PROXY": "proxy.example:3129", "NO_PROXY": "near.example"}
assert where("https://far.example", proxies) == ("proxy.example", 3128)
assert where("http://far.example", proxies) == ("proxy.example", 3129)
assert where("https://mail.near.example", proxies) == ("mail.near.example", 443)
assert where("http://127.0.0.1:8080", proxies) == ("127.0.0.1", 8080)
assert where("http://[::1]:8080", proxies) == ("::1", 8080)
assert where("http://localhost", proxies) == ("localhost", 80)
with mock.patch.dict(os.environ, {"HTTPS_PROXY": "socks5://proxy.example"}):
    assert isinstance(error_of(lambda: AgentEmail("svc_test_x", base_url="https://far.example")), ValueError)

# Without TLS the proxy is asked by the whole address, with its own password; with TLS for a tunnel.
with mock.patch.dict(os.environ, {"HTTP_PROXY": f"http://ada:ge%20heim@127.0.0.1:{server.port}"}):
    AgentEmail("svc_test_x", base_url="http://far.example:81/mail").messages.list("a").first()
assert server.asked[-1] == "http://far.example:81/mail/api/v1/inboxes/a/messages", server.asked[-1]
assert server.headers[-1]["Host"] == "far.example:81"
assert server.headers[-1].get_all("Proxy-Authorization") == ["Basic YWRhOmdlIGhlaW0="]
assert server.headers[-1]["Authorization"] == "Bearer svc_test_x"
tunnel = socket.create_server(("127.0.0.1", 0))
with mock.patch.dict(os.environ, {"HTTPS_PROXY": f"http://ada:x@127.0.0.1:{tunnel.getsockname()[1]}"}):
    far = AgentEmail("svc_test_x", base_url="https://far.example", max_retries=0)


def refuse_tunnel(said):
    connection, _ = tunnel.accept()
    said.append(connection.recv(65536).decode())
    connection.sendall(b"HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n")
    connection.close()


said = []
refusing = threading.Thread(target=refuse_tunnel, args=(said,))
refusing.start()
assert isinstance(error_of(lambda: far.inboxes.get("a")), ConnectionError)
refusing.join()
assert said[0].startswith("CONNECT far.example:443 HTTP/1.") and "Proxy-Authorization: Basic YWRhOng=" in said[0], said
assert "svc_test_x" not in said[0]

print("done")
