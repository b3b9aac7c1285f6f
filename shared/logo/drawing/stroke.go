package drawing

import "math"

// stroker makes areas of lines: one for each line, and one for each of their ends and joins.
type stroker struct {
	style
	half  float64 // of the width
	areas *outline
}

// strokeOf is the area of the lines of a shape. All its parts turn the same way, so that together they are one.
func strokeOf(o *outline, s style) (*outline, error) {
	k := &stroker{style: s, half: s.width / 2, areas: &outline{tolerance: o.tolerance, steps: o.steps}}
	for _, part := range o.parts {
		if err := k.part(part); err != nil {
			return nil, err
		}
	}
	return k.areas, nil
}

func (k *stroker) part(part polyline) error {
	points := distinct(part.points)
	if part.closed && len(points) > 1 && points[0] == points[len(points)-1] {
		points = points[:len(points)-1]
	}
	if len(points) == 1 {
		return k.dot(points[0])
	}
	n := len(points)
	last := n - 1
	if part.closed {
		last = n
	}
	for i := range last {
		if err := k.segment(points[i], points[(i+1)%n]); err != nil {
			return err
		}
		if part.closed || i+1 < last {
			if err := k.corner(points[i], points[(i+1)%n], points[(i+2)%n]); err != nil {
				return err
			}
		}
	}
	if part.closed {
		return nil
	}
	if err := k.end(points[1], points[0]); err != nil {
		return err
	}
	return k.end(points[n-2], points[n-1])
}

// distinct leaves out points that are where the one before is.
func distinct(points []point) (all []point) {
	for _, p := range points {
		if len(all) == 0 || p.minus(all[len(all)-1]).length() > 1e-9 {
			all = append(all, p)
		}
	}
	return all
}

// side is the vector from a line to its left edge.
func (k *stroker) side(a, b point) point {
	d := b.minus(a)
	return point{-d.y, d.x}.times(k.half / d.length())
}

func (k *stroker) segment(a, b point) error {
	n := k.side(a, b)
	return k.area(a.plus(n), b.plus(n), b.minus(n), a.minus(n))
}

// corner fills the gap between two lines.
func (k *stroker) corner(a, b, c point) error {
	if k.join == "round" {
		return k.round(b)
	}
	n, m := k.side(a, b), k.side(b, c)
	if n.cross(m) > 0 { // the gap is on the other side
		n, m = n.times(-1), m.times(-1)
	}
	cos := math.Sqrt(max(0, (1+n.dot(m)/(k.half*k.half))/2)) // of half of the angle by which the line turns
	if k.join == "miter" && cos > 1e-6 && 1/cos <= k.miterLimit {
		tip := n.plus(m).times(0.5 / (cos * cos))
		return k.area(b, b.plus(n), b.plus(tip), b.plus(m))
	}
	return k.area(b, b.plus(n), b.plus(m))
}

// end adds the cap of a line that goes from one point to another.
func (k *stroker) end(from, to point) error {
	switch k.cap {
	case "round":
		return k.round(to)
	case "square":
		n := k.side(from, to)
		ahead := point{n.y, -n.x}
		return k.area(to.plus(n), to.plus(n).plus(ahead), to.minus(n).plus(ahead), to.minus(n))
	}
	return nil
}

// dot is a line without a length.
func (k *stroker) dot(p point) error {
	switch k.cap {
	case "round":
		return k.round(p)
	case "square":
		return k.segment(point{p.x - k.half, p.y}, point{p.x + k.half, p.y})
	}
	return nil
}

func (k *stroker) round(p point) error {
	return k.areas.around([]float64{p.x, p.y, k.half, k.half})
}

// area adds an area that turns like a circle.
func (k *stroker) area(points ...point) error {
	twice := 0.0
	for i, p := range points {
		twice += p.cross(points[(i+1)%len(points)])
	}
	if twice < 0 {
		for i, j := 0, len(points)-1; i < j; i, j = i+1, j-1 {
			points[i], points[j] = points[j], points[i]
		}
	}
	return k.areas.through(true, points...)
}
