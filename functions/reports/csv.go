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
	w.UseCRLF = true // RFC 4180, section 2
	row := make([]string, len(t.columns))
	if header {
		for i, c := range t.columns {
			row[i] = c.name
		}
		_ = w.Write(row) // writing to memory does not fail
	}
	for n := range t.rows {
		w.Flush()
		size := out.Len()
		for i, value := range t.row(n) {
			row[i] = value.csv()
		}
		_ = w.Write(row)
		if w.Flush(); out.Len() > limit {
			out.Truncate(size)
			break
		}
		rows++
	}
	w.Flush()
	return out.Bytes(), rows
}
