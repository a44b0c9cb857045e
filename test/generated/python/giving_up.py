"""Calls of programs that await, given up: nothing more is sent, and nothing waits for them."""

import asyncio
import socket
import threading
from unittest import mock

from agent_email import AsyncAgentEmail, _transport

# Longer than anybody waits: what ends, ends since it was given up.
forever = 3_600.0
_transport._pause_before = lambda *_: 0.0


async def give_up(call, when):
    """Waits for what says when, and gives the call up."""
    task = asyncio.ensure_future(call)
    # It has begun, at the least.
    await asyncio.sleep(0)
    while not when.is_set():
        await asyncio.sleep(0.01)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        return
    raise AssertionError("it was not given up")


def watched(client):
    """Says when the work of a call has ended on its thread."""
    ended, call, rpc = threading.Event(), client._waiting.call, client._waiting.rpc

    def and_say_so(work):
        def run(*given, **options):
            try:
                return work(*given, **options)
            finally:
                ended.set()

        return run

    client._waiting.call, client._waiting.rpc = and_say_so(call), and_say_so(rpc)
    return ended


# One that waits for its answer: its connection ends, and it is not made again.
silent = socket.create_server(("127.0.0.1", 0))
asked, gone, connections = threading.Event(), threading.Event(), []


def listen():
    while True:
        connection, _ = silent.accept()
        connections.append(connection)
        connection.recv(65536)
        asked.set()
        while connection.recv(65536):
            pass
        gone.set()


threading.Thread(target=listen, daemon=True).start()
url = f"http://127.0.0.1:{silent.getsockname()[1]}"
for times, make in enumerate(
    (
        lambda client: client.messages.send("a", to="ada@example.com", subject="Hello", body="Hello"),
        lambda client: client.tools.call("list_messages", {}),
    ),
    1,
):
    asked.clear(), gone.clear()
    client = AsyncAgentEmail("svc_test_x", base_url=url, timeout=forever)
    ended = watched(client)
    asyncio.run(give_up(make(client), asked))
    gone.wait()
    ended.wait()
    assert len(connections) == times, len(connections)

# One that is connecting: once it is connected, nothing is sent.
late = socket.create_server(("127.0.0.1", 0))
connecting, given_up, connect = threading.Event(), threading.Event(), socket.create_connection


def connect_late(*given, **options):
    connecting.set()
    given_up.wait()
    return connect(*given, **options)


with mock.patch.object(socket, "create_connection", connect_late):
    client = AsyncAgentEmail("svc_test_x", base_url=f"http://127.0.0.1:{late.getsockname()[1]}", timeout=forever)
    asyncio.run(give_up(client.inboxes.get("a"), connecting))
given_up.set()
connection, _ = late.accept()
assert connection.recv(65536) == b""

# One that pauses before its next attempt.
pausing = threading.Event()


def pause_for_long(*_):
    pausing.set()
    return forever


_transport._pause_before = pause_for_long
nobody = AsyncAgentEmail("svc_test_x", base_url="http://127.0.0.1:9")
ended = watched(nobody)
asyncio.run(give_up(nobody.inboxes.get("a"), pausing))
ended.wait()

# One that has not come to its turn is not made at all.
crowd = AsyncAgentEmail("svc_test_x", base_url=url)
made = []
crowd._waiting.call = lambda *_: made.append(1)


async def too_many():
    from agent_email import _threads

    full, _threads._THREADS = _threads._THREADS, _threads._Threads(1)
    released = threading.Event()
    first = asyncio.ensure_future(_threads.on_thread(released.wait))
    await asyncio.sleep(0)
    never = threading.Event()
    never.set()
    await give_up(crowd.inboxes.get("a"), never)
    released.set()
    await first
    await _threads.on_thread(lambda: None)
    _threads._THREADS = full


asyncio.run(too_many())
assert made == []

# One whose handshake goes on and on: the program ends all the same.
handshaking = threading.Event()


def accept():
    connection, _ = silent_tls.accept()
    connections.append(connection)
    connection.recv(1)
    handshaking.set()


silent_tls = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=accept, daemon=True).start()
hanging = AsyncAgentEmail(
    "svc_test_x", base_url=f"https://127.0.0.1:{silent_tls.getsockname()[1]}", timeout=forever
)
asyncio.run(give_up(hanging.inboxes.get("a"), handshaking))

print("done")
