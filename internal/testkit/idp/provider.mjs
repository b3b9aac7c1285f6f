// The certified OpenID Connect provider (npm package oidc-provider) for tests.
// It reads its settings as JSON from the first line of its input, listens on a
// free port of the loopback, prints its issuer on a line of its own, and ends
// when its input does: with the test that started it.
import http from 'node:http';
import { createInterface } from 'node:readline';
import Provider from 'oidc-provider';

const lines = createInterface({ input: process.stdin });
const settings = JSON.parse((await lines[Symbol.asyncIterator]().next()).value);
process.stdin.on('end', () => process.exit(0));
process.stdin.resume();

const server = http.createServer();
await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
const issuer = `http://127.0.0.1:${server.address().port}`;

// Everybody has a login; those called "unverified…" have an address that the
// provider has not seen.
async function findAccount(_, id) {
  return {
    accountId: id,
    async claims() {
      return { sub: id, email: `${id}@example.com`, email_verified: !id.startsWith('unverified'), name: `${id} of the provider` };
    },
  };
}

const provider = new Provider(issuer, {
  clients: [{
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
    redirect_uris: settings.redirectUris,
    grant_types: ['authorization_code'],
    response_types: ['code'],
  }],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  pkce: { required: () => true },
  findAccount,
  cookies: { keys: ['a key for tests alone'] },
});

// What was given out in exchanges, for tests to look for where it must not be.
const issued = [];
provider.on('grant.success', ({ body }) => issued.push(body.access_token, body.id_token));
const answer = provider.callback();
server.on('request', (request, response) => {
  if (request.url !== '/issued') return answer(request, response);
  response.setHeader('Content-Type', 'application/json');
  return response.end(JSON.stringify(issued));
});
console.log(issuer);
