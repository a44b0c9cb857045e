"""Work of programs that await, done on threads, and given up with them."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import queue
import socket
import threading
from concurrent.futures import Future
from typing import Any, Callable, TypeVar

from ._errors import AgentEmailError

T = TypeVar("T")

_MOST_THREADS = 1_000
"""Threads at once: calls beyond them wait for one."""


class GivenUpError(AgentEmailError):
    """Whoever made the call waits for it no longer."""


class Task:
    """One call, and the connection that it is using, which ends with it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._sock: socket.socket | None = None

    def uses(self, sock: socket.socket) -> None:
        """Takes the connection for the one to end. Raises GivenUpError where the call has been given up."""
        with self._lock:
            self.check()
            self._sock = sock

    def check(self) -> None:
        """Raises GivenUpError where the call has been given up."""
        if self._over.is_set():
            raise GivenUpError("the call was given up")

    def pause(self, seconds: float) -> None:
        """Waits before the next attempt. Raises GivenUpError where the call is given up meanwhile."""
        self._over.wait(seconds)
        self.check()

    def give_up(self) -> None:
        """Ends the call: what it waits for ends at once, and nothing more is sent."""
        with self._lock:
            self._over.set()
            if self._sock is None:
                return
            try:
                self._sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


_TASK: contextvars.ContextVar[Task] = contextvars.ContextVar("agent_email_task")


def current_task() -> Task:
    """The call that is being made; one that nobody gives up where the program waits for it."""
    return _TASK.get(None) or Task()


class _Threads:
    """Threads that take one call after the other. The end of the program waits for none of them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._started = 0
        self._idle = threading.Semaphore(0)
        self._lock = threading.Lock()
        self._calls: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()

    def take(self, call: Callable[[], None]) -> None:
        self._calls.put(call)
        if self._idle.acquire(blocking=False):
            return
        with self._lock:
            if self._started == self._most:
                return
            self._started += 1
        threading.Thread(target=self._run, name="agent-email", daemon=True).start()

    def _run(self) -> None:
        while True:
            self._calls.get()()
            self._idle.release()


_THREADS = _Threads(_MOST_THREADS)


async def on_thread(work: Callable[..., T], *given: Any, **options: Any) -> T:
    """As asyncio.to_thread, on threads of our own: those of the event loop are few, and calls here may wait for minutes.

    Where it is cancelled, the work is given up.
    """
    task = Task()
    context = contextvars.copy_context()
    context.run(_TASK.set, task)
    call = functools.partial(context.run, work, *given, **options)
    future: Future[T] = Future()

    def run() -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(call())
        except BaseException as error:
            future.set_exception(error)

    _THREADS.take(run)
    try:
        return await asyncio.wrap_future(future)
    except asyncio.CancelledError:
        task.give_up()
        raise
