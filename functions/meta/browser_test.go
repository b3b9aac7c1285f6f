package meta_test

import (
	"slices"
	"testing"

	"stint/internal/apitest"
	"stint/internal/browser"
)

func TestTheReferenceInABrowser(t *testing.T) {
	_, address := apitest.NewWithServer(t)
	tests := map[string]func(t *testing.T, address string){
		"every page is accessible":       openEveryPage,
		"on a phone without scripts":     readOnAPhone,
		"search by keyboard":             searchByKeyboard,
		"the language is remembered":     rememberLanguage,
		"the language keeps the place":   keepPlace,
		"the start page is short":        measureStart,
		"code is not cut off":            measureCode,
		"old anchors lead to operations": followOldAnchors,
	}
	if browser.TakesPictures() {
		tests["on a desktop, light and dark"] = readOnADesktop
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) { test(t, address) })
	}
}

// wholePage is the page of operations that is checked whole. It is a small one.
const wholePage = "/api/docs/passkeys"

// openEveryPage checks one page of each kind whole, and the structure of the others, which
// are made by the same templates.
func openEveryPage(t *testing.T, address string) {
	p := browser.NewDesktopPage(t)
	var others []string
	for _, page := range referencePages(t) {
		if !slices.Contains([]string{"/api/docs", "/api/docs/schemas", "/api/docs/errors", wholePage,
			"/api/docs/guide-timesheets-to-invoice", "/api/docs/changelog"}, page) {
			others = append(others, address+page)
			continue
		}
		if p.Open(address + page); p.Status != 200 {
			t.Errorf("%s: %d", page, p.Status)
		}
		p.CheckAccessible()
	}
	browser.CheckStructures(t, others)
}

// readOnAPhone reads without scripts. The contents are behind a button.
func readOnAPhone(t *testing.T, address string) {
	p := browser.NewPhonePage(t)
	p.Open(address + "/api/docs")
	p.ScreenshotWindow("reference-start-phone")
	p.Open(address + "/api/docs/entries")
	p.Click("Contents")
	p.ScreenshotWindow("reference-contents-phone")
	p.Follow("Timers")
	p.WaitForText("Start a timer", "curl --fail-with-body \"$STINT_URL/api/v1/timers/start\"")
	p.Choose("Python")
	p.WaitForText("urllib.request.Request(")
	p.CheckAccessible()
	p.Screenshot("reference-timers-phone")
	narrow := browser.NewWindow(t, 320, 640, false)
	narrow.Open(address + "/api/docs/entries#entries.bulk")
	narrow.CheckStructure()
	narrow.ScreenshotWindow("reference-entries-320")
	narrow.Open(address + wholePage)
	narrow.CheckAccessible()
}

// readOnADesktop takes pictures. What is on the pages is checked by the others.
func readOnADesktop(t *testing.T, address string) {
	for name, dark := range map[string]bool{"light": false, "dark": true} {
		p := browser.NewWindow(t, 1440, 900, true)
		p.UseDarkScheme(dark)
		for picture, page := range map[string]string{
			"start": "/api/docs", "guide": "/api/docs/guide-timesheets-to-invoice",
			"entries": "/api/docs/entries#entries.create",
			"errors":  "/api/docs/errors#conflict", "index": "/api/docs#operations", "schemas": "/api/docs/schemas",
			"events": "/api/docs/events#event-timer.started", "pictures": "/api/docs/guide-webhooks#guide-webhooks-receive",
		} {
			p.Open(address + page)
			p.ScreenshotWindow("reference-" + picture + "-" + name)
		}
	}
}

func searchByKeyboard(t *testing.T, address string) {
	p := browser.NewDesktopPage(t)
	p.Open(address + "/api/docs")
	p.Press("/")
	p.Type("external_id entr")
	p.WaitForText("has external_id")
	p.ScreenshotWindow("reference-search")
	p.CheckAccessible()
	p.Press("Escape")
	p.Press("/")
	p.Type("start timer")
	p.WaitForText("POST /api/v1/timers/start")
	p.Press("ArrowDown")
	p.Press("ArrowUp")
	p.Press("Enter")
	p.WaitForText("comes back as stopped_entry")
	if got := p.URL(); got != address+"/api/docs/timers#timers.start" {
		t.Errorf("at %s", got)
	}
	for query, want := range map[string]string{"version_stale": "Reason of conflict", "idempotency": "Guide",
		"webhook": "Webhooks", "xyzzy": "Nothing was found.", "webhok": "Webhooks", "idempotenxy": "Guide",
		"deprecated": "How the interface changes", "changelog": "Changelog", "timer.started": "Event",
		"sdk": "Clients", "expiresInDays": "has expiresInDays", "coversAll": "has coversAll", "dryrun": "has dryRun",
		"hourlyRat": "has hourlyRate"} {
		p.Press("/")
		p.Type(query)
		p.WaitForText(want)
		p.Press("Escape")
		p.Press("Escape")
	}
}

func rememberLanguage(t *testing.T, address string) {
	p := browser.NewDesktopPage(t)
	p.Open(address + "/api/docs/timers")
	p.Choose("Go")
	p.Open(address + "/api/docs/entries")
	p.WaitForText("package main")
}

func followOldAnchors(t *testing.T, address string) {
	p := browser.NewDesktopPage(t)
	for old, want := range map[string]string{
		"timers.start": "timers#timers.start", "entries.list.v1": "entries#entries.list", "timers": "timers",
		"errors": "errors", "schema-Entry": "schemas#schema-Entry", "guide-paging": "guide-paging",
		"guide-first-call-next": "guide-first-call#guide-first-call-next",
	} {
		p.Open(address + "/api/docs#" + old)
		p.WaitForURL(address + "/api/docs/" + want)
	}
}

// keepPlace changes the language in the middle of a page. What is at the top of the window stays there.
func keepPlace(t *testing.T, address string) {
	p := browser.NewDesktopPage(t)
	for page, place := range map[string]string{
		"timers": `article:nth-of-type(3) h2`, "entries": `article:last-of-type h2`,
	} {
		p.Open(address + "/api/docs/" + page)
		p.ScrollTo(place)
		for _, language := range []string{"go", "python", "sh"} {
			before := p.TopOf(place)
			p.ClickInPlace("#language-" + language + " + label")
			if after := p.TopOf(place); after < before-2 || after > before+2 {
				t.Errorf("%s: %s moves the page from %d to %d", page, language, before, after)
			}
		}
	}
}

// maxStart is how high the start page may be in a window of 1,280 CSS pixels.
const maxStart = 3_000

func measureStart(t *testing.T, address string) {
	p := browser.NewDesktopPage(t)
	p.Open(address + "/api/docs")
	if height := p.Height(); height >= maxStart {
		t.Errorf("the start page is %d pixels high, limit %d", height, maxStart)
	}
}

// measureCode looks for code that does not fit, where an id at its end could not be seen.
func measureCode(t *testing.T, address string) {
	for _, p := range []*browser.Page{browser.NewDesktopPage(t), browser.NewPhonePage(t)} {
		for _, page := range []string{"entries", "events", "guide-webhooks"} {
			p.Open(address + "/api/docs/" + page)
			if n := p.CutOff("pre, .calls, .property"); n > 0 {
				t.Errorf("%s: %d blocks are cut off", page, n)
			}
		}
	}
}
