package drawing

import "math"

// polyline is a part of a shape, with its curves as short lines.
type polyline struct {
	points []point
	closed bool
}

// outline collects the parts of a shape.
type outline struct {
	parts     []polyline
	tolerance float64 // how far a line may be from its curve
	steps     *steps
}

// last is the part that is being drawn.
func (o *outline) last() *polyline { return &o.parts[len(o.parts)-1] }

// at is where the pen is.
func (o *outline) at() point { return o.last().points[len(o.last().points)-1] }

func (o *outline) move(p point) error {
	o.parts = append(o.parts, polyline{points: []point{p}})
	return o.steps.take(perLine)
}

func (o *outline) line(p point) error {
	o.last().points = append(o.last().points, p)
	return o.steps.take(perLine)
}

// close ends a part where it began. What follows begins there.
func (o *outline) close() { o.last().closed = true }

// mostLines is how many lines a curve has at most.
const mostLines = 200

// curve adds a cubic Bézier curve.
func (o *outline) curve(b, c, d point) error {
	a := o.at()
	bend := max(a.minus(b.times(2)).plus(c).length(), b.minus(c.times(2)).plus(d).length())
	n := math.Ceil(math.Sqrt(0.75 * bend / o.tolerance))
	lines := max(1, min(n, mostLines))
	for i := 1.0; i <= lines; i++ {
		t := i / lines
		u := 1 - t
		p := a.times(u * u * u).plus(b.times(3 * u * u * t)).plus(c.times(3 * u * t * t)).plus(d.times(t * t * t))
		if err := o.line(p); err != nil {
			return err
		}
	}
	return nil
}

// quadratic adds a quadratic Bézier curve.
func (o *outline) quadratic(b, c point) error {
	a := o.at()
	return o.curve(a.plus(b.minus(a).times(2.0/3)), c.plus(b.minus(c).times(2.0/3)), c)
}

// arc adds an elliptical arc, as appendix B.2 of SVG 2 computes it.
func (o *outline) arc(rx, ry, degrees float64, large, sweep bool, to point) error {
	from := o.at()
	rx, ry = math.Abs(rx), math.Abs(ry)
	if from == to {
		return nil
	}
	if rx == 0 || ry == 0 {
		return o.line(to)
	}
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	half := from.minus(to).times(0.5)
	x, y := (cos*half.x+sin*half.y)/rx, (cos*half.y-sin*half.x)/ry
	grow := math.Sqrt(max(1, x*x+y*y))
	rx, ry, x, y = rx*grow, ry*grow, x/grow, y/grow
	far := math.Sqrt(max(0, 1/(x*x+y*y)-1))
	if large == sweep {
		far = -far
	}
	center := point{far * y, -far * x} // in the circle that the ellipse is a picture of
	start, end := math.Atan2(y-center.y, x-center.x), math.Atan2(-y-center.y, -x-center.x)
	angle := math.Mod(end-start+4*math.Pi, 2*math.Pi)
	if !sweep {
		angle -= 2 * math.Pi
	}
	circle := matrix{cos * rx, sin * rx, -sin * ry, cos * ry, 0, 0}
	middle := from.plus(to).times(0.5).plus(circle.apply(center))
	circle[4], circle[5] = middle.x, middle.y
	if err := o.turn(circle, start, angle); err != nil {
		return err
	}
	o.last().points[len(o.last().points)-1] = to
	return nil
}

// turn adds an arc of a circle with the radius 1, as a matrix pictures it, in parts of a quarter at most.
func (o *outline) turn(circle matrix, start, angle float64) error {
	parts := math.Ceil(math.Abs(angle) / (math.Pi / 2))
	step := angle / parts
	k := 4.0 / 3 * math.Tan(step/4)
	for i := range int(parts) {
		s0, c0 := math.Sincos(start + step*float64(i))
		s1, c1 := math.Sincos(start + step*float64(i+1))
		if err := o.curve(circle.apply(point{c0 - k*s0, s0 + k*c0}), circle.apply(point{c1 + k*s1, s1 - k*c1}),
			circle.apply(point{c1, s1})); err != nil {
			return err
		}
	}
	return nil
}
