// An account of the service, with what agents and apps need.
const base = process.env.STINT_URL!;

export interface Account {
  email: string;
  token: string;
  workspace: string;
}

export const password = "correct horse battery";

// send sends a JSON request; a problem ends the script.
export async function send(method: string, path: string, token: string, body?: unknown): Promise<any> {
  const response = await fetch(base + path, {
    method,
    headers: { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

// register makes an account with a workspace.
export async function register(name: string): Promise<Account> {
  const email = `${name}@example.com`;
  const session = await send("POST", "/api/auth/register", "", {
    email, password, displayName: "Ada", workspaceName: "Analytical Engines", timezone: "Europe/Berlin",
  });
  return { email, token: session.access_token, workspace: session.workspace.id };
}

// newKey makes an API key that may track time.
export async function newKey(account: Account): Promise<string> {
  const path = `/api/me/workspaces/${account.workspace}/api-keys`;
  return (await send("POST", path, account.token, { name: "agent", access: "time" })).token;
}

// same ends the script unless two values are the same.
export function same(what: string, got: unknown, want: unknown) {
  if (JSON.stringify(got) !== JSON.stringify(want)) {
    throw new Error(`${what} is ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
  }
}
