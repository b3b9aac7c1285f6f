package drawing

import (
	"math"
	"slices"
)

// painter draws the elements of a drawing, one after another.
type painter struct {
	definitions definitions
	canvas      *canvas
	steps       steps
	open        []group
	hidden      int // how many elements are open that are not drawn where they stand
}

// group is an open element with what the elements in it inherit.
type group struct {
	style
	matrix
}

// hides are the elements whose content is not drawn where it stands.
var hides = []string{"defs", "title", "desc", "linearGradient", "radialGradient"}

// start draws an element.
func (p *painter) start(name string, a attributes) error {
	switch {
	case p.hidden > 0 || slices.Contains(hides, name):
		p.hidden++
		return nil
	case name == "svg":
		return p.begin(a)
	case name == "g":
		return p.group(a, "transform")
	}
	s, known := shapes[name]
	if !known {
		return errNotDrawn
	}
	if err := p.group(a, s.own...); err != nil {
		return err
	}
	return p.shape(s, a)
}

// end leaves an element.
func (p *painter) end(string) {
	if p.hidden > 0 {
		p.hidden--
		return
	}
	p.open = p.open[:len(p.open)-1]
}

// begin makes the picture, as large as it may be in the shape of the drawing.
func (p *painter) begin(a attributes) error {
	box, err := toNumbers(a["viewBox"])
	if a["viewBox"] == "" {
		box, err = a.numbers("x", "y", "width", "height")
	}
	if err != nil || len(box) != 4 || box[2] <= 0 || box[3] <= 0 {
		return errNotDrawn
	}
	scale := min(drawnWidth/box[2], drawnHeight/box[3])
	width, height := box[2]*scale, box[3]*scale
	if min(width, height) < leastSide {
		return errNotDrawn
	}
	p.canvas = newCanvas(int(math.Ceil(width-1e-6)), int(math.Ceil(height-1e-6)), &p.steps)
	p.open = []group{{initialStyle, matrix{scale, 0, 0, scale, -box[0] * scale, -box[1] * scale}}}
	if err := p.group(a, "viewBox", "width", "height", "x", "y"); err != nil {
		return err
	}
	p.open = p.open[1:]
	return must(p.open[0].opacity == 1)
}

// group adds an element with its style and its transformation.
func (p *painter) group(a attributes, own ...string) error {
	in := p.open[len(p.open)-1]
	if err := must(in.opacity == 1); err != nil { // a group is made opaque as a whole, and not each part of it
		return err
	}
	s, err := in.styled(a, own...)
	if err != nil {
		return err
	}
	m, err := toMatrix(a["transform"])
	p.open = append(p.open, group{s, in.matrix.times(m)})
	return err
}

// shape draws a shape: what it surrounds, and then its lines.
func (p *painter) shape(s shape, a attributes) error {
	g := p.open[len(p.open)-1]
	hasLines := g.stroke.kind != isNone && g.width > 0
	if g.opacity < 1 && hasLines && g.fill.kind != isNone {
		return errNotDrawn // both would be made transparent together
	}
	scale := g.matrix.scale()
	if scale == 0 {
		return nil
	}
	o := &outline{tolerance: 0.1 / scale, steps: &p.steps}
	if err := s.draw(o, a); err != nil || len(o.parts) == 0 {
		return err
	}
	if g.fill.kind != isNone {
		if err := p.paint(g.fill, g.opacity*g.fillOpacity, o, o, g.evenOdd); err != nil {
			return err
		}
	}
	if !hasLines {
		return nil
	}
	lines, err := strokeOf(o, g.style)
	if err != nil {
		return err
	}
	return p.paint(g.stroke, g.opacity*g.strokeOpacity, o, lines, false)
}

// paint fills an area with the paint of a shape.
func (p *painter) paint(with paint, opacity float64, of, area *outline, evenOdd bool) error {
	m := p.open[len(p.open)-1].matrix
	shade, err := p.definitions.shade(with, opacity, of, m)
	if err != nil {
		return err
	}
	return p.canvas.fill(area, m, evenOdd, shade)
}

// bounds are the corners of the box around a shape.
func (o *outline) bounds() (low, high point) {
	low, high = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, part := range o.parts {
		for _, p := range part.points {
			low, high = point{min(low.x, p.x), min(low.y, p.y)}, point{max(high.x, p.x), max(high.y, p.y)}
		}
	}
	return low, high
}
