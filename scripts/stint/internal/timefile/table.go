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

// table is content with a header. Its records can be read as often as needed.
type table interface {
	titles() []string
	// records are the lines after the header. One that cannot be split into cells comes as a
	// Refused; any other error is the last.
	records() iter.Seq2[record, error]
}

// csvTable is a CSV file. It is separated by commas, semicolons, tabs or bars.
type csvTable struct {
	open   opener // as text
	comma  rune
	skip   int // lines before the header: the "sep=;" of Excel
	header []string
}

// openCSV reads the header. Errors: errEmpty, those of reading, a header that is no CSV.
func openCSV(open opener) (*csvTable, error) {
	open, err := asText(open)
	if err != nil {
		return nil, err
	}
	content, err := open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	first, err := bufio.NewReader(io.LimitReader(content, maxRecord)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	t := &csvTable{open: open}
	t.setComma(first)
	for r, err := range t.lines() {
		if err != nil {
			return nil, fmt.Errorf("the first line is no CSV: %w", err)
		}
		t.header = slices.Clone(r.cells)
		return t, checkColumns(t.header)
	}
	return nil, errEmpty
}

// setComma finds the separator in the first line.
func (t *csvTable) setComma(first string) {
	named, ok := strings.CutPrefix(strings.ToLower(strings.TrimRight(first, "\r\n")), "sep=")
	if c, size := utf8.DecodeRuneInString(named); ok && size == len(named) && strings.ContainsRune(",;\t|", c) {
		t.comma, t.skip = c, 1
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
