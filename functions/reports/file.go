package reports

import (
	"fmt"
	"net/http"

	"stint/shared/domain/timelog"
	"stint/shared/lambdahttp"
	"stint/shared/route"
	"stint/shared/store"
)

// format is the file format of an export. It is also the extension of the file's name.
type format string

const (
	formatCSV  format = "csv"
	formatXLSX format = "xlsx"
)

// The media types of the formats.
const (
	typeCSV  = "text/csv"
	typeXLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

// file is an export, or a part of one.
type file struct {
	format  format
	content []byte
	next    store.Cursor // of the next part; "" is none
	link    string       // the address of the next part
}

// encode makes the file of the entries. Errors: errRangeTooLong for a file that is too
// large.
func (s encoder) encode(f format, entries []timelog.Entry) (file, error) {
	encode := s.encodeCSV
	if f == formatXLSX {
		encode = s.encodeXLSX
	}
	content, err := encode(entries)
	if err == nil && (len(content) > maxFileSize || !lambdahttp.Fits(content)) {
		err = errRangeTooLong
	}
	return file{format: f, content: content}, err
}

// Respond sends the file.
func (f file) Respond(w http.ResponseWriter) {
	mediaType := typeCSV + "; charset=utf-8"
	if f.format == formatXLSX {
		mediaType = typeXLSX
	}
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="stint-entries.%s"`, f.format))
	if f.next != "" {
		w.Header().Set("Link", "<"+f.link+`>; rel="next"`)
		w.Header().Set("Stint-Next-Cursor", string(f.next))
	}
	_, _ = w.Write(f.content)
}

// Variants says that the response is CSV or a workbook.
func (file) Variants() []route.Variant {
	return []route.Variant{{Status: http.StatusOK, MediaType: typeCSV}, {Status: http.StatusOK, MediaType: typeXLSX}}
}
