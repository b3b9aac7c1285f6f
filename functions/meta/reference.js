// The API reference is complete without this script. With it, the language is remembered, code
// has a button that copies it, old addresses of operations lead on, and there is a search.
"use strict";
(() => {
  const find = (selector, from = document) => from.querySelector(selector);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const make = (tag, properties = {}, ...inside) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...inside);
    return element;
  };
  const contents = find("#contents");

  // The storage is refused in some private windows.
  const stored = (work) => {
    try {
      return work(localStorage);
    } catch {
      return null;
    }
  };

  const rememberLanguage = () => {
    const chosen = find(`#language-${stored((s) => s.getItem("language")) || "none"}`);
    if (chosen) chosen.checked = true;
    for (const input of all("[name=language]")) {
      input.addEventListener("change", () => stored((s) => s.setItem("language", input.value)));
    }
  };

  // Samples in another language have another length. What is at the top of the window stays there.
  const keepPlace = () => {
    const choice = find(".languages");
    if (!choice) return;
    const candidates = "main :is(h1, h2, h3, p, li, summary, .code)";
    let place = null;
    let top = 0;
    const note = () => {
      const bar = choice.getBoundingClientRect().bottom;
      place = all(candidates).find((e) => !e.closest(".choice") && e.getClientRects().length && e.getBoundingClientRect().bottom > bar);
      top = place ? place.getBoundingClientRect().top : 0;
    };
    for (const event of ["pointerdown", "keydown"]) choice.addEventListener(event, note, true);
    // The click that follows on the radio button itself comes after its change.
    choice.addEventListener("click", (event) => event.target.matches("label") && note(), true);
    choice.addEventListener("change", () => place && scrollBy({ top: place.getBoundingClientRect().top - top, behavior: "instant" }));
  };

  const addCopyButtons = () => {
    for (const caption of all(".caption")) {
      const button = make("button", { type: "button", textContent: "Copy" });
      button.addEventListener("click", async () => {
        const text = caption.nextElementSibling.textContent;
        button.textContent = await navigator.clipboard.writeText(text).then(() => "Copied", () => "Not copied");
        button.addEventListener("blur", () => (button.textContent = "Copy"), { once: true });
      });
      caption.append(button);
    }
  };

  // Everything was on the start page once: /api/docs#timers.start is an entry of its contents now.
  const followOldAnchor = () => {
    const anchor = location.hash.slice(1);
    const guide = all('li[id^="guide-"]').filter((e) => anchor === e.id || anchor.startsWith(`${e.id}-`)).pop();
    if (guide) return location.replace(find("a", guide).href + (anchor === guide.id ? "" : location.hash));
    const place = anchor && document.getElementById(anchor);
    const link = place && place.closest(".index") && (place.closest("a") || find("a:not(.anchor)", place));
    if (link && !link.getAttribute("href").startsWith("#")) location.replace(link.href);
  };

  const markCurrent = () => {
    const links = new Map(all('.list a[href^="#"]', contents).map((a) => [a.hash.slice(1), a]));
    const seen = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        for (const [, a] of links) if (a.getAttribute("aria-current") !== "page") a.removeAttribute("aria-current");
        const link = links.get(target.id);
        if (link.getAttribute("aria-current") === "page") continue;
        link.setAttribute("aria-current", "location");
        if (link.offsetTop < contents.scrollTop + 80 || link.offsetTop > contents.scrollTop + contents.clientHeight - 80) {
          contents.scrollTop = link.offsetTop - contents.clientHeight / 2;
        }
      }
    }, { rootMargin: "-10% 0px -75% 0px" });
    for (const id of links.keys()) {
      const place = document.getElementById(id);
      if (place) seen.observe(place);
    }
  };

  const closeContents = () => {
    if (contents.matches(":popover-open")) contents.hidePopover();
  };

  // Search: every word of the query, or its synonym, must be in an entry. The title counts most,
  // properties count less than addresses, and a guide with the title comes first.
  const most = 12;
  const synonyms = {
    pagination: "paging", sdk: "clients", library: "clients", deprecation: "changes", versioning: "changes", idempotent: "idempotency", undo: "restore", throttling: "limits", quota: "limits", batch: "bulk", etag: "versions",
  };
  const plain = (text) => text.toLowerCase().replace(/[._/{}-]/g, " ");
  // A word with one wrong letter: another one, one too many or too few, or two that changed places.
  const isNear = (a, b) => {
    if (a.length > b.length) [a, b] = [b, a];
    if (b.length - a.length > 1) return false;
    let i = 0;
    while (i < a.length && a[i] === b[i]) i++;
    const [x, y] = [a.slice(i), b.slice(i)];
    if (a.length < b.length) return x === y.slice(1);
    return x.slice(1) === y.slice(1) || x.slice(2) === y.slice(2) && x[0] === y[1] && x[1] === y[0];
  };
  // The beginning of a word may be wrong, too, while it is typed.
  const isNearTo = (word) => (w) => [w, w.slice(0, word.length - 1), w.slice(0, word.length), w.slice(0, word.length + 1)].some((part) => isNear(word, part));
  // Words of a query are in small letters, and names of properties may have capital ones.
  const propertiesOf = (entry) => (entry.p || []).map((p) => p.toLowerCase());
  const forgive = (entry, word) => {
    if (word.length < 4) return 0;
    const near = isNearTo(word);
    if (plain(entry.t).split(" ").some(near)) return 8;
    if (propertiesOf(entry).some((p) => near(p) || p.split("_").some(near))) return 3;
    if (plain(`${entry.k} ${entry.n || ""}`).split(" ").some(near)) return 3;
    return plain(entry.x || "").split(" ").some(near) ? 1 : 0;
  };
  const weigh = (entry, word) => {
    const title = plain(entry.t);
    if (entry.t.toLowerCase() === word || title.split(" ").includes(word)) return 12;
    if (title.split(" ").some((w) => w.startsWith(word))) return 9;
    if (title.includes(plain(word)) || plain(`${entry.k} ${entry.n || ""}`).includes(word)) return 5;
    if (propertiesOf(entry).includes(word)) return 4;
    if (propertiesOf(entry).some((p) => p.includes(word))) return 3;
    return plain(entry.x || "").includes(plain(word)) ? 1 : 0;
  };
  const search = (index, query) => {
    const found = searchWith(index, query, weigh);
    return found.length ? found : searchWith(index, query, (entry, word) => weigh(entry, word) || forgive(entry, word));
  };
  const searchWith = (index, query, weighs) => {
    const words = query.toLowerCase().trim().split(/[\s./-]+/).filter(Boolean);
    const found = [];
    for (const entry of index) {
      const weights = words.map((word) => Math.max(weighs(entry, word), synonyms[word] ? weighs(entry, synonyms[word]) : 0));
      if (words.length && weights.every(Boolean)) {
        const exact = plain(entry.t) === plain(query.trim()) ? 10 : 0;
        const guide = entry.k === "Guide" && !entry.n && weights.every((weight) => weight >= 9) ? 6 : 0;
        found.push({ entry, words, weight: exact + guide + weights.reduce((a, b) => a + b) });
      }
    }
    return found.sort((a, b) => b.weight - a.weight).slice(0, most);
  };

  const show = ({ entry, words }, number, address) => {
    const name = (entry.p || []).find((p) => words.some((w) => p.toLowerCase().startsWith(w) && !plain(entry.t).includes(w)));
    const item = make("li", { id: `hit-${number}` }, make("strong", { textContent: entry.t }), make("span", { textContent: entry.n ? `${entry.k} · ${entry.n}` : entry.k }));
    if (name) item.append(make("span", {}, "has ", make("mark", { textContent: name })));
    item.setAttribute("role", "option");
    item.dataset.link = new URL(entry.u, address).href;
    return item;
  };

  const addSearch = () => {
    const input = find("#find");
    const hits = find("#hits");
    const list = find(".list", contents);
    const said = find("#found");
    const address = new URL(contents.dataset.search, location.href);
    let index = null;
    let chosen = -1;

    const to = (anchor, textContent) => make("a", { href: new URL(`../docs#${anchor}`, address).href, textContent });
    const load = () => (index ||= fetch(address).then((answer) => answer.json()));
    const choose = (number) => {
      const options = all("li", hits);
      chosen = options.length ? (number + options.length) % options.length : -1;
      options.forEach((option, i) => option.setAttribute("aria-selected", i === chosen));
      input.setAttribute("aria-activedescendant", chosen < 0 ? "" : options[chosen].id);
      if (chosen >= 0) options[chosen].scrollIntoView({ block: "nearest" });
    };
    const update = async () => {
      const query = input.value;
      const found = query.trim() ? search(await load(), query) : [];
      if (query !== input.value) return; // a newer query is on its way
      hits.replaceChildren(...found.map((one, i) => show(one, i, address)));
      hits.hidden = !found.length;
      list.hidden = query.trim() !== "";
      said.replaceChildren();
      if (query.trim() && !found.length) said.append("Nothing was found. See ", to("operations", "all operations"), " or ", to("guides", "the guides"), ".");
      input.setAttribute("aria-expanded", found.length > 0);
      choose(0);
    };
    const open = (item) => {
      if (!item) return;
      input.value = "";
      update();
      closeContents();
      location.href = item.dataset.link;
    };
    const keys = {
      ArrowDown: () => choose(chosen + 1),
      ArrowUp: () => choose(chosen - 1),
      Enter: () => open(all("li", hits)[chosen]),
      Escape: () => {
        if (!input.value) input.blur();
        input.value = "";
        update();
      },
    };

    find(".find").hidden = false;
    input.addEventListener("focus", load);
    input.addEventListener("input", update);
    input.addEventListener("keydown", (event) => {
      if (!keys[event.key] || event.isComposing) return;
      event.preventDefault();
      keys[event.key]();
    });
    hits.addEventListener("click", (event) => open(event.target.closest("li")));
    document.addEventListener("keydown", (event) => {
      const typing = event.target.closest("input, textarea, select, [contenteditable]");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || typing && typing.type !== "radio") return;
      event.preventDefault();
      if (getComputedStyle(contents).display === "none") contents.showPopover();
      input.focus();
      input.select();
    });
  };

  rememberLanguage();
  keepPlace();
  addCopyButtons();
  followOldAnchor();
  addEventListener("hashchange", followOldAnchor);
  contents.addEventListener("click", (event) => event.target.closest("a") && closeContents());
  markCurrent();
  addSearch();
})();
