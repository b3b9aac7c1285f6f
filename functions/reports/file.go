package reports

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"stint/shared/lambdahttp"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/summing"
	"stint/shared/wire"
)

// fileInput is the part of the input that says which file is wanted.
type fileInput struct {
	Format wire.Optional[format] `query:"format" enum:"csv,xlsx"` // Without it, an export is CSV and a summary JSON.
	// Whether a CSV file begins with a byte-order mark, by which spreadsheets recognise UTF-8. Default false.
	BOM wire.Optional[bool] `query:"bom"`
	// Whether the answer may have up to 50 MB, where the deployment streams answers. Default false.
	Stream wire.Optional[bool] `query:"stream"`
}

// maxFileSize is the largest answer that is not streamed, in bytes.
const maxFileSize = 5_000_000

// sizeLimit is the largest answer to a request, in bytes.
func (in fileInput) sizeLimit(ctx context.Context) int {
	if in.Stream.Value && lambdahttp.Streams(ctx) {
		return lambdahttp.MaxStreamedBytes
	}
	return maxFileSize
}

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

// The names of files, without extension.
const (
	entriesFile = "stint-entries"
	summaryFile = "stint-summary"
)

// file is an export, or a part of one, or a summary.
type file struct {
	name    string // without extension
	format  format
	content []byte
	next    store.Cursor // of the next part; "" is none
	link    string       // the address of the next part
}

// encode makes the file of a table. Errors: summing.ErrRangeTooLong for a file that is too large.
func (in fileInput) encode(ctx context.Context, t table) (file, error) {
	made, limit := file{name: t.file, format: in.Format.Or(formatCSV)}, in.sizeLimit(ctx)
	encode := t.encodeCSV
	if made.format == formatXLSX {
		encode = t.encodeXLSX
	}
	content, err := encode(limit)
	made.content = withBOM(content, in.BOM.Value && made.format == formatCSV)
	if err == nil && !made.fits(limit) {
		err = summing.ErrRangeTooLong
	}
	return made, err
}

// fits reports whether a response may have the file. One that is not streamed is also bound by its form as JSON.
func (f file) fits(limit int) bool {
	return len(f.content) <= limit && (limit > maxFileSize || lambdahttp.Fits(f.content))
}

// byteOrderMark begins a text by which spreadsheets know that it is UTF-8.
const byteOrderMark = "\uFEFF"

func withBOM(content []byte, bom bool) []byte {
	if !bom {
		return content
	}
	return slices.Concat([]byte(byteOrderMark), content)
}

// Respond sends the file.
func (f file) Respond(w http.ResponseWriter) {
	mediaType := typeCSV + "; charset=utf-8"
	if f.format == formatXLSX {
		mediaType = typeXLSX
	}
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.%s"`, f.name, f.format))
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

// table is what a file shows, in every format.
type table struct {
	file      string // its name, without extension
	worksheet string // the name of the only sheet of a workbook
	columns   []heading
	rows      int
	row       func(n int) []cell
	total     []cell // the last row of a workbook
}

// heading is the head of a column.
type heading struct {
	name  string
	width float64 // in a workbook, in characters
}
