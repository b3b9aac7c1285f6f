package timesheetpdf

import (
	"fmt"
	"unicode/utf16"

	"codeberg.org/go-pdf/fpdf"
)

// kind is a type of structure element (ISO 32000-1, 14.8.4).
type kind string

const (
	kindDocument kind = "Document"
	kindTitle    kind = "H1"
	kindHeading  kind = "H2"
	kindText     kind = "P"
	kindTable    kind = "Table"
	kindHead     kind = "THead"
	kindBody     kind = "TBody"
	kindRow      kind = "TR"
	kindHeader   kind = "TH"
	kindCell     kind = "TD"
)

// Attributes of header cells (ISO 32000-1, 14.8.5.7).
const (
	ofColumn = "/A<</O/Table/Scope/Column>>"
	ofRow    = "/A<</O/Table/Scope/Row>>"
)

// element is a part of a document as a reader understands it: a heading, a table, a cell.
type element struct {
	kind       kind
	attributes string // entries of its dictionary; "" is none
	parent     *element
	elements   []*element // in the order of reading
	marks      []mark     // of its own text; an element has elements or marks
	number     int        // of its object; set when the file is written
}

// mark is a marked text: it belongs to the element that lists it (ISO 32000-1, 14.7.4).
type mark struct{ page, id int }

// structure collects the elements of a document while its pages are printed.
type structure struct {
	root    *element
	current *element           // what is printed belongs to it; nil is an artifact, such as a rule
	parents map[int][]*element // by page, from 1: the element of each mark by its id
}

func newStructure() *structure {
	root := &element{kind: kindDocument}
	return &structure{root: root, current: root, parents: map[int][]*element{}}
}

// add makes an element inside of another.
func (e *element) add(kind kind, attributes string) *element {
	child := &element{kind: kind, attributes: attributes, parent: e}
	e.elements = append(e.elements, child)
	return child
}

// addCells adds so many elements of a kind.
func (e *element) addCells(count int, kind kind, attributes string) (cells []*element) {
	for range count {
		cells = append(cells, e.add(kind, attributes))
	}
	return cells
}

// in prints what belongs to an element. Nil is an artifact.
func (p *printer) in(e *element, print func()) {
	before := p.structure.current
	p.structure.current = e
	print()
	p.structure.current = before
}

// as prints a new element of the current one.
func (p *printer) as(kind kind, print func()) { p.asWith(kind, "", print) }

// asWith prints a new element with attributes.
func (p *printer) asWith(kind kind, attributes string, print func()) {
	if p.measures {
		print()
		return
	}
	p.in(p.structure.current.add(kind, attributes), print)
}

// marked prints a text of the current element. spoken is the text in the order of reading, if it is printed in
// another; "" otherwise.
func (p *printer) marked(spoken string, print func()) {
	e := p.structure.current
	if e == nil {
		artifact(p.pdf, print)
		return
	}
	page := p.pdf.PageNo()
	m := mark{page, len(p.structure.parents[page])}
	p.structure.parents[page] = append(p.structure.parents[page], e)
	e.marks = append(e.marks, m)
	p.pdf.RawWriteStr(fmt.Sprintf("/%s <</MCID %d%s>> BDC", e.kind, m.id, actualText(spoken)))
	print()
	p.pdf.RawWriteStr("EMC")
}

// artifact prints what programs that read aloud leave out.
func artifact(pdf *fpdf.Fpdf, print func()) {
	pdf.RawWriteStr("/Artifact BMC")
	print()
	pdf.RawWriteStr("EMC")
}

// actualText is the entry with a text as it is read; "" for none.
func actualText(text string) string {
	if text == "" {
		return ""
	}
	return fmt.Sprintf("/ActualText <FEFF%X>", utf16Of(text))
}

func utf16Of(text string) (bytes []byte) {
	for _, unit := range utf16.Encode([]rune(text)) {
		bytes = append(bytes, byte(unit>>8), byte(unit))
	}
	return bytes
}
