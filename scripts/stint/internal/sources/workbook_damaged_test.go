package sources_test

import (
	"archive/zip"
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"stint/scripts/stint/internal/timefile"
	"stint/scripts/stint/internal/timefile/filetest"
)

// TestDamagedWorkbooks changes bytes in the parts of a workbook. A reader does not panic, and ends.
func TestDamagedWorkbooks(t *testing.T) {
	t.Parallel()
	book := excelize.NewFile()
	addWorksheet(t, book, "Sheet1", []any{"date", "hours", "project"},
		[]any{styled{46_083, "yyyy-mm-dd"}, styled{0.5, "h:mm"}, "Engine"})
	whole := bytesOf(t, book)
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		damaged := damage(t, whole, random)
		for row, err := range source(t, "csv").Read(filetest.Content(damaged), timefile.Options{}) {
			if err == nil {
				filetest.CheckRow(t, row, true)
			}
		}
	}
}

// signs replace bytes of XML.
const signs = "<>/\"=0-9aZ \x00\xff"

// damage changes some bytes of one part of a workbook.
func damage(t *testing.T, whole string, random *rand.Rand) string {
	t.Helper()
	in, err := zip.NewReader(strings.NewReader(whole), int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	chosen := random.IntN(len(in.File))
	for i, file := range in.File {
		part, err := in.Open(file.Name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(part)
		if err != nil {
			t.Fatal(err)
		}
		if i == chosen {
			for range 1 + random.IntN(4) {
				text[random.IntN(len(text))] = signs[random.IntN(len(signs))]
			}
			text = text[:len(text)-random.IntN(len(text))/4]
		}
		to, err := w.Create(file.Name)
		if err == nil {
			_, err = to.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
