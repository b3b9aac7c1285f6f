package drawing

import (
	"image/color"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"

	"stint/shared/pattern"
)

// paintKind says what an area is filled with.
type paintKind int

const (
	isNone paintKind = iota
	isColor
	isGradient
)

// paint is what an area is filled with.
type paint struct {
	kind     paintKind
	color    color.RGBA // opaque
	gradient string     // its id
}

var (
	reference = pattern.New(`^url\(\s*["']?#([^"'()\s]+)["']?\s*\)$`)
	hexColor  = pattern.New(`^#(?:[0-9a-f]{3}|[0-9a-f]{6})$`)
	rgbColor  = pattern.New(`^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$`)
)

// toPaint reads a colour, or a reference to a gradient.
func toPaint(value string) (paint, error) {
	if found := reference.FindStringSubmatch(value); found != nil {
		return paint{kind: isGradient, gradient: found[1]}, nil
	}
	if lower := strings.ToLower(value); lower == "none" || lower == "transparent" {
		return paint{}, nil
	}
	c, err := toColor(value)
	return paint{kind: isColor, color: c}, err
}

// toColor reads an opaque colour.
func toColor(value string) (color.RGBA, error) {
	value = strings.ToLower(strings.TrimSpace(value))
	if named, ok := colornames.Map[value]; ok {
		return named, nil
	}
	c := color.RGBA{A: 255}
	if hexColor.MatchString(value) {
		if len(value) == 4 {
			value = "#" + strings.Repeat(value[1:2], 2) + strings.Repeat(value[2:3], 2) + strings.Repeat(value[3:], 2)
		}
		n, err := strconv.ParseUint(value[1:], 16, 32)
		c.R, c.G, c.B = uint8(n>>16), uint8(n>>8), uint8(n)
		return c, err
	}
	parts := rgbColor.FindStringSubmatch(value)
	if parts == nil {
		return c, errNotDrawn
	}
	for i, part := range []*uint8{&c.R, &c.G, &c.B} {
		n, _ := strconv.Atoi(parts[i+1])
		*part = uint8(min(n, 255))
	}
	return c, nil
}
