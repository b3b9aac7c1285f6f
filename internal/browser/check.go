package browser

import "strings"

// CheckAccessible checks that the page is accessible (audit.js, with axe), fits on narrow
// phones without breaking words, loads nothing from another site, and causes no errors in
// the browser's console.
func (p *Page) CheckAccessible() { p.t.Helper(); p.check(true) }

// CheckStructure is CheckAccessible without the dark scheme and without axe, which take most
// of the time. It is for pages that are made like one that is checked whole.
func (p *Page) CheckStructure() { p.t.Helper(); p.check(false) }

func (p *Page) check(whole bool) {
	p.t.Helper()
	title := p.Title()
	for _, w := range append(p.problems(whole), p.foreignLoads()...) {
		p.t.Errorf("%s: %s", title, w)
	}
	for _, c := range p.complaints() {
		if !strings.Contains(c, "the server responded with a status of 4") { // error pages are pages too
			p.t.Errorf("%s: %s", title, c)
		}
	}
}

// foreignLoads lists what the page loaded from other sites.
func (p *Page) foreignLoads() (wrong []string) {
	p.t.Helper()
	origin := evaluate[string](p, "location.origin")
	for _, url := range p.Requests() {
		if !strings.HasPrefix(url, origin+"/") {
			wrong = append(wrong, "loads "+url)
		}
	}
	return wrong
}
