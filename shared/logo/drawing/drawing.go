// Package drawing draws logos that are SVGs, for mails and documents, which show none. Only the function that takes
// logos links its library.
package drawing

import (
	"bytes"
	"errors"
	"image"
	"math"
	"slices"

	"github.com/fyne-io/oksvg"
	"github.com/srwiley/rasterx"

	"stint/shared/logo"
)

// The largest picture that is drawn of an SVG, in pixels. It is three times as sharp as mails and paper show it.
const (
	drawnWidth  = 640
	drawnHeight = 200
)

// errNotDrawn: the drawing has something that the library does not draw, or takes too long.
var errNotDrawn = errors.New("drawing: not drawn")

// drawnOtherwise are elements and properties that the library leaves out without a word.
var drawnOtherwise = []string{
	"<text", "<clipPath", " clip-path=", " stroke-dasharray=", " preserveAspectRatio=", " display=", " visibility=",
	" mix-blend-mode=", " vector-effect=", " paint-order=", " pathLength=", " href=",
}

// PNG draws an SVG, as it is kept, as a PNG. Mails and documents show the name alone for nil: a drawing with something
// that the library draws in another way, or one that takes too long.
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

func draw(svg []byte) (_ image.Image, err error) {
	defer func() {
		if recover() != nil { // of the bound, or of the library about numbers that it cannot draw
			err = errNotDrawn
		}
	}()
	if isDrawnOtherwise(svg) {
		return nil, errNotDrawn
	}
	icon, err := oksvg.ReadIconStream(bytes.NewReader(svg), oksvg.StrictErrorMode)
	if err != nil {
		return nil, err
	}
	return drawIcon(icon)
}

// isDrawnOtherwise reports whether a drawing has what the library leaves out, or a line in a transformed part: the
// library does not transform its width.
func isDrawnOtherwise(svg []byte) bool {
	has := func(sign string) bool { return bytes.Contains(svg, []byte(sign)) }
	lines := bytes.Count(svg, []byte(` stroke="`)) > bytes.Count(svg, []byte(` stroke="none"`))
	return slices.ContainsFunc(drawnOtherwise, has) || lines && has(" transform=")
}

// drawIcon draws into the largest picture of the drawing's shape.
func drawIcon(icon *oksvg.SvgIcon) (image.Image, error) {
	scale := min(drawnWidth/icon.ViewBox.W, drawnHeight/icon.ViewBox.H)
	width, height := int(math.Ceil(icon.ViewBox.W*scale)), int(math.Ceil(icon.ViewBox.H*scale))
	if !(scale > 0) || width < 1 || height < 1 || width > drawnWidth || height > drawnHeight {
		return nil, errNotDrawn
	}
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	scanner := &boundedScanner{
		Scanner: rasterx.NewScannerGV(width, height, picture, picture.Bounds()), width: width, height: height,
	}
	for i := range icon.SVGPaths {
		icon.SVGPaths[i].LineWidth *= scale
	}
	icon.SetTarget(0, 0, float64(width), float64(height))
	icon.Draw(rasterx.NewDasher(width, height, scanner), 1)
	return picture, nil
}
