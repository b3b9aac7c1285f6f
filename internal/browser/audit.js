// Checks that a page is accessible: with a keyboard, with a screen reader, on a phone
// and with low vision. The result is a list of problems.
'use strict';

// Runs in the page. Checks the structure, labels, sizes and contrast.
const inspect = () => {
  const wrong = [];
  const visible = (e) => { const r = e.getBoundingClientRect(); return r.width > 1 && r.height > 1 && r.right > 0; };
  const say = (e) => e.tagName.toLowerCase() + (e.id ? '#' + e.id : '') + ' "' + (e.innerText || e.name || '').trim().slice(0, 30) + '"';

  if (!document.documentElement.lang) wrong.push('no lang');
  if (!document.title) wrong.push('no title');
  if (document.querySelectorAll('h1').length !== 1) wrong.push('not one h1');
  if (document.querySelectorAll('main').length !== 1) wrong.push('not one main');
  let level = 0;
  for (const h of document.querySelectorAll('h1,h2,h3,h4')) {
    const next = Number(h.tagName[1]);
    if (next > level + 1) wrong.push('heading skips a level: ' + say(h));
    level = next;
  }
  const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
  if (new Set(ids).size !== ids.length) wrong.push('an id occurs twice');
  for (const e of document.querySelectorAll('[aria-describedby]')) {
    for (const id of e.getAttribute('aria-describedby').split(' ')) if (!document.getElementById(id)) wrong.push('describedby leads nowhere: ' + say(e));
  }
  for (const e of document.querySelectorAll('input:not([type=hidden]),textarea,select')) {
    if (!e.labels.length) wrong.push('no label: ' + say(e));
    if (parseFloat(getComputedStyle(e).fontSize) < 16) wrong.push('text under 16 px: ' + say(e));
  }
  for (const e of document.querySelectorAll('button,input:not([type=hidden]),textarea,summary')) {
    const box = e.type === 'checkbox' ? e.labels[0] : e; // users can touch its label instead
    if (visible(box) && box.getBoundingClientRect().height < 44) wrong.push('under 44 px high: ' + say(e) + ' ' + box.getBoundingClientRect().height);
  }
  for (const t of document.querySelectorAll('table')) {
    for (const h of t.querySelectorAll('th')) if (!h.scope) wrong.push('th without a scope: ' + say(h));
  }

  // Contrast: WCAG 2.2, relative luminance and contrast ratio.
  const parts = (c) => c.match(/[\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => {
    const f = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
    return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b);
  };
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const c = parts(getComputedStyle(e).backgroundColor);
      if (c.length < 4 || c[3] > 0) return c;
    }
    return matchMedia('(prefers-color-scheme: dark)').matches ? [0, 0, 0] : [255, 255, 255];
  };
  const ratio = (a, b) => { const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
  for (const e of document.querySelectorAll('body *')) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own && !['INPUT', 'TEXTAREA'].includes(e.tagName) || !visible(e)) continue;
    const r = ratio(parts(getComputedStyle(e).color), behind(e));
    if (r < 4.5) wrong.push('contrast ' + r.toFixed(2) + ': ' + say(e));
  }
  return wrong;
};

module.exports = async (page) => {
  const wrong = [];
  const size = page.viewportSize();
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    for (const w of await page.evaluate(inspect)) wrong.push(colorScheme + ': ' + w);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 320, height: 568 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (wide > 0) wrong.push('scrolls sideways by ' + wide + ' px at 320 px');
  await page.setViewportSize(size);
  return wrong;
};
