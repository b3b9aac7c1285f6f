package drawing_test

import (
	"bytes"
	"fmt"
	"image/png"
	"strings"
	"testing"

	"stint/shared/logo"
	"stint/shared/logo/drawing"
)

// kept is an SVG as it is kept.
func kept(t *testing.T, inside string) []byte {
	t.Helper()
	const start = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 20">`
	file, err := logo.Read(logo.SVG, []byte(start+inside+`</svg>`))
	if err != nil {
		t.Fatal(err)
	}
	return file.Content
}

// A drawing has its shape, its colours and its transparency.
func TestPNG(t *testing.T) {
	t.Parallel()
	const shapes = `<g><rect x="32" width="32" height="20" style="fill:#00f"/></g>
		<circle cx="10" cy="10" r="9" fill="none" stroke="red" stroke-width="2"/>`
	picture, err := png.Decode(bytes.NewReader(drawing.PNG(kept(t, shapes))))
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X != 640 || size.Y != 200 {
		t.Errorf("size %v", size)
	}
	for at, want := range map[[2]int]string{{500, 100}: "0 0 65535 65535", {100, 10}: "65535 0 0 65535",
		{100, 3}: "65535 0 0 65535", {100, 100}: "0 0 0 0"} {
		r, g, b, a := picture.At(at[0], at[1]).RGBA()
		if got := fmt.Sprint(r, g, b, a); got != want {
			t.Errorf("at %v: %s, want %s", at, got, want)
		}
	}
}

const twoStops = `<stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/>`

// Pixels of drawings of 64 by 20, at ten times that size, are those that a browser shows.
func TestDrawnAsBrowsersDo(t *testing.T) {
	t.Parallel()
	const red, blue, none, black = "#ff0000ff", "#0000ffff", "#00000000", "#000000ff"
	near := "#fd0002ff" // the start of a gradient from red to blue
	for name, c := range map[string]struct {
		inside string
		want   map[[2]int]string
	}{
		"a gradient after its use": {`<rect width="64" height="20" fill="url(#g)"/><defs><linearGradient id="g">` + twoStops +
			`</linearGradient></defs>`, map[[2]int]string{{5, 100}: near}},
		"a reference in quotes": {`<linearGradient id="g">` + twoStops + `</linearGradient>` +
			`<path d="M0 0H64V20H0z" fill="url('#g')"/>`, map[[2]int]string{{5, 100}: near}},
		"a gradient in units of the drawing": {`<g transform="translate(32 0)"><rect width="32" height="20" fill="url(#g)"/></g>` +
			`<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="16" x2="17">` + twoStops + `</linearGradient>`,
			map[[2]int]string{{400, 100}: red, {500, 100}: blue, {10, 100}: none}},
		"a gradient with the stops of another": {`<linearGradient id="a">` + twoStops + `</linearGradient>` +
			`<linearGradient id="g" href="#a"/><rect width="64" height="20" fill="url(#g)"/>`, map[[2]int]string{{5, 100}: near}},
		"even-odd": {`<path fill-rule="evenodd" d="M0 0H64V20H0zM10 5H54V15H10z"/>`,
			map[[2]int]string{{50, 100}: black, {320, 100}: none}},
		"non-zero":   {`<path d="M0 0H64V20H0zM10 5H54V15H10z"/>`, map[[2]int]string{{320, 100}: black}},
		"one scale":  {`<rect width="64" height="20" transform="scale(.5)"/>`, map[[2]int]string{{300, 90}: black, {330, 90}: none}},
		"rx alone":   {`<rect width="64" height="20" rx="10"/>`, map[[2]int]string{{10, 10}: none, {100, 5}: black}},
		"ry alone":   {`<rect width="64" height="20" ry="10"/>`, map[[2]int]string{{10, 10}: none, {100, 5}: black}},
		"a large rx": {`<rect width="64" height="20" rx="99"/>`, map[[2]int]string{{20, 60}: none, {320, 5}: black}},
		"a line without a width": {`<path d="M0 10H64" stroke="red"/>`,
			map[[2]int]string{{300, 96}: red, {300, 94}: none, {300, 106}: none}},
		"a corner": {`<path d="M10 18L20 8L30 18" fill="none" stroke="red" stroke-width="4"/>`,
			map[[2]int]string{{200, 58}: red, {200, 48}: none}},
		"a round corner": {`<path d="M10 18L20 8L30 18" fill="none" stroke="red" stroke-width="4" stroke-linejoin="round"/>`,
			map[[2]int]string{{200, 58}: none, {200, 64}: red}},
		"a transformed line": {`<g transform="scale(2)"><path d="M0 5H32" stroke="red"/></g>`,
			map[[2]int]string{{300, 91}: red, {300, 88}: none}},
		"opacity":                        {`<rect width="64" height="20" opacity=".5"/>`, map[[2]int]string{{300, 100}: "#00000080"}},
		"flags of an arc without spaces": {`<path d="M0 10a10 10 0 0120 0z"/>`, map[[2]int]string{{100, 50}: black, {100, 150}: none}},
		"what programs write": {`<path d="M0 0H64V20z" display="inline" clip-rule="evenodd" stroke-dasharray="none"/>`,
			map[[2]int]string{{600, 50}: black}},
	} {
		wantPixels(t, name, kept(t, c.inside), c.want)
	}
	for name, start := range map[string]string{
		"a viewBox that begins elsewhere": `viewBox="-32 -10 64 20"`,
		"the usual aspect ratio":          `viewBox="-32 -10 64 20" preserveAspectRatio="xMidYMid meet" width="9"`,
	} {
		file, err := logo.Read(logo.SVG, []byte(`<svg xmlns="http://www.w3.org/2000/svg" `+start+`><circle r="5"/></svg>`))
		if err != nil {
			t.Fatal(err)
		}
		wantPixels(t, name, file.Content, map[[2]int]string{{320, 100}: black, {10, 10}: none})
	}
}

