package browser

import (
	"strings"
	"testing"
)

// Page is a browser window with its own cookies.
type Page struct {
	t      testing.TB
	b      *Browser
	id     int
	Status int // of the response to the last Open
}

// NewPhonePage opens a window with the size of a phone and a touch screen. Scripts are
// off, because pages must work without them.
func (b *Browser) NewPhonePage(t testing.TB) *Page { t.Helper(); return b.NewPhonePageIn(t, "en-GB") }

// NewPhonePageIn is NewPhonePage for a reader of a language, such as de-AT.
func (b *Browser) NewPhonePageIn(t testing.TB, language string) *Page {
	t.Helper()
	return b.newPage(t, args{"width": 390, "height": 844, "scale": 2, "touch": true, "script": false, "language": language})
}

// NewDesktopPage opens a window with the size of a small screen, with scripts.
func (b *Browser) NewDesktopPage(t testing.TB) *Page {
	t.Helper()
	return b.newPage(t, args{"width": 1280, "height": 800, "scale": 1, "touch": false, "script": true})
}

// NewWindow opens a window of a size in CSS pixels, with or without scripts.
func (b *Browser) NewWindow(t testing.TB, width, height int, script bool) *Page {
	t.Helper()
	return b.newPage(t, args{"width": width, "height": height, "scale": 1, "touch": false, "script": script})
}

func (b *Browser) newPage(t testing.TB, a args) *Page {
	t.Helper()
	b.pages++
	p := &Page{t: t, b: b, id: b.pages}
	a["id"] = p.id
	if failed := b.send(t, "page", a, nil); failed != "" {
		t.Fatalf("no window can be opened: %s", failed)
	}
	return p
}

// do sends a command about the page to the driver. If it fails, the test fails with
// the page's text and a screenshot.
func (p *Page) do(verb string, a args, result any) {
	p.t.Helper()
	if a == nil {
		a = args{}
	}
	a["id"] = p.id
	if failed := p.b.send(p.t, verb, a, result); failed != "" {
		p.Screenshot("failed-" + verb)
		p.t.Fatalf("%s %v: %s\nthe page says:\n%s", verb, a, failed, p.Text())
	}
}

// Open opens a URL and sets Status.
func (p *Page) Open(url string) { p.t.Helper(); p.do("open", args{"url": url}, &p.Status) }

// Fill fills in the field with that label.
func (p *Page) Fill(label, value string) {
	p.t.Helper()
	p.do("fill", args{"label": label, "value": value}, nil)
}

// FillByPlaceholder fills in the field with that placeholder, for pages of providers
// whose fields have no labels.
func (p *Page) FillByPlaceholder(hint, value string) {
	p.t.Helper()
	p.do("fillHinted", args{"hint": hint, "value": value}, nil)
}

// Check checks the checkbox with that label.
func (p *Page) Check(label string) { p.t.Helper(); p.do("check", args{"label": label}, nil) }

// Click clicks the button with that name and waits for the page that it opens.
func (p *Page) Click(button string) { p.t.Helper(); p.do("click", args{"name": button}, nil) }

// Follow clicks the link with that name and waits for the page that it opens.
func (p *Page) Follow(link string) { p.t.Helper(); p.do("follow", args{"name": link}, nil) }

// Fetch requests a URL from a script of the page, with an access token and cookies,
// and decodes the JSON response. The browser applies the rules for other origins.
func (p *Page) Fetch(url, bearer string, into any) {
	p.t.Helper()
	p.do("fetch", args{"url": url, "bearer": bearer}, into)
}

// Unfold opens the first closed part of the page whose summary contains a text.
func (p *Page) Unfold(summary string) {
	p.t.Helper()
	p.do("unfold", args{"summary": summary}, nil)
}

// Press presses a key, such as "Tab".
func (p *Page) Press(key string) { p.t.Helper(); p.do("press", args{"key": key}, nil) }

// Type types a text into the focused element.
func (p *Page) Type(text string) { p.t.Helper(); p.do("type", args{"text": text}, nil) }

// Value is the content of the field with that label.
func (p *Page) Value(label string) (value string) {
	p.t.Helper()
	p.do("value", args{"label": label}, &value)
	return value
}

// IsInvalid reports whether the browser refused to send the form because of the field
// with that label: the field is invalid and focused.
func (p *Page) IsInvalid(label string) (refused bool) {
	p.t.Helper()
	p.do("refused", args{"label": label}, &refused)
	return refused
}

// Focused is the label or text of the focused element, and whether it has a visible
// outline.
func (p *Page) Focused() (name string, outlined bool) {
	p.t.Helper()
	var got struct {
		Name     string
		Outlined bool
	}
	p.do("focused", nil, &got)
	return got.Name, got.Outlined
}

// Text is the visible text of the page.
func (p *Page) Text() (text string) { p.t.Helper(); p.do("text", nil, &text); return text }

// Title is the title of the page.
func (p *Page) Title() (title string) { p.t.Helper(); p.do("title", nil, &title); return title }

// URL is the current URL.
func (p *Page) URL() (url string) { p.t.Helper(); p.do("url", nil, &url); return url }

// Requests are the URLs of everything that the page loaded, without the page itself.
func (p *Page) Requests() (all []string) { p.t.Helper(); p.do("requests", nil, &all); return all }

// WaitForText waits until the page shows all texts. Upper and lower case are equal.
func (p *Page) WaitForText(texts ...string) {
	p.t.Helper()
	for _, text := range texts {
		p.do("says", args{"text": text}, nil)
	}
}

// UseDarkScheme makes the window prefer dark colours; false makes it prefer light ones.
func (p *Page) UseDarkScheme(dark bool) { p.t.Helper(); p.do("scheme", args{"dark": dark}, nil) }

// Choose chooses the radio button with that label.
func (p *Page) Choose(label string) { p.t.Helper(); p.do("choose", args{"label": label}, nil) }

// WaitForURL waits until the window is at a URL.
func (p *Page) WaitForURL(url string) { p.t.Helper(); p.do("arrive", args{"url": url}, nil) }

// CheckAccessible checks that the page is accessible (audit.js, with axe), fits on narrow
// phones without breaking words, loads nothing from another site, and causes no errors in
// the browser's console.
func (p *Page) CheckAccessible() { p.t.Helper(); p.audit(true) }

// CheckStructure is CheckAccessible without the dark scheme and without axe, which take most
// of the time. It is for pages that are made like one that is checked whole.
func (p *Page) CheckStructure() { p.t.Helper(); p.audit(false) }

func (p *Page) audit(whole bool) {
	p.t.Helper()
	var wrong, consoleErrors []string
	p.do("audit", args{"whole": whole}, &wrong)
	p.do("complaints", nil, &consoleErrors)
	consoleErrors = filterOut(consoleErrors, "the server responded with a status of 4") // error pages are pages too
	for _, w := range append(wrong, consoleErrors...) {
		p.t.Errorf("%s: %s", p.Title(), w)
	}
	origin, _, _ := strings.Cut(strings.TrimPrefix(p.URL(), "http://"), "/")
	for _, url := range p.Requests() {
		if !strings.HasPrefix(url, "http://"+origin+"/") {
			p.t.Errorf("%s: loads %s", p.Title(), url)
		}
	}
}

func filterOut(all []string, part string) (rest []string) {
	for _, one := range all {
		if !strings.Contains(one, part) {
			rest = append(rest, one)
		}
	}
	return rest
}
