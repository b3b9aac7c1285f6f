// The README's tour with openapi-typescript and openapi-fetch.
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

const baseUrl = process.env.STINT_URL!;
const session = createClient<paths>({ baseUrl });

// ok is the data of a response; a problem ends the tour.
function ok<T>(r: { data?: T; error?: unknown; response: Response }): NonNullable<T> {
  if (r.error !== undefined || r.data === undefined || r.data === null) {
    throw new Error(`${r.response.status} ${r.response.url} ${JSON.stringify(r.error)}`);
  }
  return r.data;
}

function same(what: string, got: unknown, want: unknown) {
  if (got !== want) throw new Error(`${what} is ${got}, want ${want}`);
}

const registered = ok(await session.POST("/api/auth/register", {
  body: { email: "ada@fetch.example.com", password: "correct horse battery", displayName: "Ada", workspaceName: "Analytical Engines", timezone: "UTC" },
}));
session.use({
  onRequest({ request }) {
    request.headers.set("Authorization", `Bearer ${registered.access_token}`);
  },
});

const client = ok(await session.POST("/api/clients", { body: { name: "Babbage & Co" } }));
const project = ok(await session.POST("/api/projects", { body: { name: "Difference Engine", clientId: client.id, hourlyRate: 8500 } }));
const task = ok(await session.POST("/api/projects/{projectId}/tasks", { params: { path: { projectId: project.id } }, body: { name: "Carriage" } }));

const timer = ok(await session.POST("/api/timers/start", { body: { taskId: task.id, description: "Drawing the carriage" } }));
same("the running timer", ok(await session.GET("/api/timers/current")).timer?.id, timer.id);
ok(await session.POST("/api/timers/{id}/stop", { params: { path: { id: timer.id } } }));
const entries = ok(await session.GET("/api/entries", { params: { query: { project_id: project.id, limit: 10 } } }));
same("the first entry", entries.items[0]?.id, timer.id);

const today = new Date().toISOString().slice(0, 10);
const submission = ok(await session.POST("/api/workspaces/me/timesheet-submissions", { body: { periodStart: today, periodEnd: today } }));
const path = { submissionId: submission.id };
same("the status", ok(await session.POST("/api/workspaces/me/timesheet-submissions/{submissionId}/approve-all", { params: { path } })).status, "approved");
ok(await session.POST("/api/workspaces/me/timesheet-submissions/{submissionId}/client-approval-links", {
  params: { path }, body: { clientEmail: "charles@example.com", showAmounts: true },
}));

const me = ok(await session.GET("/api/auth/me"));
const key = ok(await session.POST("/api/me/workspaces/{wid}/api-keys", { params: { path: { wid: me.active_workspace_id! } }, body: { name: "My script" } }));
const program = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key.token}` } });
same("the key's workspace", ok(await program.GET("/api/v1/me")).workspace.id, me.active_workspace_id);
const id = crypto.randomUUID();
const bulk = ok(await program.POST("/api/v1/entries:bulk", {
  body: { items: [{ id, projectId: project.id, startedAt: "2026-01-05T09:00:00Z", stoppedAt: "2026-01-05T10:30:00Z" }] },
}));
same("the entry of the batch", bulk.items[0]?.duration_seconds, 5400);
const gone = ok(await program.POST("/api/v1/entries:bulk", { body: { items: [{ id, op: "delete" }] } }));
same("the deleted entry", gone.items[0]?.deleted, true);

const refused = await program.POST("/api/v1/tags", { body: { name: "" } });
same("the code of a problem", refused.error?.errors?.[0]?.field, "name");
console.log("openapi-fetch: the tour is complete");
