package reports

import (
	"bytes"
	"encoding/csv"

	"stint/shared/summing"
)

// encodeCSV makes a CSV file. Errors: summing.ErrRangeTooLong for a file that is larger than
// so many bytes.
func (t table) encodeCSV(limit int) ([]byte, error) {
	content, rows := t.csvRows(true, limit)
	if rows < t.rows {
		return nil, summing.ErrRangeTooLong
	}
	return content, nil
}

// csvRows are the first rows, as many as fit into so many bytes, with or without the header row.
func (t table) csvRows(header bool, limit int) (content []byte, rows int) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	row := make([]string, len(t.columns))
	if header {
		for i, c := range t.columns {
			row[i] = c.name
		}
		writeLine(w, &out, row)
	}
	for n := range t.rows {
		size := out.Len()
		for i, value := range t.row(n) {
			row[i] = value.csv()
		}
		writeLine(w, &out, row)
		if out.Len() > limit {
			out.Truncate(size)
			break
		}
		rows++
	}
	return out.Bytes(), rows
}

// writeLine writes a row with the line end of RFC 4180, section 2. The option UseCRLF of the writer would change the
// lines of a text as well.
func writeLine(w *csv.Writer, out *bytes.Buffer, row []string) {
	_ = w.Write(row) // writing to memory does not fail
	w.Flush()
	out.Truncate(out.Len() - len("\n"))
	out.WriteString("\r\n")
}
