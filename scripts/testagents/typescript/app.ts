// An app by openid-client: discovery, code with PKCE, refresh, revocation, and the device flow.
import * as oauth from "openid-client";
import { password, register, same, send } from "./account.js";
import { Browser } from "./browser.js";

const base = process.env.STINT_URL!;
const callback = "http://127.0.0.1:49152/callback";

// errorOf is the error of the protocol with which a call fails.
async function errorOf(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call;
  } catch (problem) {
    return (problem as { error?: string }).error ?? String(problem);
  }
  return undefined;
}

const account = await register("ada.typescript.app");
const registered = await send("POST", `/api/workspaces/${account.workspace}/oauth-clients`, account.token, {
  name: "Chart Maker", redirectUris: [callback], isConfidential: false,
});

// A refused request leads to the metadata of the resource, and those to the server (RFC 9728, RFC 8414).
const refused = await fetch(`${base}/api/v1/me`);
const [, address] = /resource_metadata="([^"]+)"/.exec(refused.headers.get("WWW-Authenticate")!)!;
const resource: any = await (await fetch(address)).json();
same("the resource", resource.resource, base);
const app = await oauth.discovery(
  new URL(resource.authorization_servers[0]), registered.client_id, undefined, oauth.None(),
  { algorithm: "oauth2", execute: [oauth.allowInsecureRequests] }, // the service runs on this machine, without TLS
);

// call calls the API with an access token.
async function call(token: string): Promise<Response> {
  return fetch(`${base}/api/v1/me`, { headers: { Authorization: `Bearer ${token}` } });
}

// The person signs in, and allows the app. The library checks the state and the issuer of the answer (RFC 9207).
const pkceCodeVerifier = oauth.randomPKCECodeVerifier();
const state = oauth.randomState();
const browser = new Browser();
await browser.open(oauth.buildAuthorizationUrl(app, {
  redirect_uri: callback, scope: "time offline_access", state, resource: `${base}/mcp`,
  code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier), code_challenge_method: "S256",
}).href);
await browser.submit("sign_in", { email: account.email, password });
const answer = new URL((await browser.submit("allow"))!);
const token = await oauth.authorizationCodeGrant(app, answer, { pkceCodeVerifier, expectedState: state });
same("the scope", token.scope!.split(" ").sort(), ["offline_access", "time"]);
const me: any = await (await call(token.access_token)).json();
same("the app of the token", me.app.client_id, registered.client_id);

// Refreshing rotates the token, and revoking one ends the access.
const refreshed = await oauth.refreshTokenGrant(app, token.refresh_token!);
same("the tokens rotate", refreshed.refresh_token !== token.refresh_token, true);
same("a refreshed token", (await call(refreshed.access_token)).status, 200);
await oauth.tokenRevocation(app, refreshed.refresh_token!);
same("a revoked token", (await call(refreshed.access_token)).status, 401);
same("a revoked refresh token", await errorOf(oauth.refreshTokenGrant(app, refreshed.refresh_token!)), "invalid_grant");
same("a used code", await errorOf(oauth.authorizationCodeGrant(app, answer, { pkceCodeVerifier, expectedState: state })),
  "invalid_grant");

// A device without a browser asks, and the person types its code elsewhere.
const device = await oauth.initiateDeviceAuthorization(app, { scope: "read" });
await browser.open(device.verification_uri);
await browser.submit("find", { user_code: device.user_code });
await browser.submit("allow");
const found = await oauth.pollDeviceAuthorizationGrant(app, device);
same("the scope of the device", found.scope, "read");
same("the workspace of the device", ((await (await call(found.access_token)).json()) as any).workspace.id, account.workspace);

// A person who refuses is an error of the protocol.
const refusedDevice = await oauth.initiateDeviceAuthorization(app, { scope: "read" });
await browser.open(refusedDevice.verification_uri_complete!);
await browser.submit("find", { user_code: refusedDevice.user_code });
await browser.submit("refuse");
same("a refused device", await errorOf(oauth.pollDeviceAuthorizationGrant(app, refusedDevice)), "access_denied");
console.log("openid-client: discovery, code with PKCE, refresh, revocation and the device flow work");
