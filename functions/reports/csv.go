package reports

import (
	"bytes"
	"encoding/csv"

	"stint/shared/domain"
)

// encodeCSV makes a CSV file. Errors: errRangeTooLong for a file that is larger than
// maxFileSize.
func (s encoder) encodeCSV(entries []domain.Entry) ([]byte, error) {
	content, rows := s.csvRows(entries, true, maxFileSize)
	if rows < len(entries) {
		return nil, errRangeTooLong
	}
	return content, nil
}

// csvRows are the rows of the first entries, as many as fit into so many bytes, with or
// without the header row.
func (s encoder) csvRows(entries []domain.Entry, header bool, limit int) (content []byte, rows int) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.UseCRLF = true // RFC 4180, section 2
	row := make([]string, len(columns))
	if header {
		for i, c := range columns {
			row[i] = c.name
		}
		_ = w.Write(row) // writing to memory does not fail
	}
	for _, e := range entries {
		w.Flush()
		size := out.Len()
		for i, c := range columns {
			row[i] = c.value(s, e).csv()
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
