// Package drawing draws logos that are SVGs, for mails and documents, which show none. It draws what is in its lists,
// and nothing of a drawing with anything else: a picture without a part of it would be another logo.
package drawing

import (
	"errors"
	"image"

	"stint/shared/logo"
)

// The largest picture that is drawn of an SVG, in pixels. It is three times as sharp as mails and paper show it. A
// picture with a side below leastSide would show nothing.
const (
	drawnWidth  = 640
	drawnHeight = 200
	leastSide   = 4
)

// errNotDrawn: the drawing has something that is not in the lists, or takes too long.
var errNotDrawn = errors.New("drawing: not drawn")

// PNG draws an SVG, as it is kept, as a PNG. Mails and documents show the name alone for nil: a drawing with something
// that is not drawn here, or one that takes too long.
func PNG(svg []byte) []byte {
	picture, err := draw(svg)
	if err != nil {
		return nil
	}
	content, err := logo.Encode(picture)
	if err != nil || len(content) > logo.MaxKept {
		return nil
	}
	return content
}

// draw reads the gradients first, because they may stand after their use.
func draw(svg []byte) (image.Image, error) {
	defs, err := readDefinitions(svg)
	if err != nil {
		return nil, err
	}
	p := &painter{definitions: defs}
	if err := walk(svg, p.start, p.end); err != nil {
		return nil, err
	}
	return p.canvas.picture, nil
}

// must is an error for what must be true of a drawing.
func must(is bool) error {
	if !is {
		return errNotDrawn
	}
	return nil
}
