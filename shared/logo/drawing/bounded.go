package drawing

import (
	"github.com/srwiley/rasterx"
	"golang.org/x/image/math/fixed"
)

// maxSteps bounds the work of a drawing: a step is about one pixel on the way of a line, or on a row of a shape. The
// icons in the library's tests take a fifth of it at most. All of it takes about half a second.
const maxSteps = 60_000_000

// boundedScanner passes lines on to the library that fills shapes. It moves points that are far outside of the picture
// to its surroundings, because the library takes a step for each pixel up to them. When the steps are used up, it
// panics with errNotDrawn, because the library has no other way to stop.
type boundedScanner struct {
	rasterx.Scanner
	width, height int
	steps         int
}

// Start begins a line.
func (s *boundedScanner) Start(at fixed.Point26_6) { s.Scanner.Start(s.near(at)) }

// Line continues a line.
func (s *boundedScanner) Line(to fixed.Point26_6) {
	s.take(s.width + s.height)
	s.Scanner.Line(s.near(to))
}

// Draw fills what the lines surround.
func (s *boundedScanner) Draw() {
	s.take(s.width * s.height)
	s.Scanner.Draw()
}

func (s *boundedScanner) take(steps int) {
	if s.steps += steps; s.steps > maxSteps {
		panic(errNotDrawn)
	}
}

// near is a point at most one picture away from the picture.
func (s *boundedScanner) near(p fixed.Point26_6) fixed.Point26_6 {
	width, height := fixed.I(s.width), fixed.I(s.height)
	return fixed.Point26_6{X: min(max(p.X, -width), 2*width), Y: min(max(p.Y, -height), 2*height)}
}
