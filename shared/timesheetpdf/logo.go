package timesheetpdf

import (
	"bytes"

	"codeberg.org/go-pdf/fpdf"

	"stint/shared/domain/people"
	"stint/shared/logo"
)

// The largest size of a logo on paper, in millimetres. It is beside the title.
const (
	logoWidth  = 55.0
	logoHeight = 16.0
)

// LogoOf is the logo that documents show: a PNG. Nil is none, and an SVG that is not drawn.
func LogoOf(f *people.LogoFile) []byte {
	if f == nil {
		return nil
	}
	return logo.PNGOf(*f)
}

// logoRoom is the width that the text beside the logo leaves to it.
func (d Document) logoRoom() float64 {
	if d.Logo == nil {
		return 0
	}
	return logoWidth + cellGap
}

// printLogo prints the logo in the upper right corner.
func (p *printer) printLogo(content []byte) {
	if content == nil {
		return
	}
	const name = "logo"
	options := fpdf.ImageOptions{ImageType: "PNG"}
	info := p.pdf.RegisterImageOptionsReader(name, options, bytes.NewReader(content))
	if info == nil {
		return // the document fails with the error that the library keeps
	}
	scale := min(logoWidth/info.Width(), logoHeight/info.Height())
	width, height := info.Width()*scale, info.Height()*scale
	artifact(p.pdf, func() { // the name of the workspace is beside it
		p.pdf.ImageOptions(name, p.right()-width, p.y, width, height, false, options, 0, "")
	})
}
