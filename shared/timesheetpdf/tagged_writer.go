package timesheetpdf

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
)

// perStream is how many objects a stream of objects has. Readers decompress the whole stream for one of them.
const perStream = 500

// The kinds of places in a table of objects (ISO 32000-1, table 18). Zero is a number without an object.
const (
	placeInFile = 1
	placePacked = 2 // in a stream of objects
)

// place is where an object is: at an offset of the file, or in a stream of objects under an index.
type place struct {
	kind  byte
	at    uint32 // offset, or number of the stream
	index uint16
}

// objectWriter writes the objects of a file (ISO 32000-1, 7.5).
type objectWriter struct {
	out    bytes.Buffer
	places map[int]place
	size   int      // one more than the highest number so far
	packed []string // waits for a stream
	first  []int    // numbers of what waits
}

// newObjectWriter begins a file. Streams of objects need version 1.5; 1.7 is the version of ISO 32000-1.
func newObjectWriter(source objects) *objectWriter {
	w := &objectWriter{places: map[int]place{}, size: source.size}
	w.out.WriteString("%PDF-1.7")
	w.out.Write(source.head[len("%PDF-1.7"):])
	return w
}

// write writes an object as the library wrote it.
func (w *objectWriter) write(number int, content []byte) {
	w.places[number] = place{kind: placeInFile, at: uint32(w.out.Len())}
	fmt.Fprintf(&w.out, "%d 0 obj\n", number)
	w.out.Write(content)
}

// pack writes an object into a stream of objects.
func (w *objectWriter) pack(number int, content string) {
	w.packed, w.first = append(w.packed, content), append(w.first, number)
	if len(w.packed) == perStream {
		w.writePacked()
	}
}

// writePacked writes the stream of what waits (ISO 32000-1, 7.5.7).
func (w *objectWriter) writePacked() {
	var index, contents bytes.Buffer
	number := w.next()
	for i, content := range w.packed {
		w.places[w.first[i]] = place{kind: placePacked, at: uint32(number), index: uint16(i)}
		fmt.Fprintf(&index, "%d %d ", w.first[i], contents.Len())
		contents.WriteString(content + " ")
	}
	entries := fmt.Sprintf("/Type/ObjStm/N %d/First %d", len(w.packed), index.Len())
	w.write(number, stream(entries, append(index.Bytes(), contents.Bytes()...)))
	w.packed, w.first = nil, nil
}

// stream is the content of an object that is a compressed stream.
func stream(entries string, content []byte) []byte {
	var compressed bytes.Buffer
	to := zlib.NewWriter(&compressed)
	_, _ = to.Write(content) // a buffer takes everything
	_ = to.Close()
	return fmt.Appendf(nil, "<<%s/Filter /FlateDecode /Length %d>>\nstream\n%s\nendstream\nendobj\n",
		entries, compressed.Len(), compressed.Bytes())
}

// next is a new number.
func (w *objectWriter) next() int {
	w.size++
	return w.size - 1
}

// end writes the table of all objects (ISO 32000-1, 7.5.8), and returns the file.
func (w *objectWriter) end(root, info int) []byte {
	if len(w.packed) > 0 {
		w.writePacked()
	}
	number, at := w.next(), w.out.Len()
	w.places[number] = place{kind: placeInFile, at: uint32(at)}
	entries := fmt.Sprintf("/Type/XRef/Size %d/W[1 4 2]/Root %d 0 R/Info %d 0 R", w.size, root, info)
	w.write(number, stream(entries, w.table()))
	fmt.Fprintf(&w.out, "startxref\n%d\n%%%%EOF\n", at)
	return w.out.Bytes()
}

// table lists the places by number. Number 0 is free.
func (w *objectWriter) table() (rows []byte) {
	for number := range w.size {
		p := w.places[number]
		rows = append(rows, p.kind)
		rows = binary.BigEndian.AppendUint32(rows, p.at)
		rows = binary.BigEndian.AppendUint16(rows, p.index)
	}
	return rows
}
