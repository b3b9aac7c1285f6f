package browser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Page is a window with cookies of its own.
type Page struct {
	t      testing.TB
	b      *Browser
	id     int
	Status int // of the address that was opened last
}

// NewPhonePage opens a window of a phone's size that can be touched. Scripts are off:
// pages have to work without.
func (b *Browser) NewPhonePage(t testing.TB) *Page {
	t.Helper()
	return b.newPage(t, args{"width": 390, "height": 844, "scale": 2, "touch": true, "script": false})
}

// NewDesktopPage opens a window of a small screen's size, with scripts.
func (b *Browser) NewDesktopPage(t testing.TB) *Page {
	t.Helper()
	return b.newPage(t, args{"width": 1280, "height": 800, "scale": 1, "touch": false, "script": true})
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

// do is a call about the page. When it fails, the test ends with the page's text
// and a picture of it.
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

// Open goes to an address.
func (p *Page) Open(url string) { p.t.Helper(); p.do("open", args{"url": url}, &p.Status) }

// Fill types into the field with that label.
func (p *Page) Fill(label, value string) {
	p.t.Helper()
	p.do("fill", args{"label": label, "value": value}, nil)
}

// FillByPlaceholder types into the field with that hint inside, on pages of others
// whose fields have no labels.
func (p *Page) FillByPlaceholder(hint, value string) {
	p.t.Helper()
	p.do("fillHinted", args{"hint": hint, "value": value}, nil)
}

// Check ticks the box with that label.
func (p *Page) Check(label string) { p.t.Helper(); p.do("check", args{"label": label}, nil) }

// Click presses the button with that name, and waits for the page behind it.
func (p *Page) Click(button string) { p.t.Helper(); p.do("click", args{"name": button}, nil) }

// Follow clicks on the link with that name, and waits for the page behind it.
func (p *Page) Follow(link string) { p.t.Helper(); p.do("follow", args{"name": link}, nil) }

// Fetch asks for an address with an access token, as a script of the page does
// that minds cookies, and reads the JSON of the answer. It is bound by what the
// page and the address allow to other origins.
func (p *Page) Fetch(url, bearer string, into any) {
	p.t.Helper()
	p.do("fetch", args{"url": url, "bearer": bearer}, into)
}

// Press presses a key.
func (p *Page) Press(key string) { p.t.Helper(); p.do("press", args{"key": key}, nil) }

// Type types where the focus is.
func (p *Page) Type(text string) { p.t.Helper(); p.do("type", args{"text": text}, nil) }

// Value is what stands in the field with that label.
func (p *Page) Value(label string) (value string) {
	p.t.Helper()
	p.do("value", args{"label": label}, &value)
	return value
}

// IsInvalid reports whether the browser itself points at the field as not rightly
// filled in, instead of sending the form.
func (p *Page) IsInvalid(label string) (refused bool) {
	p.t.Helper()
	p.do("refused", args{"label": label}, &refused)
	return refused
}

// Focused is the label or name of what has the focus, and whether that can be
// seen.
func (p *Page) Focused() (name string, outlined bool) {
	p.t.Helper()
	var got struct {
		Name     string
		Outlined bool
	}
	p.do("focused", nil, &got)
	return got.Name, got.Outlined
}

// Text is what can be read on the page.
func (p *Page) Text() (text string) { p.t.Helper(); p.do("text", nil, &text); return text }

// Title is the title of the window.
func (p *Page) Title() (title string) { p.t.Helper(); p.do("title", nil, &title); return title }

// URL is the address that the window shows.
func (p *Page) URL() (url string) { p.t.Helper(); p.do("url", nil, &url); return url }

// Requests are the addresses of everything that pages have loaded.
func (p *Page) Requests() (all []string) { p.t.Helper(); p.do("requests", nil, &all); return all }

// WaitForText waits for texts that can be read on the page, in any case of letters.
func (p *Page) WaitForText(texts ...string) {
	p.t.Helper()
	for _, text := range texts {
		p.do("says", args{"text": text}, nil)
	}
}

// Screenshot keeps a picture of the whole page as artifacts/<name>.png.
func (p *Page) Screenshot(name string) {
	p.t.Helper()
	folder := filepath.Join(driverFolder(), "..", "..", "artifacts")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		p.t.Fatal(err)
	}
	shot := args{"id": p.id, "path": filepath.Join(folder, name+".png")}
	if failed := p.b.send(p.t, "shot", shot, nil); failed != "" {
		p.t.Fatalf("no picture %s: %s", name, failed)
	}
}

// CheckAccessible checks the page as it is for people who use a keyboard or a screen
// reader, see little, or hold a small phone; and that it loads nothing from
// elsewhere and the browser has nothing to complain about.
func (p *Page) CheckAccessible() {
	p.t.Helper()
	var wrong, consoleErrors []string
	p.do("audit", nil, &wrong)
	p.do("complaints", nil, &consoleErrors)
	consoleErrors = filterOut(consoleErrors, "the server responded with a status of 4") // a page of ours as well
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
