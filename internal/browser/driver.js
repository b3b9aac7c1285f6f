// Drives Chromium for Go tests. Each line of stdin is a command in JSON, each line of
// stdout is its result. Commands wait for events and never for a fixed time.
'use strict';
const readline = require('readline');
const { chromium } = require('playwright-core');
const audit = require('./audit.js');

const pages = new Map();
let browser;

const field = (p, label) => p.page.getByLabel(label, { exact: true });

// Tests use only this machine: Chromium resolves no other host names.
const loopback = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';

// A request and its response. Each redirect is a request.
const exchange = async (request) => {
  const response = await request.response();
  return {
    method: request.method(), url: request.url(), headers: await request.allHeaders(),
    status: response ? response.status() : 0, location: response ? await response.headerValue('location') : null,
  };
};

const verbs = {
  async launch({ executable, root }) {
    browser = await chromium.launch({ executablePath: executable, args: root ? [loopback, '--no-sandbox'] : [loopback] });
  },
  async page({ id, width, height, scale, touch, script, language }) {
    const context = await browser.newContext({
      viewport: { width, height }, deviceScaleFactor: scale, hasTouch: touch, isMobile: touch, javaScriptEnabled: script, locale: language,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(60000); // ends what hangs, and nothing that a busy machine slows down
    const seen = { page, requests: [], complaints: [] };
    page.on('request', (r) => seen.requests.push(r));
    page.on('console', (m) => { if (m.type() === 'error') seen.complaints.push(m.text()); });
    page.on('pageerror', (e) => seen.complaints.push(String(e)));
    pages.set(id, seen);
  },
  async open({ id, url }) {
    const response = await pages.get(id).page.goto(url);
    return response ? response.status() : 0; // none for another anchor of the same page
  },
  async fill({ id, label, value }) { await field(pages.get(id), label).fill(value); },
  async fillHinted({ id, hint, value }) { await pages.get(id).page.getByPlaceholder(hint, { exact: true }).fill(value); },
  async check({ id, label }) { await field(pages.get(id), label).check(); },
  async value({ id, label }) { return field(pages.get(id), label).inputValue(); },
  async click({ id, name }) { await pages.get(id).page.getByRole('button', { name, exact: true }).click(); },
  async follow({ id, name }) { await pages.get(id).page.getByRole('link', { name, exact: true }).click(); },
  async fetch({ id, url, bearer }) {
    const fetched = async (a) => {
      const answer = await fetch(a.url, { credentials: 'include', headers: { Authorization: 'Bearer ' + a.bearer } });
      return answer.json();
    };
    return pages.get(id).page.evaluate(fetched, { url, bearer });
  },
  async refused({ id, label }) { // by the browser, before it sends the form
    return field(pages.get(id), label).evaluate((e) => e.matches(':invalid') && document.activeElement === e);
  },
  async press({ id, key }) { await pages.get(id).page.keyboard.press(key); },
  async type({ id, text }) { await pages.get(id).page.keyboard.type(text); },
  async focused({ id }) {
    return pages.get(id).page.evaluate(() => {
      const e = document.activeElement;
      const style = getComputedStyle(e);
      const name = e.labels && e.labels.length ? e.labels[0].innerText : e.innerText;
      return { name: (name || '').trim(), outlined: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 };
    });
  },
  async says({ id, text }) { await pages.get(id).page.locator('body', { hasText: text }).waitFor(); },
  async text({ id }) { return pages.get(id).page.locator('body').innerText(); },
  async title({ id }) { return pages.get(id).page.title(); },
  async url({ id }) { return pages.get(id).page.url(); },
  async back({ id }) { await pages.get(id).page.goBack(); },
  async requests({ id }) { // without navigations of the window itself
    const { page, requests } = pages.get(id);
    return requests.filter((r) => !r.isNavigationRequest() || r.frame() !== page.mainFrame()).map((r) => r.url());
  },
  async visited({ id }) { return Promise.all(pages.get(id).requests.map(exchange)); },
  async history({ id }) {
    const { page } = pages.get(id);
    const devtools = await page.context().newCDPSession(page);
    const { entries } = await devtools.send('Page.getNavigationHistory');
    await devtools.detach();
    return entries.flatMap((e) => [e.url, e.userTypedURL]);
  },
  async cookies({ id }) { return pages.get(id).page.context().cookies(); },
  async complaints({ id }) { return pages.get(id).complaints; },
  async unfold({ id, summary }) { await pages.get(id).page.locator('summary', { hasText: summary }).first().click(); },
  async shot({ id, path, dark, width, window }) {
    const { page } = pages.get(id);
    const size = page.viewportSize();
    if (dark) await page.emulateMedia({ colorScheme: 'dark' });
    if (width) await page.setViewportSize({ width, height: size.height });
    await page.screenshot({ path, fullPage: !window });
    await page.setViewportSize(size);
    if (dark) await page.emulateMedia({ colorScheme: 'light' });
  },
  async print({ id, path }) { // in the dark scheme, because paper is white in both
    const { page } = pages.get(id);
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    const pdf = (await page.pdf({ path, format: 'A4', preferCSSPageSize: true })).toString('latin1');
    const printed = await page.evaluate(() => {
      const visible = (e) => { const r = e.getBoundingClientRect(); return r.width > 0 && r.height > 0; };
      return {
        text: document.body.innerText,
        controls: [...document.querySelectorAll('form,input,textarea,button,.skip')].filter(visible).length,
        background: getComputedStyle(document.body).backgroundColor,
        ink: getComputedStyle(document.querySelector('h1')).color,
      };
    });
    await page.emulateMedia({ colorScheme: 'light', media: 'screen' });
    return { ...printed, pages: pdf.split(/\/Type\s*\/Page\b(?!s)/).length - 1 };
  },
  async scheme({ id, dark }) { await pages.get(id).page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' }); },
  async choose({ id, label }) { await pages.get(id).page.locator('label', { hasText: label }).click(); },
  async arrive({ id, url }) { await pages.get(id).page.waitForURL(url); },
  async audit({ id, whole }) { return audit(pages.get(id).page, whole); },
  async close({ id }) { await pages.get(id).page.context().close(); pages.delete(id); },
};

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { verb, args } = JSON.parse(line);
    let answer;
    try {
      answer = { result: (await verbs[verb](args)) ?? null };
    } catch (e) {
      answer = { error: String(e) };
    }
    process.stdout.write(JSON.stringify(answer) + '\n');
  }
  if (browser) await browser.close();
})();
