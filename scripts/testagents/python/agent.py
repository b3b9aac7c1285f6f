"""An agent by the SDK for Python: it lists the tools, and starts, looks at and stops a timer."""

import asyncio

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from account import Account, base, same


async def use(client, name, **arguments):
    """The structured answer of a tool, which the SDK checks against the tool's output schema."""
    answer = await client.call_tool(name, arguments)
    if answer.is_error:
        raise SystemExit(f"{name}: {answer.content}")
    return answer.structured_content


async def main():
    account = Account("ada.python.mcp")
    account.post("/api/projects", {"name": "Difference Engine"})
    headers = {"Authorization": f"Bearer {account.new_key()}"}
    async with httpx2.AsyncClient(headers=headers) as http:
        async with Client(streamable_http_client(f"{base}/mcp", http_client=http)) as client:
            await tour(client)
            print(f"Python SDK: all tools are listed, and a timer is started, seen and stopped"
                  f" by revision {client.protocol_version}")


async def tour(client):
    same("the number of tools", len((await client.list_tools()).tools), 15)
    started = await use(client, "start_timer", project="difference", description="Drawing the carriage")
    running = await use(client, "current_timer")
    same("the running timer", running["timer"]["id"], started["timer"]["id"])
    same("its project", running["timer"]["project"]["name"]["data"], "Difference Engine")
    stopped = await use(client, "stop_timer", timer_id=started["timer"]["id"])
    same("the stopped timer", (stopped["status"], stopped["entry"]["id"]), ("stopped", started["timer"]["id"]))
    same("no timer", (await use(client, "current_timer")).get("timer"), None)
    failed = await client.call_tool("start_timer", {"project": "moon"})
    same("an unknown project", failed.is_error, True)


asyncio.run(main())
