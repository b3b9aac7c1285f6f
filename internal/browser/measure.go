package browser

import "fmt"

// Height is the height of the whole page in CSS pixels.
func (p *Page) Height() int {
	p.t.Helper()
	return evaluate[int](p, "document.documentElement.scrollHeight")
}

// TopOf is how far below the upper edge of the window the first element of a selector begins, in whole CSS pixels.
func (p *Page) TopOf(selector string) int {
	p.t.Helper()
	// + 0 makes 0 of -0, which is no number of JSON
	return evaluate[int](p,
		fmt.Sprintf("Math.round(document.querySelector(%q).getBoundingClientRect().top) + 0", selector))
}

// ScrollTo scrolls the first element of a selector to the upper edge of the window.
func (p *Page) ScrollTo(selector string) {
	p.t.Helper()
	evaluate[bool](p, fmt.Sprintf("document.querySelector(%q).scrollIntoView({behavior: 'instant'}), true", selector))
}

// ClickInPlace clicks the first element of a selector where it is. Click scrolls it into view before, which moves the
// page for what sticks to an edge of the window.
func (p *Page) ClickInPlace(selector string) {
	p.t.Helper()
	evaluate[bool](p, fmt.Sprintf("document.querySelector(%q).click(), true", selector))
}

// CutOff counts the visible elements of a selector whose content is wider than they are.
func (p *Page) CutOff(selector string) int {
	p.t.Helper()
	return evaluate[int](p, fmt.Sprintf(
		"[...document.querySelectorAll(%q)].filter((e) => e.clientWidth && e.scrollWidth > e.clientWidth).length", selector))
}
