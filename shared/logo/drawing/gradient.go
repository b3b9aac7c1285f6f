package drawing

import (
	"image/color"
	"math"
)

// shader says the colour of a point of the picture, multiplied with its opacity.
type shader struct {
	at    func(x, y float64) color.RGBA64
	steps int // that one point takes
}

// shade is the colour of a paint for a shape, which m pictures.
func (d definitions) shade(p paint, opacity float64, o *outline, m matrix) (shader, error) {
	if p.kind == isColor {
		c := withOpacity(p.color, opacity)
		return shader{func(float64, float64) color.RGBA64 { return c }, perPixel}, nil
	}
	g, err := d.find(p.gradient)
	if err != nil {
		return shader{}, err
	}
	line, err := g.place()
	if err != nil {
		return shader{}, err
	}
	back, err := g.space(o, m)
	if err != nil {
		return shader{}, err
	}
	spread, err := g.spread()
	return shader{func(x, y float64) color.RGBA64 {
		return g.colorAt(spread(line(back.apply(point{x, y}))), opacity)
	}, perPixel + perShade + len(g.stops)/2}, err
}

// space is the way from a point of the picture to one of the gradient.
func (g *gradient) space(o *outline, m matrix) (matrix, error) {
	if !g.isOnUse() {
		low, high := o.bounds()
		m = m.times(matrix{high.x - low.x, 0, 0, high.y - low.y, low.x, low.y})
	}
	own, err := toMatrix(g.attributes["gradientTransform"])
	if err != nil {
		return m, err
	}
	return m.times(own).inverse()
}

func (g *gradient) isOnUse() bool { return g.attributes["gradientUnits"] == "userSpaceOnUse" }

// place says where on the gradient a point of its space is: 0 is its start, and 1 its end.
func (g *gradient) place() (func(p point) float64, error) {
	if g.isRadial {
		n, err := g.values("cx", "50%", "cy", "50%", "r", "50%")
		if err != nil || n[2] <= 0 {
			return nil, errNotDrawn
		}
		center := point{n[0], n[1]}
		return func(p point) float64 { return p.minus(center).length() / n[2] }, nil
	}
	n, err := g.values("x1", "0", "y1", "0", "x2", "100%", "y2", "0")
	if err != nil {
		return nil, err
	}
	from := point{n[0], n[1]}
	way := point{n[2], n[3]}.minus(from)
	return func(p point) float64 { return p.minus(from).dot(way) / way.dot(way) }, must(way.length() > 0)
}

// values are the numbers of a gradient, given with their defaults. It has no other attributes.
func (g *gradient) values(namesAndDefaults ...string) (all []float64, err error) {
	own := map[string]bool{"id": true, "href": true, "gradientUnits": true, "gradientTransform": true}
	own["spreadMethod"] = true
	for i := 0; i < len(namesAndDefaults); i += 2 {
		name, text := namesAndDefaults[i], namesAndDefaults[i+1]
		if own[name] = true; g.attributes[name] != "" {
			text = g.attributes[name]
		}
		read := toNumber
		if text[len(text)-1] == '%' && !g.isOnUse() {
			read = toShare
		}
		v, err := read(text)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	for name := range g.attributes {
		if !own[name] {
			return nil, errNotDrawn
		}
	}
	return all, nil
}

// spread says what is before the start and after the end.
func (g *gradient) spread() (func(t float64) float64, error) {
	switch g.attributes["spreadMethod"] {
	case "", "pad":
		return func(t float64) float64 { return t }, nil
	case "repeat":
		return func(t float64) float64 { return t - math.Floor(t) }, nil
	case "reflect":
		return func(t float64) float64 { return math.Abs(t - 2*math.Round(t/2)) }, nil
	}
	return nil, errNotDrawn
}

// colorAt is the colour of a place.
func (g *gradient) colorAt(t, opacity float64) color.RGBA64 {
	after := 0
	for after < len(g.stops) && g.stops[after].offset <= t {
		after++
	}
	switch after {
	case 0:
		return withOpacity(g.stops[0].color, g.stops[0].opacity*opacity)
	case len(g.stops):
		return withOpacity(g.stops[after-1].color, g.stops[after-1].opacity*opacity)
	}
	a, b := g.stops[after-1], g.stops[after]
	share := (t - a.offset) / (b.offset - a.offset)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-share) + float64(b)*share)) }
	c := color.RGBA{mix(a.color.R, b.color.R), mix(a.color.G, b.color.G), mix(a.color.B, b.color.B), 255}
	return withOpacity(c, (a.opacity*(1-share)+b.opacity*share)*opacity)
}

// withOpacity is an opaque colour multiplied with an opacity.
func withOpacity(c color.RGBA, opacity float64) color.RGBA64 {
	part := func(v uint8) uint16 { return uint16(math.Round(float64(v) * 257 * opacity)) }
	return color.RGBA64{part(c.R), part(c.G), part(c.B), part(255)}
}
