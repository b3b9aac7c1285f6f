package drawing

import "math"

// shape draws the outline of an element.
type shape struct {
	own  []string // its attributes beside those of its style
	draw func(o *outline, a attributes) error
}

// shapes are the elements that are drawn.
var shapes = map[string]shape{
	"path":     {[]string{"d", "transform"}, func(o *outline, a attributes) error { return o.path(a["d"]) }},
	"rect":     {[]string{"x", "y", "width", "height", "rx", "ry", "transform"}, (*outline).rect},
	"circle":   {[]string{"cx", "cy", "r", "transform"}, (*outline).circle},
	"ellipse":  {[]string{"cx", "cy", "rx", "ry", "transform"}, (*outline).ellipse},
	"line":     {[]string{"x1", "y1", "x2", "y2", "transform"}, (*outline).straight},
	"polyline": {[]string{"points", "transform"}, (*outline).polyline},
	"polygon":  {[]string{"points", "transform"}, (*outline).polygon},
}

// rect adds a rectangle. Of two radii one may be missing, and none is larger than half of its side.
func (o *outline) rect(a attributes) error {
	n, err := a.numbers("x", "y", "width", "height", "rx", "ry")
	if err != nil {
		return err
	}
	x, y, w, h, rx, ry := n[0], n[1], n[2], n[3], n[4], n[5]
	if a["rx"] == "" {
		rx = ry
	}
	if a["ry"] == "" {
		ry = rx
	}
	if err := must(w >= 0 && h >= 0 && rx >= 0 && ry >= 0); err != nil || w == 0 || h == 0 {
		return err
	}
	rx, ry = min(rx, w/2), min(ry, h/2)
	if rx == 0 || ry == 0 {
		return o.through(true, point{x, y}, point{x + w, y}, point{x + w, y + h}, point{x, y + h})
	}
	err = o.move(point{x + rx, y})
	left, right, top, bottom := x+rx, x+w-rx, y+ry, y+h-ry
	for i, center := range []point{{right, top}, {right, bottom}, {left, bottom}, {left, top}} {
		start := float64(i-1) * math.Pi / 2
		corner := matrix{rx, 0, 0, ry, center.x, center.y}
		if err == nil {
			err = o.line(corner.apply(point{math.Cos(start), math.Sin(start)}))
		}
		if err == nil {
			err = o.turn(corner, start, math.Pi/2)
		}
	}
	o.close()
	return err
}

func (o *outline) circle(a attributes) error {
	n, err := a.numbers("cx", "cy", "r", "r")
	if err != nil {
		return err
	}
	return o.around(n)
}

func (o *outline) ellipse(a attributes) error {
	n, err := a.numbers("cx", "cy", "rx", "ry")
	if err != nil {
		return err
	}
	return o.around(n)
}

// around adds an ellipse with its centre and its radii.
func (o *outline) around(n []float64) error {
	if err := must(n[2] >= 0 && n[3] >= 0); err != nil || n[2] == 0 || n[3] == 0 {
		return err
	}
	if err := o.move(point{n[0] + n[2], n[1]}); err != nil {
		return err
	}
	err := o.turn(matrix{n[2], 0, 0, n[3], n[0], n[1]}, 0, 2*math.Pi)
	o.close()
	return err
}

func (o *outline) straight(a attributes) error {
	n, err := a.numbers("x1", "y1", "x2", "y2")
	if err != nil {
		return err
	}
	return o.through(false, point{n[0], n[1]}, point{n[2], n[3]})
}

func (o *outline) polyline(a attributes) error { return o.points(a["points"], false) }

func (o *outline) polygon(a attributes) error { return o.points(a["points"], true) }

func (o *outline) points(text string, closed bool) error {
	n, err := toNumbers(text)
	if err != nil || len(n)%2 != 0 {
		return errNotDrawn
	}
	var all []point
	for i := 0; i < len(n); i += 2 {
		all = append(all, point{n[i], n[i+1]})
	}
	return o.through(closed, all...)
}

// through adds lines through points.
func (o *outline) through(closed bool, points ...point) error {
	if len(points) == 0 {
		return nil
	}
	o.parts = append(o.parts, polyline{points, closed})
	return o.steps.take(perLine * len(points))
}
