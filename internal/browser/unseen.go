package browser

import (
	"context"
	"testing"
)

// CheckStructures opens pages one after the other, and checks what CheckStructure does, and that their status is 200.
// Chromium does not paint them, which saves half of the time.
func CheckStructures(t testing.TB, urls []string) {
	t.Helper()
	p := newPage(t, window{width: 1280, height: 800, scale: 1, script: true, unseen: true})
	for _, url := range urls {
		if p.Open(url); p.Status != 200 {
			t.Errorf("%s: %d", url, p.Status)
		}
		p.CheckStructure()
	}
}

// lookInTurns is look without whole. It begins at the width that the window has, and leaves it at the other one, so
// that Chromium lays out each page twice and not three times.
func (a audit) lookInTurns(ctx context.Context) (wrong []string, err error) {
	p := a.p
	first, err := a.lookAtOne(ctx, p.isNarrow)
	if err != nil {
		return nil, err
	}
	width, height := p.window.width, p.window.height
	if p.isNarrow = !p.isNarrow; p.isNarrow {
		width, height = narrow, narrowHeight
	}
	if err := p.resize(ctx, width, height); err != nil {
		return nil, err
	}
	second, err := a.lookAtOne(ctx, p.isNarrow)
	return append(first, second...), err
}

// lookAtOne looks at the page at the width that the window has, in the light scheme.
func (a audit) lookAtOne(ctx context.Context, isNarrow bool) (wrong []string, err error) {
	if isNarrow {
		return a.run(ctx, "inspectNarrow()")
	}
	found, err := a.run(ctx, "inspect()")
	for _, w := range found {
		wrong = append(wrong, "light: "+w)
	}
	return wrong, err
}
