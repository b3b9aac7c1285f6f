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

// What the library would draw in another way is not drawn, nor what takes too long, and nothing takes forever.
func TestNotDrawn(t *testing.T) {
	t.Parallel()
	for name, inside := range map[string]string{
		"text":               `<text x="1" y="9">Stint</text>`,
		"a clip":             `<clipPath id="a"><rect width="9" height="9"/></clipPath><path d="M0 0h9v9z" clip-path="url(#a)"/>`,
		"dashes":             `<path d="M0 0H60" stroke="red" stroke-dasharray="0.000001"/>`,
		"many shapes":        strings.Repeat(`<rect width="1" height="1"/>`, 2_000),
		"a transformed line": `<g transform="scale(2)"><path d="M0 0H9" stroke="red"/></g>`,
		"no number":          `<circle r="x"/>`,
	} {
		if content := drawing.PNG(kept(t, inside)); content != nil {
			t.Errorf("%s is drawn", name)
		}
	}
	for _, inside := range []string{
		`<path d="M-1e9 -1e9L1e9 1e9L1e9 0z" stroke="red" stroke-width="1e8"/>`,
		`<path d="M0 0C1e9 1e9 -1e9 1e9 9 9"/>`,
		`<g transform="scale(1e9)"><circle r="1e9" stroke="red"/></g>`,
		`<g transform="scale(0)"><circle r="9" stroke="red" stroke-width="0"/></g>`,
	} {
		drawing.PNG(kept(t, strings.Repeat(inside, 40))) // ends without a panic
	}
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
