// The page of passkeys adds one to the account of a password. It runs after the script of all pages with passkeys.
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
  say(passkeys.dataset.added);
}

const account = document.getElementById("account");
document.getElementById("add").addEventListener("click", () => {
  if (account.reportValidity()) attempt(() => add(account));
});
account.addEventListener("submit", (event) => event.preventDefault());
