// An agent by the SDK for TypeScript: it lists the tools, and starts, looks at and stops a timer.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { newKey, register, same, send } from "./account.js";

const account = await register("ada.typescript.mcp");
await send("POST", "/api/projects", account.token, { name: "Difference Engine" });

const client = new Client({ name: "stint-test-agents", version: "0.0.0" });
await client.connect(new StreamableHTTPClientTransport(new URL(`${process.env.STINT_URL}/mcp`), {
  requestInit: { headers: { Authorization: `Bearer ${await newKey(account)}` } },
}));

const { tools } = await client.listTools();
same("the number of tools", tools.length, 15);

// use calls a tool. The SDK checks the answer against the tool's output schema.
async function use(name: string, args: Record<string, unknown> = {}): Promise<any> {
  const answer = await client.callTool({ name, arguments: args });
  if (answer.isError) throw new Error(`${name}: ${JSON.stringify(answer.content)}`);
  return answer.structuredContent;
}

const started = await use("start_timer", { project: "difference", description: "Drawing the carriage" });
const running = await use("current_timer");
same("the running timer", running.timer.id, started.timer.id);
same("its project", running.timer.project.name.data, "Difference Engine");
const stopped = await use("stop_timer", { timer_id: started.timer.id });
same("the stopped timer", [stopped.status, stopped.entry.id], ["stopped", started.timer.id]);
same("no timer", (await use("current_timer")).timer, undefined);

const failed = await client.callTool({ name: "start_timer", arguments: { project: "moon" } });
same("an unknown project", failed.isError, true);
await client.close();
console.log("TypeScript SDK: all tools are listed, and a timer is started, seen and stopped");
