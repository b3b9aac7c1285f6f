package logo

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
)

const (
	svgNamespace   = "http://www.w3.org/2000/svg"
	xlinkNamespace = "http://www.w3.org/1999/xlink"

	maxDepth = 32 // of elements in each other
)

// editorNamespaces are those in which drawing programs leave notes for themselves. What they contain is left out.
var editorNamespaces = []string{
	"http://www.inkscape.org/namespaces/inkscape", "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
	"http://www.serif.com/", "http://www.bohemiancoding.com/sketch/ns",
}

// svgWriter writes a drawing again, without what is not drawn.
type svgWriter struct {
	out   bytes.Buffer
	open  []string // names of the elements that are open
	sized bool     // whether the drawing says how large it is
}

// readSVG reads a drawing by its tokens, and writes what is allowed. What it does not know it refuses: a browser never
// sees the file that was sent.
func readSVG(content []byte) ([]byte, error) {
	w := &svgWriter{}
	d := xml.NewDecoder(bytes.NewReader(content))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, invalid("is not an SVG in UTF-8 that can be read")
		}
		if err := w.add(d, token); err != nil {
			return nil, err
		}
	}
	if !w.sized {
		return nil, invalid("needs an element svg with a viewBox, or with a width and a height")
	}
	return w.out.Bytes(), nil
}

// add writes one token. Comments and the declaration of XML are left out.
func (w *svgWriter) add(d *xml.Decoder, token xml.Token) error {
	switch t := token.(type) {
	case xml.StartElement:
		if isEditorsNote(t.Name) {
			return skip(d)
		}
		return w.start(t)
	case xml.EndElement:
		w.open = w.open[:len(w.open)-1]
		w.out.WriteString("</" + t.Name.Local + ">")
	case xml.CharData:
		return w.text(t)
	case xml.Directive:
		return notAllowed("has a document type, or declares entities")
	case xml.ProcInst:
		if t.Target != "xml" {
			return notAllowed("has a processing instruction")
		}
	}
	return nil
}

// isEditorsNote reports whether an element has metadata of the program that made the drawing.
func isEditorsNote(name xml.Name) bool {
	return slices.Contains(editorNamespaces, name.Space) || name == xml.Name{Space: svgNamespace, Local: "metadata"}
}

func skip(d *xml.Decoder) error {
	if err := d.Skip(); err != nil {
		return invalid("is not an SVG in UTF-8 that can be read")
	}
	return nil
}

func (w *svgWriter) start(t xml.StartElement) error {
	name := t.Name.Local
	switch {
	case len(w.open) == 0 && (t.Name != xml.Name{Space: svgNamespace, Local: "svg"} || w.out.Len() > 0):
		return invalid("is no SVG: it needs one element svg around everything, with the namespace of SVG")
	case t.Name.Space != svgNamespace:
		return notAllowed("has an element of another namespace than that of SVG")
	case !slices.Contains(svgElements, name) || name == "svg" && len(w.open) > 0:
		return notAllowed("has the element " + shownName(name) + ", which no logo needs")
	case len(w.open) == maxDepth:
		return invalid("has too many elements in each other")
	}
	attributes, err := attributesOf(t)
	if err != nil {
		return err
	}
	if slices.Contains(append(w.open, name), "clipPath") && has(attributes, "clip-path") {
		return notAllowed("has a clip-path in a clipPath") // a few of them in each other take forever to draw
	}
	w.out.WriteString("<" + name)
	if len(w.open) == 0 {
		w.out.WriteString(` xmlns="` + svgNamespace + `"`)
		if w.sized = saysSize(attributes); !showsSomething(attributes) {
			return invalid("shows nothing: its viewBox, width and height must be above 0, and at most 100,000")
		}
	}
	for _, a := range attributes {
		w.out.WriteString(" " + a.Name.Local + `="`)
		_ = xml.EscapeText(&w.out, []byte(a.Value)) // a buffer takes everything
		w.out.WriteString(`"`)
	}
	w.out.WriteString(">")
	w.open = append(w.open, name)
	return nil
}

// text writes the text of elements that have one. Elsewhere there is only white space between elements.
func (w *svgWriter) text(t xml.CharData) error {
	if len(w.open) > 0 && slices.Contains(textElements, w.open[len(w.open)-1]) {
		return xml.EscapeText(&w.out, t)
	}
	if len(bytes.TrimSpace(t)) > 0 {
		return invalid("has text outside of an element for text")
	}
	return nil
}

func has(attributes []xml.Attr, name string) bool {
	return slices.ContainsFunc(attributes, func(a xml.Attr) bool { return a.Name.Local == name && a.Value != "" })
}

// shownName is a name as a message repeats it.
func shownName(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == ':' {
			return r
		}
		return -1
	}, name)
	return clean[:min(len(clean), 40)]
}
