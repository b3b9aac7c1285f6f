// What pages with passkeys share: to sign in with one, and to say what went wrong. The script keeps nothing.
"use strict";
const passkeys = document.getElementById("passkeys");
const say = (text) => { document.getElementById("status").textContent = text; };

// post sends a request and returns its answer. A problem is thrown.
async function post(path, body, token) {
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = "Bearer " + token;
  const response = await fetch(passkeys.dataset.base + path, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail);
  return answer;
}

// explain is the text for what went wrong.
function explain(error) {
  const known = { second_factor_required: "code", unauthorized: "wrong", not_found: "none", conflict: "most" };
  return passkeys.dataset[known[error.message]] || passkeys.dataset.failed;
}

// attempt runs a step once, and shows what went wrong.
async function attempt(step) {
  say(passkeys.dataset.wait);
  try {
    await step();
  } catch (error) {
    say(explain(error));
  }
}

async function signIn() {
  const { publicKey } = await post("/api/auth/passkey/options", {});
  const options = PublicKeyCredential.parseRequestOptionsFromJSON(publicKey);
  const credential = await navigator.credentials.get({ publicKey: options });
  await post(passkeys.dataset.path, { credential: credential.toJSON() });
  location.assign(passkeys.dataset.next);
}

document.getElementById("sign-in").addEventListener("click", () => attempt(signIn));
passkeys.hidden = !window.PublicKeyCredential;
