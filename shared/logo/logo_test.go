package logo_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"stint/shared/logo"
	"stint/shared/problem"
)

// pngOf is a picture with a red corner.
func pngOf(t *testing.T, width, height int, deep bool) []byte {
	t.Helper()
	var picture interface {
		image.Image
		Set(x, y int, c color.Color)
	} = image.NewNRGBA(image.Rect(0, 0, width, height))
	if deep {
		picture = image.NewNRGBA64(image.Rect(0, 0, width, height))
	}
	picture.Set(0, 0, color.NRGBA{R: 255, A: 255})
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// withSize is a PNG whose header claims another size.
func withSize(content []byte, width, height uint32) []byte {
	claimed := bytes.Clone(content)
	binary.BigEndian.PutUint32(claimed[16:], width)
	binary.BigEndian.PutUint32(claimed[20:], height)
	binary.BigEndian.PutUint32(claimed[29:], crc32.ChecksumIEEE(claimed[12:29]))
	return claimed
}

func wantRefused(t *testing.T, mediaType, content string, code problem.FieldCode) {
	t.Helper()
	_, err := logo.Read(mediaType, []byte(content))
	var p *problem.Error
	if !errors.As(err, &p) || p.Code != problem.CodeValidation || p.Fields[0].Code != code ||
		p.Fields[0].In != problem.InBody {
		t.Errorf("%.200q: %v, want %s", content, err, code)
	}
}

func TestPNGIsEncodedAgain(t *testing.T) {
	t.Parallel()
	for name, content := range map[string][]byte{"8 bits": pngOf(t, 40, 20, false), "16 bits": pngOf(t, 40, 20, true),
		"with a page behind it": append(pngOf(t, 40, 20, false), "<script>alert(1)</script>"...)} {
		kept, err := logo.Read(logo.PNG, content)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		decoded, err := png.Decode(bytes.NewReader(kept.Content))
		if err != nil || decoded.Bounds().Dx() != 40 || decoded.Bounds().Dy() != 20 {
			t.Errorf("%s: %v", name, err)
		}
		if r, _, _, a := decoded.At(0, 0).RGBA(); r != 0xffff || a != 0xffff {
			t.Errorf("%s: the corner is %v", name, decoded.At(0, 0))
		}
		if bytes.Contains(kept.Content, []byte("script")) || kept.Logo.MediaType != logo.PNG || len(kept.Logo.SHA256) != 64 {
			t.Errorf("%s: %+v", name, kept.Logo)
		}
	}
}

// A picture is not decoded before its size is known.
func TestPNGIsRefused(t *testing.T) {
	t.Parallel()
	small := pngOf(t, 40, 20, false)
	for name, content := range map[string][]byte{
		"no picture": []byte("hello"), "an SVG": []byte(drawing(`<path d="M0 0h1"/>`)), "cut off": small[:len(small)/2],
		"65,535 pixels on a side": withSize(small, 65_535, 65_535), "2,001 pixels wide": withSize(small, 2_001, 1),
		"2,001 pixels high": withSize(small, 1, 2_001), "4,000,000 pixels": withSize(small, 2_000, 2_000),
		"no pixels": withSize(small, 0, 20), "a GIF": []byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"),
	} {
		t.Run(name, func(t *testing.T) { wantRefused(t, logo.PNG, string(content), problem.ImageInvalid) })
	}
}

func drawing(inner string) string {
	return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">` + inner +
		`</svg>`
}

// What drawing programs write becomes what is drawn.
func TestSVGIsWrittenAgain(t *testing.T) {
	t.Parallel()
	kept, err := logo.Read(logo.SVG, []byte(`<?xml version="1.0" encoding="UTF-8"?>
<!-- Generator: a program <script> -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
 xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" version="1.1" class="a" width="9" height="9">
<metadata><a/></metadata><inkscape:grid><script/></inkscape:grid>
<title>A &amp; B &lt;b&gt;</title>
<defs><linearGradient id="a"><stop offset="0" style="stop-color:#fff;-inkscape-x:1"/></linearGradient>
<linearGradient id="b" xlink:href="#a"/></defs>
<g fill="red" inkscape:label="x" style="fill:url(#b); stroke : none"><path d="M0 0h1"/></g>
<text font-family="'Curlz MT', &quot;x&quot;">Stint</text></svg>`))
	if err != nil {
		t.Fatal(err)
	}
	want := `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">` +
		`<title>A &amp; B &lt;b&gt;</title>` +
		`<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"></stop></linearGradient>` +
		`<linearGradient id="b" href="#a"></linearGradient></defs>` +
		`<g fill="url(#b)" stroke="none"><path d="M0 0h1"></path></g>` +
		`<text font-family="&#39;Curlz MT&#39;, &#34;x&#34;">Stint</text></svg>`
	if string(kept.Content) != want {
		t.Errorf("kept\n%s\nwant\n%s", kept.Content, want)
	}
	again, err := logo.Read(logo.SVG, kept.Content)
	if err != nil || again.Logo != kept.Logo {
		t.Errorf("what is kept is read as %+v, %v", again.Logo, err)
	}
}

// A drawing without an area shows nothing, and one without an end is not drawn.
func TestSVGWithoutAnArea(t *testing.T) {
	t.Parallel()
	for _, size := range []string{
		`width="0" height="9"`, `width="9" height="-1"`, `width="NaN" height="9"`, `width="9" height="Inf"`,
		`width="100001" height="9"`, `width="1e9" height="9"`, `width="9" height="x"`, `width="auto" height="9"`,
		`viewBox="0 0 0 9"`, `viewBox="0 0 9 -9"`, `viewBox="0 0 9"`, `viewBox="0 0 NaN 9"`, `viewBox="0 0 1e6 9"`,
		`viewBox="-1e6 0 9 9"`, `viewBox="0 0 9 9" width="0" height="9"`, `viewBox="0 0 9 9" width="9" height="NaN"`,
	} {
		wantRefused(t, logo.SVG, `<svg xmlns="http://www.w3.org/2000/svg" `+size+`/>`, problem.ImageInvalid)
	}
	for _, size := range []string{
		`width="1" height="100000"`, `width="9mm" height="9.5pt"`, `viewBox="-9,-9, 18 1e2"`,
		`viewBox="0 0 9 9" width="100%" height="auto"`, `viewBox="0 0 9 9" width="" height=""`,
	} {
		if _, err := logo.Read(logo.SVG, []byte(`<svg xmlns="http://www.w3.org/2000/svg" `+size+`/>`)); err != nil {
			t.Errorf("%s: %v", size, err)
		}
	}
}

func TestSVGThatIsNone(t *testing.T) {
	t.Parallel()
	for _, content := range []string{
		"", "hello", `<html xmlns="http://www.w3.org/1999/xhtml"/>`, `<svg/>`, `<svg xmlns="http://www.w3.org/2000/svg"/>`,
		drawing("") + drawing(""), drawing("<g>"), drawing(`&undeclared;`), drawing("text"),
		strings.Repeat("<g>", 40), drawing(strings.Repeat("<g>", 40) + strings.Repeat("</g>", 40)),
		drawing(`<g id="a" id="b"/>`), "\xff\xfe<\x00s\x00", string(pngHeader), `<?xml version="1.0" encoding="utf-16"?>` +
			drawing(""), `<g xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>`,
	} {
		wantRefused(t, logo.SVG, content, problem.ImageInvalid)
	}
}

var pngHeader = []byte("\x89PNG\r\n\x1a\n")

// Nothing runs, loads, repeats or hides.
func TestSVGThatDoesMoreThanDraw(t *testing.T) {
	t.Parallel()
	for _, inner := range []string{
		`<script>alert(1)</script>`, `<SCRIPT/>`, `<x:script xmlns:x="http://www.w3.org/2000/svg"/>`,
		`<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>`, `<foreignObject/>`,
		`<iframe xmlns="http://www.w3.org/1999/xhtml" src="/"/>`, `<image href="https://example.com/a.png"/>`,
		`<image xlink:href="data:image/png;base64,AA"/>`, `<use href="#a"/>`, `<use xlink:href="https://example.com/#a"/>`,
		`<a href="javascript:alert(1)"><path d="M0 0"/></a>`, `<animate attributeName="href" to="javascript:x"/>`,
		`<set attributeName="onclick" to="x"/>`, `<style>@import url(https://example.com)</style>`, `<style/>`,
		`<pattern id="a"/>`, `<filter id="a"/>`, `<mask id="a"/>`, `<symbol/>`, `<switch/>`, `<video/>`, `<svg viewBox="0 0 1 1"/>`,
		`<g onload="alert(1)"/>`, `<g onclick="x"/>`, `<g ONLOAD="x"/>`, `<g filter="url(#a)"/>`, `<g href="#a"/>`,
		`<g xlink:href="https://example.com"/>`, `<g fill="url(https://example.com/#a)"/>`, `<g fill="url(//example.com)"/>`,
		`<g fill="url(data:image/svg+xml,x)"/>`, `<g fill="u\72l(x)"/>`, `<g style="fill:url(https://example.com)"/>`,
		`<g style="background:url(//example.com)"/>`, `<g style="behavior:expression(alert(1))"/>`,
		`<g style="x:/*;fill:red*/"/>`, `<g style="fill:&#x75;rl(https://example.com)"/>`, `<linearGradient href="https://a"/>`,
		`<linearGradient xlink:href="javascript:alert(1)"/>`, `<?xml-stylesheet href="https://example.com"?>`,
		`<clipPath id="a"><path clip-path="url(#b)" d="M0 0"/></clipPath>`, `<clipPath id="a" clip-path="url(#b)"/>`,
		`<g x:onload="alert(1)" xmlns:x="http://example.com"/>`, `<g unknown="1"/>`,
	} {
		wantRefused(t, logo.SVG, drawing(inner), problem.ImageNotAllowed)
	}
	for _, before := range []string{`<!DOCTYPE svg>`, `<!DOCTYPE svg [<!ENTITY a "b">]>`, `<?php echo 1 ?>`} {
		wantRefused(t, logo.SVG, before+drawing(""), problem.ImageNotAllowed)
	}
	wantRefused(t, logo.SVG, `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)" width="1" height="1"/>`,
		problem.ImageNotAllowed)
}

// Whatever is sent, what is kept is read the same way again.
func FuzzSVG(f *testing.F) {
	f.Add(drawing(`<g style="fill:url(#a)"><path d="M0 0"/></g>`))
	f.Add(drawing(`<title>&lt;script&gt;</title>`))
	f.Fuzz(func(t *testing.T, content string) {
		kept, err := logo.Read(logo.SVG, []byte(content))
		if err != nil {
			return
		}
		again, err := logo.Read(logo.SVG, kept.Content)
		if err != nil || !bytes.Equal(again.Content, kept.Content) {
			t.Errorf("%q becomes %q, %v", kept.Content, again.Content, err)
		}
		if lower := strings.ToLower(string(kept.Content)); strings.Contains(lower, "<script") {
			t.Errorf("kept %q", kept.Content)
		}
	})
}
