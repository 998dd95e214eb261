"""The tools as a server of the Model Context Protocol; what goes wrong is told in the sentences of the HTTP API.

The SDK's low-level server is used: its other one words errors of arguments in its own way.
"""

from __future__ import annotations

import logging
from typing import Any
from urllib.parse import unquote

import anyio
import mcp_types as types
from anyio import to_thread
from mcp.server import Server, ServerRequestContext
from mcp.shared.exceptions import MCPError

from prompts.tools import INSTRUCTIONS, description
from service.problems import explain
from service.protocols.mcp.tools import Tools

log = logging.getLogger("wenli")
SCHEME = "wenli://"
"""Passages as resources: ``wenli://5.17.1``, ``wenli://5.17.1#zheng.1``."""
AT_ONCE = 4
"""Calls worked on at the same time."""
_READ_ONLY = types.ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
_Context = ServerRequestContext[Any]


def make_server(tools: Tools, version: str) -> Server[Any]:
    """The server: five tools, and passages as resources."""
    limiter = anyio.CapacityLimiter(AT_ONCE)
    listed = [
        types.Tool(
            name=tool.name,
            title=tool.title,
            description=description(tool.name),
            input_schema=tool.takes.model_json_schema(),
            output_schema=tool.gives.model_json_schema(mode="serialization"),
            annotations=_READ_ONLY,
        )
        for tool in tools.by_name.values()
    ]

    async def list_tools(_: _Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=listed)

    async def call_tool(_: _Context, asked: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            told = await to_thread.run_sync(tools.call, asked.name, asked.arguments or {}, limiter=limiter)
        except Exception as error:
            problem = explain(error)
            if problem.kind.status >= 500:
                log.exception("the tool %r failed", asked.name)
            text = types.TextContent(text=problem.detail)
            return types.CallToolResult(content=[text], structured_content=problem.body(), is_error=True)
        return types.CallToolResult(content=[types.TextContent(text=told.text)], structured_content=told.values)

    async def list_resources(_: _Context, __: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        chapters = [
            types.Resource(
                uri=f"{SCHEME}{chapter.number}.1",
                name=f"{chapter.number}.1",
                title=f"{chapter.name_hant} 1 {chapter.phases[0].name_hant}",
                description=f"The first of {len(chapter.phases)} phases of the {chapter.name_en}.",
                mime_type="text/plain",
            )
            for chapter in tools.library.canon.held
        ]
        return types.ListResourcesResult(resources=chapters)

    async def list_templates(_: _Context, __: types.PaginatedRequestParams | None) -> types.ListResourceTemplatesResult:
        passage = types.ResourceTemplate(
            uri_template=f"{SCHEME}{{+ref}}",
            name="passage",
            title="A passage of the 儀禮",
            description="Base text in every edition, commentary and renderings, by a reference such as 5.17.1 or 5.17.",
            mime_type="text/plain",
        )
        return types.ListResourceTemplatesResult(resource_templates=[passage])

    async def read_resource(_: _Context, asked: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        ref = unquote(asked.uri.removeprefix(SCHEME))
        try:
            told = await to_thread.run_sync(tools.call, "read_passage", {"ref": ref}, limiter=limiter)
        except Exception as error:
            problem = explain(error)
            if problem.kind.status >= 500:
                log.exception("a resource failed")
            code = types.INTERNAL_ERROR if problem.kind.status >= 500 else types.INVALID_PARAMS
            raise MCPError(code=code, message=problem.detail, data={"uri": asked.uri} | problem.body()) from None
        text = types.TextResourceContents(uri=asked.uri, mime_type="text/plain", text=told.text)
        return types.ReadResourceResult(contents=[text])

    return Server(
        "wenli",
        title="Wenli 問禮",
        version=version,
        instructions=description(INSTRUCTIONS),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )
