package timefile

import (
	"errors"
	"fmt"
	"io"
)

// The bounds of a file, so that memory does not grow with a damaged or hostile one.
const (
	maxRecord  = 1 << 20 // bytes of a line, or of a cell with line breaks
	maxElement = 4 << 20 // bytes of an element of a JSON array
	maxColumns = 1_000

	maxSmallTable = 64 << 20 // bytes of a table that is kept in memory, unpacked: people, projects and so on
	maxSmallRows  = 250_000  // of such a table
)

// errTooLong is the error of a line, a cell or an element above its bound.
var errTooLong = errors.New("too long")

// budget reads content until so many bytes are read. What reads ahead needs some more than it uses.
// Errors: errTooLong.
type budget struct {
	io.Reader
	left int
}

// Read implements io.Reader.
func (b *budget) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLong
	}
	n, err := b.Reader.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// tooLong says where a CSV file has a line above the bound.
func tooLong(after int) error {
	return fmt.Errorf("after line %d, a line or a cell has more than %d MiB: the file is damaged, or a quotation mark is missing", after, maxRecord>>20)
}

// checkColumns refuses a header with more columns than any file has.
func checkColumns(header []string) error {
	if len(header) > maxColumns {
		return fmt.Errorf("the file has %d columns: up to %d are read", len(header), maxColumns)
	}
	return nil
}

// errSmallTable is the error of a table of people, projects and so on that is too large.
var errSmallTable = fmt.Errorf("the file is too large: up to %d rows and %d MiB are read", maxSmallRows, maxSmallTable>>20)
