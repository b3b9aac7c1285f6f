package drawing

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
)

// attributes are those of an element.
type attributes map[string]string

// walk reads a drawing, and calls functions at the start and at the end of each element.
func walk(svg []byte, start func(name string, a attributes) error, end func(name string)) error {
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return errNotDrawn
		}
		switch t := token.(type) {
		case xml.StartElement:
			if err := start(t.Name.Local, attributesOf(t)); err != nil {
				return err
			}
		case xml.EndElement:
			end(t.Name.Local)
		}
	}
}

func attributesOf(t xml.StartElement) attributes {
	a := attributes{}
	for _, attr := range t.Attr {
		if attr.Name.Local != "xmlns" {
			a[attr.Name.Local] = attr.Value
		}
	}
	return a
}
