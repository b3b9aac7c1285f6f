package reports

import (
	"bytes"
	"encoding/csv"

	"stint/shared/domain"
)

// encodeCSV makes a CSV file. Errors: errRangeTooLong as soon as the file is larger
// than maxFileSize.
func (s encoder) encodeCSV(entries []domain.Entry) ([]byte, error) {
	var out bytes.Buffer
	rows := csv.NewWriter(&out)
	rows.UseCRLF = true // RFC 4180, section 2
	row := make([]string, len(columns))
	for i, c := range columns {
		row[i] = c.name
	}
	_ = rows.Write(row) // writing to memory does not fail
	for _, e := range entries {
		for i, c := range columns {
			row[i] = c.value(s, e).csv()
		}
		if _ = rows.Write(row); out.Len() > maxFileSize {
			return nil, errRangeTooLong
		}
	}
	rows.Flush()
	return out.Bytes(), nil
}
