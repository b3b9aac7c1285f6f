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
  const ratios = new Map(); // of pairs of colours that were looked at
  for (const e of withText(document.body)) {
    if (!visible(e)) continue;
    const ink = getComputedStyle(e).color, paper = behind(e);
    const pair = ink + paper;
    if (!ratios.has(pair)) ratios.set(pair, ratio(parts(ink), paper));
    if (ratios.get(pair) < 4.5) wrong.push('contrast ' + ratios.get(pair).toFixed(2) + ': ' + say(e));
  }
  return wrong;
};

// The elements with text of their own, and the fields.
globalThis.withText = (root) => {
  const all = new Set();
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let n = walk.nextNode(); n; n = walk.nextNode()) if (n.data.trim()) all.add(n.parentElement);
  for (const e of root.querySelectorAll('input,textarea,select')) all.add(e);
  return all;
};

// Finds words of usual length that are broken over two lines although the
// text says nowhere that they may be: <wbr>, hyphens and dashes do. Lines of code
// break anywhere, so that all of them can be read on a phone.
globalThis.brokenWords = () => {
  const longest = 20; // characters; longer words have no room on a phone
  const broken = new Set(), range = document.createRange();
  const isOnOneLine = () => {
    const all = range.getClientRects();
    return all.length < 2 || new Set([...all].filter((r) => r.width > 0 && r.right > 0).map((r) => Math.round(r.top))).size < 2;
  };
  const look = (n, words) => {
    if (!words.length) return;
    range.setStart(n, words[0].index);
    range.setEnd(n, words.at(-1).index + words.at(-1)[0].length);
    if (isOnOneLine()) return;
    const half = words.length >> 1;
    if (half) {
      look(n, words.slice(0, half));
      look(n, words.slice(half));
    } else if (words[0][0].length <= longest) {
      broken.add(words[0][0]);
    }
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n = walk.nextNode(); n; n = walk.nextNode()) {
    if (n.parentElement.closest('pre')) continue;
    range.selectNodeContents(n);
    if (!isOnOneLine()) look(n, [...n.data.matchAll(/[^\s\-\u2013\u2014]+/g)]);
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

// Takes elements out of the page, so that one is left of those with text that look alike: with
// equal styles, inside of elements with equal styles. Returns a function that puts them back.
globalThis.takeOutAlike = () => {
  const looks = new Map(), numbers = new Map(); // of elements; of looks
  const look = (e) => {
    if (!e) return 0;
    if (!looks.has(e)) {
      const s = getComputedStyle(e);
      const all = [look(e.parentElement), e.tagName, e.className, s.color, s.backgroundColor, s.backgroundImage, s.opacity,
        s.textShadow, s.fontSize, s.fontWeight, s.visibility, s.position].join('|');
      if (!numbers.has(all)) numbers.set(all, numbers.size + 1);
      looks.set(e, numbers.get(all));
    }
    return looks.get(e);
  };
  const kept = new Set(), seen = new Set();
  const keep = (e) => { for (; e; e = e.parentElement) kept.add(e); };
  keep(document.activeElement);
  for (const e of withText(document.body)) {
    if (!e.checkVisibility() || seen.has(look(e))) continue;
    seen.add(look(e));
    keep(e);
  }
  const out = [...document.querySelectorAll('body *')]
    .filter((e) => kept.has(e.parentElement) && !kept.has(e) && !['SCRIPT', 'STYLE'].includes(e.tagName))
    .map((e) => { const place = new Comment(); e.replaceWith(place); return [place, e]; });
  return () => { for (const [place, e] of out) place.replaceWith(e); };
};

// The page without the words that people read: elements with their attributes, one of equal neighbours. Pages of one
// shape differ in their words only.
globalThis.shape = () => {
  const words = ['action', 'alt', 'aria-label', 'content', 'datetime', 'href', 'placeholder', 'title', 'value'];
  const attribute = ({ name, value }) => ` ${name}=${value.trim() && words.includes(name) ? 'x' : value}`;
  const of = (n) => {
    if (n.nodeType === Node.TEXT_NODE) return n.data.trim() && (n.parentElement.tagName === 'STYLE' ? n.data : 'x');
    if (n.nodeType !== Node.ELEMENT_NODE) return '';
    const parts = [...n.childNodes].map(of).filter((part, i, all) => part && part !== all[i - 1]);
    return `<${n.tagName}${[...n.attributes].map(attribute).join('')}>${parts.join('')}</>`;
  };
  return [of(document.documentElement)];
};

// Runs axe. In the dark it looks at the contrast only, because the rest is the same in both
// schemes. The contrast takes most of its time, so it looks at that of elements that differ where
// a page has many.
globalThis.runAxe = async (dark) => {
  const violations = async (options) => {
    const found = await axe.run({ resultTypes: ['violations'], ...options });
    return found.violations.flatMap((v) => v.nodes.map((n) => 'axe: ' + v.id + ': ' + v.help + ': ' + n.target.join(' ')));
  };
  const contrast = { runOnly: ['color-contrast'] };
  if (document.querySelectorAll('*').length < 500) return violations(dark ? contrast : {});
  const others = dark ? [] : await violations({ rules: { 'color-contrast': { enabled: false } } });
  const putBack = takeOutAlike();
  try {
    return [...others, ...await violations(contrast)];
  } finally {
    putBack();
  }
};
