package timesheetpdf_test

import (
	"bytes"
	"testing"

	"stint/shared/locale"
	"stint/shared/timesheetpdf"
)

// The file says in which language it is, to readers of its properties and of its metadata.
func TestDocumentHasALanguage(t *testing.T) {
	t.Parallel()
	for _, l := range locale.Languages() {
		content := render(t, sample(), l, timesheetpdf.A4)
		if !bytes.Contains(content, []byte("/Lang ("+string(l)+")")) || !bytes.Contains(content, []byte("/Title (")) ||
			!bytes.Contains(content, []byte("<rdf:li>"+string(l)+"</rdf:li>")) {
			t.Errorf("%s: no language or title", l)
		}
	}
}
