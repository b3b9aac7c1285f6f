// Checks that a page is accessible: with a keyboard, with a screen reader, on a phone
// and with low vision. The functions run in the page and return lists of problems.

// Checks the structure, labels, sizes and contrast.
globalThis.inspect = () => {
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
  const page = matchMedia('(prefers-color-scheme: dark)').matches ? [0, 0, 0] : [255, 255, 255];
  const backgrounds = new Map(); // of elements that were looked at
  const behind = (e) => {
    if (!e) return page;
    if (!backgrounds.has(e)) {
      const c = parts(getComputedStyle(e).backgroundColor);
      backgrounds.set(e, c.length < 4 || c[3] > 0 ? c : behind(e.parentElement));
    }
    return backgrounds.get(e);
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

// Finds words of usual length that are broken over two lines although the
// text says nowhere that they may be: <wbr>, hyphens and dashes do. Lines of code
// break anywhere, so that all of them can be read on a phone.
globalThis.brokenWords = () => {
  const longest = 20; // characters; longer words have no room on a phone
  const broken = new Set();
  const lines = (range) => new Set([...range.getClientRects()].filter((r) => r.width > 0 && r.right > 0).map((r) => Math.round(r.top))).size;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n = walk.nextNode(); n; n = walk.nextNode()) {
    if (n.parentElement.closest('pre')) continue;
    const range = document.createRange();
    range.selectNodeContents(n);
    if (lines(range) < 2) continue;
    for (const word of n.textContent.matchAll(/[^\s\-\u2013\u2014]+/g)) {
      if (word[0].length > longest) continue;
      range.setStart(n, word.index);
      range.setEnd(n, word.index + word[0].length);
      if (lines(range) > 1) broken.add(word[0]);
    }
  }
  return [...broken].map((word) => 'breaks the word "' + word + '"');
};

// Checks that the page fits on a narrow phone.
globalThis.inspectNarrow = () => {
  const wrong = [];
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) wrong.push('scrolls sideways by ' + wide + ' px at 320 px');
  for (const w of brokenWords()) wrong.push('320 px: ' + w);
  return wrong;
};

// Runs axe. In the dark it looks at the contrast only, because the rest is the same in both
// schemes.
globalThis.runAxe = async (dark) => {
  const rules = dark ? { runOnly: ['color-contrast'] } : {};
  const { violations } = await axe.run({ resultTypes: ['violations'], ...rules });
  return violations.flatMap((v) => v.nodes.map((n) => 'axe: ' + v.id + ': ' + v.help + ': ' + n.target.join(' ')));
};
