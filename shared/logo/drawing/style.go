package drawing

import (
	"slices"
	"strings"
)

// style is how an element is drawn. Elements inherit all of it but opacity.
type style struct {
	fill, stroke               paint
	fillOpacity, strokeOpacity float64
	opacity                    float64
	width, miterLimit          float64
	cap, join                  string
	evenOdd                    bool
}

// initialStyle is that of a drawing that says nothing.
var initialStyle = style{
	fill: paint{kind: isColor}, fillOpacity: 1, strokeOpacity: 1, opacity: 1, width: 1, miterLimit: 4, cap: "butt",
	join: "miter",
}

// ignored are attributes that change nothing in what is drawn here: there is no text.
var ignored = strings.Fields(`id clip-rule shape-rendering text-rendering color color-interpolation font-family
	font-size font-style font-weight font-variant font-stretch letter-spacing text-anchor text-decoration
	dominant-baseline alignment-baseline baseline-shift writing-mode stroke-dashoffset isolation`)

// usual are attributes with the values that change nothing.
var usual = map[string][]string{
	"display": {"inline", "block"}, "visibility": {"visible"}, "stroke-dasharray": {"none"}, "clip-path": {"none"},
	"mix-blend-mode": {"normal"}, "vector-effect": {"none"}, "paint-order": {"normal", "stroke fill markers"},
	"overflow": {"visible", "hidden"}, "preserveAspectRatio": {"xMidYMid", "xMidYMid meet"},
}

// styled is the style of an element in one with the style s. An attribute that is neither a style nor one of those
// that the element has is not drawn.
func (s style) styled(a attributes, own ...string) (style, error) {
	s.opacity = 1
	for name, value := range a {
		value = strings.TrimSpace(value)
		if slices.Contains(own, name) || slices.Contains(ignored, name) || slices.Contains(usual[name], value) {
			continue
		}
		if err := s.set(name, value); err != nil {
			return s, err
		}
	}
	return s, nil
}

// set sets a property. Errors: errNotDrawn for other properties and values than those in the lists.
func (s *style) set(name, value string) (err error) {
	switch name {
	case "fill":
		s.fill, err = toPaint(value)
	case "stroke":
		s.stroke, err = toPaint(value)
	case "fill-opacity":
		s.fillOpacity, err = toShare(value)
	case "stroke-opacity":
		s.strokeOpacity, err = toShare(value)
	case "opacity":
		s.opacity, err = toShare(value)
	case "stroke-width":
		if s.width, err = toNumber(value); err == nil {
			err = must(s.width >= 0)
		}
	case "stroke-miterlimit":
		if s.miterLimit, err = toNumber(value); err == nil {
			err = must(s.miterLimit >= 1)
		}
	case "stroke-linecap":
		s.cap, err = value, must(slices.Contains([]string{"butt", "round", "square"}, value))
	case "stroke-linejoin":
		s.join, err = value, must(slices.Contains([]string{"miter", "round", "bevel"}, value))
	case "fill-rule":
		s.evenOdd, err = value == "evenodd", must(value == "evenodd" || value == "nonzero")
	default:
		err = errNotDrawn
	}
	return err
}
