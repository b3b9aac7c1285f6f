package logo

import (
	"encoding/xml"
	"math"
	"strconv"
	"strings"

	"stint/shared/pattern"
)

// mostSize bounds the numbers that say how large a drawing is.
const mostSize = 1e5

// length is a number with a unit of CSS.
var length = pattern.New(`^([+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?)(?:px|pt|pc|cm|mm|in|em|ex|rem|ch|%)?$`)

// saysSize reports whether the attributes of a drawing say how large it is.
func saysSize(attributes []xml.Attr) bool {
	return has(attributes, "viewBox") || has(attributes, "width") && has(attributes, "height")
}

// showsSomething reports whether a drawing has an area.
func showsSomething(attributes []xml.Attr) bool {
	for _, a := range attributes {
		value := strings.TrimSpace(a.Value)
		switch {
		case a.Value == "":
		case a.Name.Local == "viewBox" && !isBox(value):
			return false
		case a.Name.Local == "width" || a.Name.Local == "height":
			if !isLength(value) && (value != "auto" || !has(attributes, "viewBox")) {
				return false
			}
		}
	}
	return true
}

// isBox reports whether a viewBox has a width and a height.
func isBox(value string) bool {
	parts := strings.Fields(strings.ReplaceAll(value, ",", " "))
	if len(parts) != 4 {
		return false
	}
	for i, part := range parts {
		n, err := strconv.ParseFloat(part, 64)
		if err != nil || !(math.Abs(n) <= mostSize) || i >= 2 && n <= 0 {
			return false
		}
	}
	return true
}

// isLength reports whether a width or a height is one.
func isLength(value string) bool {
	found := length.FindStringSubmatch(value)
	if found == nil {
		return false
	}
	n, err := strconv.ParseFloat(found[1], 64)
	return err == nil && n > 0 && n <= mostSize
}
