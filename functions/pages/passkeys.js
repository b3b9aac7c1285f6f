// The page of passkeys: it signs in with a passkey, or adds one to the account of a password. It keeps nothing.
"use strict";
(() => {
  const page = document.getElementById("passkeys");
  const status = document.getElementById("status");
  const say = (text) => { status.textContent = text; };

  // post sends a request and returns its answer. A problem is thrown.
  async function post(path, body, token) {
    const headers = { "Content-Type": "application/json" };
    if (token) headers.Authorization = "Bearer " + token;
    const response = await fetch(page.dataset.base + path, { method: "POST", headers, body: JSON.stringify(body) });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.detail);
    return answer;
  }

  // explain is the text for what went wrong.
  function explain(error) {
    const known = { second_factor_required: "code", unauthorized: "wrong", not_found: "none", conflict: "most" };
    return page.dataset[known[error.message] || "failed"];
  }

  // attempt runs a step once, and shows what went wrong.
  async function attempt(step) {
    say(page.dataset.wait);
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
    await post("/api/auth/passkey", { credential: credential.toJSON() });
    location.assign(page.dataset.base + "/p/signed-in");
  }

  async function add(form) {
    const value = (name) => form.elements.namedItem(name).value;
    const login = { email: value("email"), password: value("password") };
    if (value("code")) login.code = value("code");
    const session = await post("/api/auth/login", login);
    const { publicKey } = await post("/api/me/passkeys/options", {}, session.access_token);
    const options = PublicKeyCredential.parseCreationOptionsFromJSON(publicKey);
    const credential = await navigator.credentials.create({ publicKey: options });
    await post("/api/me/passkeys", { name: value("name"), credential: credential.toJSON() }, session.access_token);
    form.reset();
    say(page.dataset.added);
  }

  document.getElementById("sign-in").addEventListener("click", () => attempt(signIn));
  const account = document.getElementById("account");
  document.getElementById("add").addEventListener("click", () => {
    if (account.reportValidity()) attempt(() => add(account));
  });
  account.addEventListener("submit", (event) => event.preventDefault());
})();
