// Makes an account and a project, and prints an API key for the programs that have no account of their own.
import { newKey, register, send } from "./account.js";

const account = await register("ada.key");
await send("POST", "/api/projects", account.token, { name: "Difference Engine" });
console.log(await newKey(account));
