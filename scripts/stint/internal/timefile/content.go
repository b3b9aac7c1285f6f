package timefile

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// magicZip begins every ZIP file, and so every workbook.
var magicZip = []byte("PK\x03\x04")

// notRead are the first bytes of files that are no table, with what to do.
var notRead = []struct{ head, advice string }{
	{"\x1f\x8b", "the file is packed with gzip: unpack it first"},
	{"\xd0\xcf\x11\xe0", "the file is an old workbook (.xls), or one with a password: save it as .xlsx without a " +
		"password, or as CSV"},
	{"%PDF", "the file is a PDF: export CSV or a workbook (.xlsx)"},
	{"<", "the file is HTML or XML: export CSV or a workbook (.xlsx)"},
}

// startsWith reports whether a file begins with bytes.
func startsWith(f File, magic []byte) bool {
	head := make([]byte, len(magic))
	n, _ := f.ReadAt(head, 0)
	return bytes.Equal(head[:n], magic)
}

// IsZip reports whether a file is a ZIP file, and no workbook.
func IsZip(f File) bool { return startsWith(f, magicZip) && !isWorkbook(f) }

// isWorkbook reports whether a file is a workbook of Excel (.xlsx).
func isWorkbook(f File) bool { return slices.Contains(zipNames(f), "xl/workbook.xml") }

// zipFiles are the files in a ZIP file; none if it cannot be read.
func zipFiles(f File) []*zip.File {
	if !startsWith(f, magicZip) {
		return nil
	}
	archive, err := zip.NewReader(f, f.Size())
	if err != nil {
		return nil
	}
	return archive.File
}

func zipNames(f File) (names []string) {
	for _, file := range zipFiles(f) {
		names = append(names, file.Name)
	}
	return names
}

// unpacked is how large the files in a ZIP file are, in bytes, as its directory says. Unpacking
// fails for a file that is larger.
func unpacked(f File) (size uint64) {
	for _, file := range zipFiles(f) {
		size += min(file.UncompressedSize64, maxUnpacked+1)
	}
	return size
}

// OpenTable opens a CSV file or a workbook. Its header is the first line that one of the layouts
// fits, of the first maxTitleLines. Errors: errEmpty, those of reading, a file that is no table.
func OpenTable(f File, o Options, layouts ...Layout) (Table, error) {
	if isWorkbook(f) {
		return openWorkbook(f, o.known, layouts)
	}
	if IsZip(f) {
		return nil, zipError(f)
	}
	for _, kind := range notRead {
		if startsWith(f, []byte(kind.head)) {
			return nil, errors.New(kind.advice)
		}
	}
	return openCSV(openFile(f), o.known, layouts...)
}

// ZipTables are the names of the tables in a ZIP file.
func ZipTables(f File) (tables []string) {
	for _, name := range zipNames(f) {
		if ext := strings.ToLower(path.Ext(name)); ext == ".csv" || ext == ".xlsx" {
			tables = append(tables, name)
		}
	}
	return tables
}

// zipError says what to do with a ZIP file.
func zipError(f File) error {
	names := zipNames(f)
	tables := ZipTables(f)
	switch {
	case len(names) == 0:
		return errors.New("the file is a ZIP file or a workbook that is damaged: get it again")
	case len(tables) > 0:
		return fmt.Errorf("the file is a ZIP file: unpack it, and name the files that have time entries, such as %q",
			tables[0])
	case slices.Contains(names, "content.xml"):
		return errors.New("the file is a workbook of OpenDocument (.ods): save it as .xlsx or CSV")
	}
	return errors.New("the file is a ZIP file without CSV files and workbooks: export CSV or a workbook (.xlsx)")
}
