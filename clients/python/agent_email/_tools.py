"""The tools of the service for a model: the same table, and the same answers, as over the Model Context Protocol."""

from __future__ import annotations

from typing import Any, Awaitable, Callable, Mapping, NamedTuple, TypeVar

from ._answer import objects_of
from ._threads import on_thread
from ._transport import AsyncTransport, Transport

T = TypeVar("T")


class ToolResult(NamedTuple):
    """What a tool answered. A refusal is an answer, too: its text tells the model why, and what to do next."""

    text: str
    """For the model. What strangers wrote stands between boundaries in it."""
    data: dict[str, Any] | None
    """The same as data; None where it was refused."""
    is_error: bool


class ToolsResource:
    """Tools."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> list[dict[str, Any]]:
        """The tools that the key may use: ``name``, ``description`` and ``inputSchema``, a JSON Schema."""
        return objects_of(self._transport.rpc("tools/list", {}), "tools")

    def call(self, name: str, arguments: Mapping[str, Any] | None = None) -> ToolResult:
        """Calls a tool once. Give what sends mail an ``idempotency_key`` among its arguments, and it is safe to repeat."""
        answer = self._transport.rpc("tools/call", {"name": name, "arguments": dict(arguments or {})})
        return ToolResult(
            "\n".join(part.get("text", "") for part in objects_of(answer, "content")),
            answer.get("structuredContent"),
            answer.get("isError", False),
        )

    def for_openai(self) -> Any:
        """For ``tools`` of OpenAI's chat completions, and of what speaks their language."""
        return [
            {
                "type": "function",
                "function": {
                    "name": one["name"],
                    "description": one["description"],
                    "parameters": one["inputSchema"],
                },
            }
            for one in self.list()
        ]

    def for_openai_responses(self) -> Any:
        """For ``tools`` of OpenAI's responses."""
        return [
            {
                "type": "function",
                "name": one["name"],
                "description": one["description"],
                "parameters": one["inputSchema"],
                "strict": False,
            }
            for one in self.list()
        ]

    def for_anthropic(self) -> Any:
        """For ``tools`` of Anthropic's messages."""
        return [
            {"name": one["name"], "description": one["description"], "input_schema": one["inputSchema"]}
            for one in self.list()
        ]

    def for_langchain(self, structured_tool: Callable[..., T]) -> Any:
        """For LangChain: ``client.tools.for_langchain(StructuredTool.from_function)``."""
        return [
            structured_tool(
                func=self._caller(one["name"]),
                name=one["name"],
                description=one["description"],
                args_schema=one["inputSchema"],
            )
            for one in self.list()
        ]

    def _caller(self, name: str) -> Callable[..., str]:
        def call(**arguments: Any) -> str:
            return self.call(name, arguments).text

        return call


class AsyncToolsResource:
    """Tools, for programs that await."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._tools = ToolsResource(transport.waiting)

    async def list(self) -> list[dict[str, Any]]:
        """As ``ToolsResource.list``."""
        return await on_thread(self._tools.list)

    async def call(self, name: str, arguments: Mapping[str, Any] | None = None) -> ToolResult:
        """As ``ToolsResource.call``."""
        return await on_thread(self._tools.call, name, arguments)

    async def for_openai(self) -> Any:
        """As ``ToolsResource.for_openai``."""
        return await on_thread(self._tools.for_openai)

    async def for_openai_responses(self) -> Any:
        """As ``ToolsResource.for_openai_responses``."""
        return await on_thread(self._tools.for_openai_responses)

    async def for_anthropic(self) -> Any:
        """As ``ToolsResource.for_anthropic``."""
        return await on_thread(self._tools.for_anthropic)

    async def for_langchain(self, structured_tool: Callable[..., T]) -> Any:
        """For LangChain: ``await client.tools.for_langchain(StructuredTool.from_function)``."""
        return [
            structured_tool(
                coroutine=self._caller(one["name"]),
                name=one["name"],
                description=one["description"],
                args_schema=one["inputSchema"],
            )
            for one in await self.list()
        ]

    def _caller(self, name: str) -> Callable[..., Awaitable[str]]:
        async def call(**arguments: Any) -> str:
            return (await self.call(name, arguments)).text

        return call
