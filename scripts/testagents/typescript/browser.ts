// A browser without scripts: it keeps cookies, follows redirects of the service, and submits forms.
import { parse } from "node-html-parser";

const base = process.env.STINT_URL!;

export class Browser {
  private cookies = new Map<string, string>();
  private address = base;
  private page = "";

  // open opens a page. The address of another site is returned, to which the service redirected.
  async open(address: string): Promise<string | undefined> {
    return this.follow(address, { method: "GET" });
  }

  // submit submits the form of the page with a button, as open returns it.
  async submit(act: string, fields: Record<string, string> = {}): Promise<string | undefined> {
    const form = parse(this.page).querySelector("form");
    if (!form) throw new Error(`${this.address} has no form: ${this.page}`);
    const values: Record<string, string> = {};
    for (const input of form.querySelectorAll("input")) values[input.getAttribute("name")!] = input.getAttribute("value") ?? "";
    for (const select of form.querySelectorAll("select")) {
      values[select.getAttribute("name")!] = select.querySelector("option")!.getAttribute("value")!;
    }
    const action = new URL(form.getAttribute("action")!, this.address).href;
    return this.follow(action, { method: "POST", body: new URLSearchParams({ ...values, ...fields, act }) });
  }

  private async follow(address: string, request: RequestInit): Promise<string | undefined> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(address, { ...request, redirect: "manual", headers: { Cookie: cookie, Origin: base } });
    for (const set of response.headers.getSetCookie()) {
      const [name, value] = set.split(";")[0].split("=", 2);
      this.cookies.set(name, value);
    }
    this.address = address;
    this.page = await response.text();
    if (response.status !== 302 && response.status !== 303) {
      if (!response.ok) throw new Error(`${address}: ${response.status} ${this.page}`);
      return undefined;
    }
    const to = new URL(response.headers.get("Location")!, address).href;
    return to.startsWith(`${base}/`) ? this.open(to) : to;
  }
}
