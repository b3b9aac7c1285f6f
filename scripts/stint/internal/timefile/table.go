package timefile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// record is a line of a table. Its cells are in the order of the header.
type record struct {
	line  int
	cells []string // valid until the next record
}

// Table is content with a header. Its records can be read as often as needed.
type Table interface {
	Titles() []string
	// records are the lines after the header. One that cannot be split into cells comes as a
	// Refused; any other error is the last.
	records() iter.Seq2[record, error]
}

// csvTable is a CSV file. It is separated by commas, semicolons, tabs or bars.
type csvTable struct {
	open   opener // as text
	comma  rune
	skip   int // lines before the header: titles of a report, the "sep=;" of Excel
	header []string
}

// openCSV reads the header: the first of maxTitleLines that one of the layouts fits, or else one of
// a known service, or else the first line. Errors: errEmpty, those of reading, a header that is no
// CSV.
func openCSV(open opener, known []Source, layouts ...Layout) (*csvTable, error) {
	open, err := asText(open)
	if err != nil {
		return nil, err
	}
	first, err := firstLines(open)
	if err != nil {
		return nil, err
	}
	for _, set := range [][]Layout{layouts, layoutsOf(known)} {
		for i := range first {
			t := &csvTable{open: open, skip: i}
			t.setComma(first[i])
			if t.readHeader() == nil && fitsOne(set, t.header) {
				return t, nil
			}
		}
	}
	t := &csvTable{open: open}
	t.setComma(first[0])
	return t, t.readHeader()
}

// firstLines are the lines of a file in which its header can be, up to maxRecord bytes.
func firstLines(open opener) (lines []string, err error) {
	content, err := open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	for r := bufio.NewReader(io.LimitReader(content, maxRecord)); len(lines) < maxTitleLines; {
		line, err := r.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		lines = append(lines, line)
		if err != nil {
			break
		}
	}
	return lines, nil
}

// readHeader reads the first line that is not empty.
func (t *csvTable) readHeader() error {
	for r, err := range t.lines() {
		if err != nil {
			return fmt.Errorf("the first line is no CSV: %w", err)
		}
		t.header = slices.Clone(r.cells)
		return checkColumns(t.header)
	}
	return errEmpty
}

// setComma finds the separator in a line.
func (t *csvTable) setComma(first string) {
	named, ok := strings.CutPrefix(strings.ToLower(strings.TrimRight(first, "\r\n")), "sep=")
	if c, size := utf8.DecodeRuneInString(named); ok && size == len(named) && strings.ContainsRune(",;\t|", c) {
		t.comma = c
		t.skip++
		return
	}
	t.comma = ','
	most := countOutsideQuotes(first, ',')
	for _, c := range ";\t|" {
		if n := countOutsideQuotes(first, c); n > most {
			t.comma, most = c, n
		}
	}
}

func countOutsideQuotes(line string, wanting rune) (n int) {
	quoted := false
	for _, c := range line {
		if c == '"' {
			quoted = !quoted
		} else if c == wanting && !quoted {
			n++
		}
	}
	return n
}

// opener opens the same content from its beginning, as often as it is called.
type opener func() (io.ReadCloser, error)

func openFile(f File) opener {
	return func() (io.ReadCloser, error) { return io.NopCloser(io.NewSectionReader(f, 0, f.Size())), nil }
}

// errEmpty ends the reading of a file without content.
var errEmpty = errors.New("the file is empty")