func wantPixels(t *testing.T, name string, svg []byte, want map[[2]int]string) {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(drawing.PNG(svg)))
	if err != nil {
		t.Errorf("%s: not drawn", name)
		return
	}
	for at, color := range want {
		r, g, b, a := picture.At(at[0], at[1]).RGBA()
		if got := fmt.Sprintf("#%02x%02x%02x%02x", r>>8, g>>8, b>>8, a>>8); got != color {
			t.Errorf("%s: at %v %s, want %s", name, at, got, color)
		}
	}
}

// What is not in the lists is not drawn.
func TestNotDrawn(t *testing.T) {
	t.Parallel()
	const gradient = `<linearGradient id="g">` + twoStops + `</linearGradient>`
	for name, inside := range map[string]string{
		"text":                   `<text x="1" y="9">Stint</text>`,
		"a clip":                 `<clipPath id="a"><rect width="9" height="9"/></clipPath><path d="M0 0h9v9z" clip-path="url(#a)"/>`,
		"dashes":                 `<path d="M0 0H60" stroke="red" stroke-dasharray="0.000001"/>`,
		"no number":              `<circle r="x"/>`,
		"a share":                `<rect width="100%" height="9"/>`,
		"a unit":                 `<rect width="2cm" height="9"/>`,
		"no such gradient":       `<rect width="9" height="9" fill="url(#nope)"/>`,
		"a colour beside it":     gradient + `<rect width="9" height="9" fill="url(#nope) green"/>`,
		"a group with opacity":   `<g opacity=".5"><rect width="9" height="9"/></g>`,
		"opacity and lines":      `<rect width="9" height="9" stroke="red" opacity=".5"/>`,
		"a focus":                `<radialGradient id="g" fx=".2">` + twoStops + `</radialGradient><circle r="9" fill="url(#g)"/>`,
		"a gradient twice":       gradient + gradient,
		"a colour with opacity":  `<rect width="9" height="9" fill="#0008"/>`,
		"an unknown colour":      `<rect width="9" height="9" fill="nocolour"/>`,
		"a hidden element":       `<rect width="9" height="9" display="none"/>`,
		"an unknown command":     `<path d="M0 0B9 9"/>`,
		"a path without a start": `<path d="L9 9"/>`,
		"half of a command":      `<path d="M0 0L9"/>`,
	} {
		if content := drawing.PNG(kept(t, inside)); content != nil {
			t.Errorf("%s is drawn", name)
		}
	}
	for name, start := range map[string]string{
		"another aspect ratio":  `viewBox="0 0 64 20" preserveAspectRatio="none"`,
		"a very narrow drawing": `viewBox="0 0 1 200"`, "a very low drawing": `viewBox="0 0 1000 1"`,
	} {
		file, err := logo.Read(logo.SVG, []byte(`<svg xmlns="http://www.w3.org/2000/svg" `+start+`><circle r="5"/></svg>`))
		if err != nil || drawing.PNG(file.Content) != nil {
			t.Errorf("%s is drawn, or refused: %v", name, err)
		}
	}
}

// What takes too long ends, and is not drawn.
func TestNothingTakesForever(t *testing.T) {
	t.Parallel()
	curves := strings.Repeat("C9999 9999 -9999 9999 9 9", 2_000)
	for name, inside := range map[string]string{
		"large circles": strings.Repeat(`<circle r="1e9"/>`, 3_400), "circles": strings.Repeat(`<circle r="9e4"/>`, 3_000),
		"large rectangles": strings.Repeat(`<rect width="9e4" height="9e4"/>`, 1_500),
		"stops": `<linearGradient id="g">` + strings.Repeat(`<stop offset="0"/>`, 3_000) + `</linearGradient>` +
			`<rect width="64" height="20" fill="url(#g)"/>`,
		"gradients": `<radialGradient id="g">` + twoStops + `</radialGradient>` +
			strings.Repeat(`<rect width="64" height="20" fill="url(#g)"/>`, 1_000),
		"curves":     `<path d="M0 0` + curves + `" fill="none" stroke="red" stroke-width="900" stroke-linejoin="round"/>`,
		"wide lines": `<path d="M0 0` + strings.Repeat("L64 20L0 9", 4_000) + `" stroke="red" stroke-width="90"/>`,
		"arcs":       `<path d="M0 0` + strings.Repeat("A99999 99999 0 1 1 9 9A9 9 0 1 1 0 0", 1_500) + `" stroke="red"/>`,
		"numbers":    `<path d="M-1e9 -1e9L1e9 1e9L1e9 0z" stroke="red" stroke-width="1e8"/>`,
		"a factor":   `<g transform="scale(1e9)"><circle r="1e9" stroke="red"/></g>`,
	} {
		if drawing.PNG(kept(t, inside)) != nil {
			t.Errorf("%s are drawn", name)
		}
	}
	drawing.PNG(kept(t, `<g transform="scale(0)"><circle r="9" stroke="red" stroke-width="0"/></g>`)) // ends without a panic
}

func FuzzPNG(f *testing.F) {
	f.Add("M0 0L5 5C1 2 3 4 5 6A3 3 0 0 1 9 9z", "rotate(30) scale(2)", "3")
	f.Fuzz(func(_ *testing.T, path, transform, width string) {
		file, err := logo.Read(logo.SVG, fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 20">`+
			`<path d="%s" transform="%s" stroke="red" stroke-width="%s"/></svg>`, path, transform, width))
		if err == nil {
			drawing.PNG(file.Content)
		}
	})
}
