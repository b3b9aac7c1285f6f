// Runs the certified OpenID Connect provider (npm package oidc-provider) for tests.
// It reads its settings as JSON from the first line of stdin, listens on a free local
// port and prints its issuer on one line. It ends when stdin ends, with the test that
// started it.
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

// Every name is an account. The address of names that start with "unverified" is not
// verified.
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

// All issued tokens, for tests of what must not be in logs.
const issued = [];
provider.on('grant.success', ({ body }) => issued.push(body.access_token, body.id_token));
const answer = provider.callback();
server.on('request', (request, response) => {
  if (request.url !== '/issued') return answer(request, response);
  response.setHeader('Content-Type', 'application/json');
  return response.end(JSON.stringify(issued));
});
console.log(issuer);
