package pdftext

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	packedStream = regexp.MustCompile(`(?s)/Type/ObjStm/N (\d+)/First (\d+)/Filter /FlateDecode /Length (\d+)>>\nstream\n`)
	elementForm  = regexp.MustCompile(`^<</S/(\w+)/P (\d+) 0 R(.*?)(?:/Pg (\d+) 0 R)?(?:/K\[(.*)\])?>>$`)
	markForm     = regexp.MustCompile(`<</Type/MCR/Pg (\d+) 0 R/MCID (\d+)>>|(\d+) 0 R|(\d+)`)
	markedText   = regexp.MustCompile(`(?s)/(\w+) <</MCID (\d+)(?:/ActualText <([0-9A-F]*)>)?>> BDC\n(.*?)\nEMC`)
	artifactText = regexp.MustCompile(`(?s)/Artifact BMC\n.*?\nEMC`)
)

// Structure returns the elements of a tagged document in the order of reading, one on a line: its kind, its attributes
// and its text. Elements are below the one that they are in, by two spaces.
func Structure(t testing.TB, document []byte) string {
	t.Helper()
	s := structure{t: t, elements: packedObjects(t, document), texts: map[string]string{}}
	for i, content := range Contents(t, document) {
		for _, m := range markedText.FindAllStringSubmatch(content, -1) {
			s.texts[fmt.Sprintf("%d %s", 3+2*i, m[2])] = spoken(m[3], m[4])
		}
	}
	for number, content := range s.elements {
		if strings.HasPrefix(content, "<</S/Document/") {
			s.walk(number, "")
		}
	}
	if len(s.texts) > 0 {
		t.Errorf("texts that are marked and belong to no element: %q", s.texts)
	}
	return s.lines.String()
}

// Unmarked returns what the pages print outside of elements and artifacts.
func Unmarked(t testing.TB, document []byte) (texts []string) {
	t.Helper()
	for _, content := range Contents(t, document) {
		content = artifactText.ReplaceAllString(markedText.ReplaceAllString(content, ""), "")
		for _, p := range partsOf(content) {
			texts = append(texts, p.text)
		}
	}
	return texts
}

// structure walks through the elements, and takes each text once.
type structure struct {
	t        testing.TB
	elements map[string]string // by number
	texts    map[string]string // by the number of the page's object and of the mark
	lines    strings.Builder
}

func (s *structure) walk(number, indent string) {
	m := elementForm.FindStringSubmatch(s.elements[number])
	if m == nil {
		s.t.Fatalf("element %s has another form: %q", number, s.elements[number])
	}
	kind, attributes, page := m[1], m[3], m[4]
	var texts, inside []string
	for _, kid := range markForm.FindAllStringSubmatch(m[5], -1) {
		if kid[3] != "" {
			inside = append(inside, kid[3])
			continue
		}
		texts = append(texts, s.take(orElse(kid[1], page), orElse(kid[2], kid[4])))
	}
	fmt.Fprintln(&s.lines, strings.TrimRight(indent+kind+attributes+" "+strings.Join(texts, " "), " "))
	for _, kid := range inside {
		s.walk(kid, indent+"  ")
	}
}

// take returns a marked text, which belongs to one element only.
func (s *structure) take(page, mark string) string {
	text, found := s.texts[page+" "+mark]
	if !found {
		s.t.Errorf("page %s has no text %s, or it belongs to two elements", page, mark)
	}
	delete(s.texts, page+" "+mark)
	return text
}

func orElse(value, otherwise string) string {
	if value == "" {
		return otherwise
	}
	return value
}

// spoken is a text as it is read.
func spoken(actual, operators string) string {
	if raw, _ := hex.DecodeString(actual); len(raw) > 2 {
		return decode(string(raw[2:])) // after the mark of the order of bytes
	}
	var text string
	for _, p := range partsOf(operators) {
		text += p.text
	}
	return text
}

// packedObjects reads the objects in streams, by their numbers.
func packedObjects(t testing.TB, document []byte) map[string]string {
	t.Helper()
	objects := map[string]string{}
	for _, m := range packedStream.FindAllSubmatchIndex(document, -1) {
		first, _ := strconv.Atoi(string(document[m[4]:m[5]]))
		length, _ := strconv.Atoi(string(document[m[6]:m[7]]))
		reader, err := zlib.NewReader(bytes.NewReader(document[m[1] : m[1]+length]))
		if err != nil {
			t.Fatalf("a stream of objects: %v", err)
		}
		content, _ := io.ReadAll(reader)
		index := strings.Fields(string(content[:first]))
		for i := 0; i < len(index); i += 2 {
			objects[index[i]] = packedObject(content[first:], index[i+1:])
		}
	}
	return objects
}

// packedObject is the object at the first of the offsets. They alternate with numbers.
func packedObject(contents []byte, offsets []string) string {
	from, _ := strconv.Atoi(offsets[0])
	end := len(contents)
	if len(offsets) > 2 {
		end, _ = strconv.Atoi(offsets[2])
	}
	return strings.TrimSpace(string(contents[from:end]))
}
