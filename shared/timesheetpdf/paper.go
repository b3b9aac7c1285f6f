package timesheetpdf

import "codeberg.org/go-pdf/fpdf"

// Paper is the size of the pages.
type Paper string

// The sizes of pages. The zero value is A4.
const (
	A4       Paper = "a4"
	American Paper = "letter"
)

// millimetres is the size of a page in portrait format.
func (p Paper) millimetres() fpdf.SizeType {
	if p == American {
		return fpdf.SizeType{Wd: 215.9, Ht: 279.4}
	}
	return fpdf.SizeType{Wd: 210, Ht: 297}
}
