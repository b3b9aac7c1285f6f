// The README's tour with @hey-api/openapi-ts.
import { createClient, createConfig } from "./hey/client/index.js";
import * as stint from "./hey/index.js";

const baseUrl = process.env.STINT_URL! as `${string}://${string}`;
let token = "";
const client = createClient(createConfig({ baseUrl, auth: () => token }));

// ok is the data of a response; a problem ends the tour.
async function ok<T>(call: Promise<{ data?: T; error?: unknown; response?: Response }>): Promise<NonNullable<T>> {
  const r = await call;
  if (r.error !== undefined || r.data === undefined || r.data === null) {
    throw new Error(`${r.response?.status} ${r.response?.url} ${JSON.stringify(r.error)}`);
  }
  return r.data;
}

function same(what: string, got: unknown, want: unknown) {
  if (got !== want) throw new Error(`${what} is ${got}, want ${want}`);
}

token = (await ok(stint.accountRegister({
  client,
  body: { email: "ada@hey.example.com", password: "correct horse battery", displayName: "Ada", workspaceName: "Analytical Engines", timezone: "UTC" },
}))).access_token;

const customer: stint.Customer = await ok(stint.clientsCreate({ client, body: { name: "Babbage & Co" } }));
const project: stint.Project = await ok(stint.projectsCreate({ client, body: { name: "Difference Engine", clientId: customer.id, hourlyRate: 8500 } }));
const task: stint.Task = await ok(stint.tasksCreate({ client, path: { projectId: project.id }, body: { name: "Carriage" } }));

const timer: stint.Timer = await ok(stint.timersStart({ client, body: { taskId: task.id, description: "Drawing the carriage" } }));
same("the running timer", (await ok(stint.timersCurrent({ client }))).timer?.id, timer.id);
await ok(stint.timersStop({ client, path: { id: timer.id } }));
const entries = await ok(stint.entriesList({ client, query: { project_id: project.id, limit: 10 } }));
same("the first entry", entries.items[0]?.id, timer.id);

const today = new Date().toISOString().slice(0, 10);
const submission: stint.Submission = await ok(stint.submissionsCreate({ client, body: { periodStart: today, periodEnd: today } }));
const path = { submissionId: submission.id };
same("the status", (await ok(stint.submissionsApproveAll({ client, path }))).status, "approved");
await ok(stint.clientLinksCreate({ client, path, body: { clientEmail: "charles@example.com", showAmounts: true } }));

const me: stint.CurrentUser = await ok(stint.accountMe({ client }));
const key = await ok(stint.apiKeysCreate({ client, path: { wid: me.active_workspace_id! }, body: { name: "My script" } }));
token = key.token!;
same("the key's workspace", (await ok(stint.apiKeysMe({ client }))).workspace.id, me.active_workspace_id);
const id = crypto.randomUUID();
const bulk = await ok(stint.entriesBulkV1({
  client,
  body: { items: [{ id, projectId: project.id, startedAt: "2026-01-05T09:00:00Z", stoppedAt: "2026-01-05T10:30:00Z" }] },
}));
same("the entry of the batch", bulk.items[0]?.duration_seconds, 5400);
const gone = await ok(stint.entriesBulkV1({ client, body: { items: [{ id, op: "delete" }] } }));
same("the deleted entry", gone.items[0]?.deleted, true);

const refused = await stint.tagsCreateV1({ client, body: { name: "" } });
same("the field of a problem", (refused.error as stint.Problem).errors?.[0]?.field, "name");
console.log("@hey-api/openapi-ts: the tour is complete");
