// Runs those scenarios of the conformance suite of the protocol that are about what the service has, and wants every
// check of them to succeed. No failure is expected. docs/decisions/0084 has the reasons.
import { spawnSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Suite {
  program: string;
  revision: string; // of the protocol
  run: Record<string, string[]>; // the scenarios, with the checks in them that are about something else
  leftOut: [RegExp, string][]; // the scenarios that are about something else, and what that is
}

const testTool = "calls a tool that only a server made for the suite has, such as test_simple_text";
const leftOut: Suite["leftOut"] = [
  [/^(tools-call-|json-schema-2020-12|elicitation-|input-required-result-(?!unsupported-methods))/, testTool],
  [/^http-custom-header-server-validation$/, "needs a tool with x-mcp-header, and the tools have none"],
  [/^server-sse-/, "is about event streams, and the service answers in JSON"],
  [/^server-session-lifecycle$/, "is about sessions, and the service has none"],
  [/^logging-/, "is about logging, which the service does not declare"],
  [/^completion-/, "is about completions, which the service does not declare"],
  [/^(resources-|sep-2164-)/, "is about resources, which the service does not declare"],
  [/^prompts-/, "is about prompts, which the service does not declare"],
  [/^(sep-2640-|tasks-)/, "is about an extension, which the service does not declare"],
];

const suites: Suite[] = [
  {
    program: "@modelcontextprotocol/conformance", revision: "2025-11-25", leftOut,
    run: { "server-initialize": [], ping: [], "tools-list": [], "dns-rebinding-protection": [] },
  },
  {
    program: "conformance-next", revision: "2026-07-28",
    leftOut: [...leftOut, [/^(server-initialize|ping)$/, "is about earlier revisions"]],
    run: {
      "tools-list": [], "dns-rebinding-protection": [], "http-header-validation": [],
      "input-required-result-unsupported-methods": [],
      "server-stateless": [ // these call test_missing_capability, test_streaming_elicitation and test_logging_tool
        "sep-2575-server-rejects-undeclared-capability", "sep-2575-missing-capability-http-400",
        "sep-2575-http-server-no-independent-requests-on-stream", "sep-2575-server-no-log-without-loglevel",
      ],
      caching: [ // these list prompts and resources
        "sep-2549-prompts-list-caching-hints", "sep-2549-resources-list-caching-hints",
        "sep-2549-resources-templates-list-caching-hints",
      ],
    },
  },
];

const service = new URL(process.env.STINT_URL!);

// The suite cannot send a key. So its requests go through this server, which adds the key, and stands at the address of
// the service: its own address in Host and Origin becomes that of the service, and another one stays.
const withKey = http.createServer((request, response) => {
  const own = `localhost:${(withKey.address() as AddressInfo).port}`;
  const headers: http.OutgoingHttpHeaders = { ...request.headers, authorization: `Bearer ${process.env.STINT_KEY}` };
  for (const name of ["host", "origin"]) {
    if (headers[name]) headers[name] = String(headers[name]).replace(own, service.host);
  }
  const { hostname, port } = service;
  const onward = http.request({ hostname, port, method: request.method, path: request.url, headers }, (answer) => {
    response.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", (problem) => response.destroy(problem));
  request.pipe(onward);
});

// started runs a program of a suite to its end, and returns what it printed.
function started(program: string, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join("node_modules", program, "dist/index.js"), ...args]);
    let out = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (out += text));
    child.on("close", () => resolve(out));
  });
}

// failures are the checks of a scenario that do not succeed.
async function failures(suite: Suite, scenario: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "conformance-"));
  const address = `http://localhost:${(withKey.address() as AddressInfo).port}/mcp`;
  const out = await started(suite.program, [
    "server", "--url", address, "--scenario", scenario, "--spec-version", suite.revision, "-o", folder,
  ]);
  const results = readdirSync(folder);
  if (results.length !== 1) return [`there is no result: ${out}`];
  const checks: any[] = JSON.parse(readFileSync(join(folder, results[0], "checks.json"), "utf8"));
  const applying = checks.filter((check) => !suite.run[scenario].includes(check.id));
  if (!applying.some((check) => check.status === "SUCCESS")) return ["nothing was checked"];
  return applying.filter((check) => !["SUCCESS", "INFO", "SKIPPED"].includes(check.status))
    .map((check) => `${check.id}: ${check.errorMessage ?? check.description}`);
}

// undecided are the scenarios of a suite that are neither run nor left out for a reason.
function undecided(suite: Suite): string[] {
  const list = spawnSync(process.execPath, [join("node_modules", suite.program, "dist/index.js"), "list", "--server"]);
  const names = [...String(list.stdout).matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name);
  if (names.length < 30) return [`the list of scenarios cannot be read: ${list.stdout} ${list.stderr}`];
  const known = (name: string) => name in suite.run || suite.leftOut.some(([pattern]) => pattern.test(name));
  return names.filter((name) => !known(name));
}

await new Promise<void>((resolve) => withKey.listen(0, "localhost", resolve));
let failed = false;
for (const suite of suites) {
  const revision = `conformance suite, revision ${suite.revision}`;
  for (const name of undecided(suite)) {
    failed = true;
    console.log(`${revision}: is ${name} about what the service has?`);
  }
  for (const scenario of Object.keys(suite.run)) {
    const wrong = await failures(suite, scenario);
    failed ||= wrong.length > 0;
    console.log(`${revision}, ${scenario}: ${wrong.length === 0 ? "passed" : wrong.join("; ")}`);
  }
}
withKey.close();
process.exit(failed ? 1 : 0);
