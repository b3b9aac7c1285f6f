package timesheetpdf_test

import (
	"bytes"
	"testing"

	"stint/shared/locale"
	"stint/shared/timesheetpdf"
)

// The file says in which language it is, and does not claim a structure that it does not have.
func TestDocumentHasALanguage(t *testing.T) {
	t.Parallel()
	for _, l := range locale.Languages() {
		content := render(t, sample(), l, timesheetpdf.A4)
		if !bytes.Contains(content, []byte("/Lang ("+string(l)+")")) || !bytes.Contains(content, []byte("/Title (")) ||
			bytes.Contains(content, []byte("/MarkInfo")) {
			t.Errorf("%s: no language or title, or tags", l)
		}
	}
}
