"""Lists, page by page and item by item."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, AsyncIterator, Awaitable, Callable, Generic, Iterator, Mapping, TypeVar, cast

from ._answer import strange
from ._transport import AsyncTransport, Transport

Item = TypeVar("Item")


@dataclass
class Page(Generic[Item]):
    """One page of a list."""

    items: list[Item]
    next_cursor: str | None
    """Passed as ``cursor``, it gives the next page; None on the last one."""


def _page_of(answer: Any) -> Page[Any]:
    """Raises ConnectionError for an answer that is no list."""
    fields = cast("dict[str, Any]", answer if isinstance(answer, dict) else {})
    items = next((value for value in fields.values() if isinstance(value, list)), None)
    more, cursor = fields.get("has_more"), fields.get("next_cursor")
    if items is None or not isinstance(more, bool) or (more and not isinstance(cursor, str)):
        raise strange("the answer is no list")
    return Page(cast("list[Any]", items), cursor if more else None)


class Pages(Generic[Item]):
    """A list: iterate over it for all items, or over its ``pages``; ``first`` is the first page."""

    def __init__(
        self, transport: Transport, name: str, path: Mapping[str, str], query: Mapping[str, Any]
    ) -> None:
        self._call: Callable[[Mapping[str, str]], Any] = lambda cursor: transport.call(
            name, path, {**query, **cursor}
        )

    def pages(self) -> Iterator[Page[Item]]:
        """All pages."""
        page: Page[Item] = _page_of(self._call({}))
        yield page
        while page.next_cursor is not None:
            page = _page_of(self._call({"cursor": page.next_cursor}))
            yield page

    def first(self) -> Page[Item]:
        """The first page."""
        return next(self.pages())

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.items


class AsyncPages(Generic[Item]):
    """The same for programs that await."""

    def __init__(
        self, transport: AsyncTransport, name: str, path: Mapping[str, str], query: Mapping[str, Any]
    ) -> None:
        self._call: Callable[[Mapping[str, str]], Awaitable[Any]] = lambda cursor: transport.call(
            name, path, {**query, **cursor}
        )

    async def pages(self) -> AsyncIterator[Page[Item]]:
        """All pages."""
        page: Page[Item] = _page_of(await self._call({}))
        yield page
        while page.next_cursor is not None:
            page = _page_of(await self._call({"cursor": page.next_cursor}))
            yield page

    async def first(self) -> Page[Item]:
        """The first page."""
        return await anext(self.pages())

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in page.items:
                yield item
