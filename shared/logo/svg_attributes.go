package logo

import (
	"encoding/xml"
	"slices"
	"strings"

	"stint/shared/pattern"
)

// svgElements are the elements of a drawing. None of them runs, loads or repeats anything: use and pattern are not
// among them, because a few of them can draw a picture a million times.
var svgElements = strings.Fields(`svg g defs title desc path rect circle ellipse line polyline polygon text tspan
	linearGradient radialGradient stop clipPath`)

// textElements are the elements that contain text.
var textElements = []string{"title", "desc", "text", "tspan"}

// svgAttributes are the attributes that say what is drawn, and where.
var svgAttributes = strings.Fields(`id x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy rotate d points width height viewBox
	preserveAspectRatio transform gradientUnits gradientTransform spreadMethod offset clipPathUnits pathLength textLength
	lengthAdjust`)

// styleProperties are those that an attribute of their own, or the attribute style, may set.
var styleProperties = strings.Fields(`fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap
	stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity stop-color stop-opacity clip-path clip-rule
	color display visibility vector-effect paint-order shape-rendering text-rendering color-interpolation font-family
	font-size font-style font-weight font-variant font-stretch letter-spacing word-spacing text-anchor text-decoration
	dominant-baseline alignment-baseline baseline-shift writing-mode isolation mix-blend-mode overflow`)

// withoutEffect are attributes that change nothing in a drawing of the other ones. They are left out.
var withoutEffect = strings.Fields(`class version baseProfile enable-background role focusable tabindex lang
	contentScriptType contentStyleType zoomAndPan`)

// attributesOf are the attributes of an element that are kept. Those of a style become attributes of their own.
func attributesOf(t xml.StartElement) ([]xml.Attr, error) {
	var kept []xml.Attr
	add := func(name, value string) error {
		if !isHarmless(value) {
			return notAllowed("has a value of " + shownName(name) + " that loads or hides something")
		}
		kept = slices.DeleteFunc(kept, func(a xml.Attr) bool { return a.Name.Local == name }) // a style comes last, and wins
		kept = append(kept, xml.Attr{Name: xml.Name{Local: name}, Value: value})
		return nil
	}
	seen := map[xml.Name]bool{}
	for _, a := range t.Attr {
		if seen[a.Name] {
			return nil, invalid("has an attribute twice in one element")
		}
		seen[a.Name] = true
		if err := addAttribute(t.Name.Local, a, add); err != nil {
			return nil, err
		}
	}
	return kept, addStyle(t, add)
}

// addAttribute adds an attribute, leaves it out, or refuses it.
func addAttribute(element string, a xml.Attr, add func(name, value string) error) error {
	name, space := a.Name.Local, a.Name.Space
	switch {
	case name == "href" && (space == "" || space == xlinkNamespace):
		if !strings.HasSuffix(element, "Gradient") || !fragment.MatchString(a.Value) {
			return notAllowed("refers to something outside of it")
		}
		return add("href", a.Value)
	case space == "xmlns" || name == "xmlns" || space == xmlNamespace ||
		slices.Contains(editorNamespaces, space):
		return nil
	case space != "":
		return notAllowed("has an attribute of another namespace than that of SVG")
	case slices.Contains(svgAttributes, name) || slices.Contains(styleProperties, name):
		return add(name, a.Value)
	case name == "style" || slices.Contains(withoutEffect, name) || strings.HasPrefix(name, "data-") ||
		strings.HasPrefix(name, "aria-"):
		return nil
	}
	return notAllowed("has the attribute " + shownName(name) + ", which no logo needs")
}

const xmlNamespace = "http://www.w3.org/XML/1998/namespace"

// addStyle adds the properties of the attribute style. Properties that are not in the list are left out.
func addStyle(t xml.StartElement, add func(name, value string) error) error {
	for _, a := range t.Attr {
		if a.Name != (xml.Name{Local: "style"}) {
			continue
		}
		for _, declaration := range strings.Split(a.Value, ";") {
			name, value, found := strings.Cut(declaration, ":")
			name, value = strings.TrimSpace(name), strings.TrimSpace(strings.ReplaceAll(value, "!important", ""))
			if !found || !slices.Contains(styleProperties, name) {
				if !isHarmless(declaration) {
					return notAllowed("has a style that loads or hides something")
				}
				continue
			}
			if err := add(name, value); err != nil {
				return err
			}
		}
	}
	return nil
}

var (
	fragment = pattern.New(`^#[A-Za-z_][\w.-]*$`)
	localURL = pattern.New(`url\(\s*(?:#[A-Za-z_][\w.-]*|'#[A-Za-z_][\w.-]*'|"#[A-Za-z_][\w.-]*")\s*\)`)
)

// isHarmless reports whether a value refers to nothing outside of the drawing, and hides nothing from this check.
func isHarmless(value string) bool {
	rest := strings.ToLower(localURL.ReplaceAllString(value, ""))
	for _, sign := range []string{"url(", "\\", "/*", "@", "<", "&", "javascript:", "data:", "//", "expression(",
		"image(", "image-set(", "src("} {
		if strings.Contains(rest, sign) {
			return false
		}
	}
	return true
}
