package drawing

import (
	"image/color"
	"slices"
	"strings"
)

// gradient is a gradient as the drawing has it.
type gradient struct {
	attributes attributes
	isRadial   bool
	stops      []stop
}

// stop is a colour of a gradient. It is not multiplied with its opacity.
type stop struct {
	offset, opacity float64
	color           color.RGBA
}

// maxStops bounds the stops of a gradient.
const maxStops = 50

// definitions are the gradients of a drawing by their ids.
type definitions map[string]*gradient

// readDefinitions reads the gradients of a drawing.
func readDefinitions(svg []byte) (definitions, error) {
	all := definitions{}
	var open *gradient
	return all, walk(svg, func(name string, a attributes) (err error) {
		switch {
		case strings.HasSuffix(name, "Gradient"):
			open = &gradient{attributes: a, isRadial: name == "radialGradient"}
			err = must(all[a["id"]] == nil)
			all[a["id"]] = open
		case name == "stop" && open != nil:
			err = open.addStop(a)
		case open != nil:
			err = errNotDrawn
		}
		return err
	}, func(name string) {
		if strings.HasSuffix(name, "Gradient") {
			open = nil
		}
	})
}

// addStop adds a stop, which may not be before the last one.
func (g *gradient) addStop(a attributes) (err error) {
	s := stop{opacity: 1, color: color.RGBA{A: 255}}
	for name, value := range a {
		switch name {
		case "offset":
			s.offset, err = toShare(value)
		case "stop-color":
			s.color, err = toColor(value)
		case "stop-opacity":
			s.opacity, err = toShare(value)
		default:
			err = must(slices.Contains(ignored, name))
		}
		if err != nil {
			return err
		}
	}
	last := len(g.stops) - 1
	g.stops = append(g.stops, s)
	return must(len(g.stops) <= maxStops && (last < 0 || g.stops[last].offset <= s.offset))
}

// find is a gradient with its stops. Those of another one, to which it refers, count if it has none and the other one
// has nothing but stops.
func (d definitions) find(id string) (*gradient, error) {
	g := d[id]
	if g == nil {
		return nil, errNotDrawn
	}
	stops := g.stops
	if href, ok := g.attributes["href"]; ok {
		other := d[strings.TrimPrefix(href, "#")]
		if other == nil || len(stops) > 0 || len(other.attributes) != 1 {
			return nil, errNotDrawn
		}
		stops = other.stops
	}
	return &gradient{g.attributes, g.isRadial, stops}, must(len(stops) > 0)
}
