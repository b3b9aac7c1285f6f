package browser

import (
	"context"
	"crypto/sha256"
	"sync"
)

// shape is what axe looks at: a kind of window, and the page in it without its words (audit.js). Axe takes most of the
// time of an audit and reads no words, so it looks once at pages that differ in their words only.
type shape struct {
	window window
	page   [sha256.Size]byte
}

// clean are the shapes in which axe found nothing.
var clean sync.Map

// findShape is the shape of the page.
func (a audit) findShape(ctx context.Context) (shape, error) {
	page, err := a.run(ctx, "shape()")
	if err != nil {
		return shape{}, err
	}
	return shape{a.p.window, sha256.Sum256([]byte(page[0]))}, nil
}
