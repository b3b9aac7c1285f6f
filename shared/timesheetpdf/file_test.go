package timesheetpdf_test

import (
	"mime"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"

	"stint/shared/locale"
	"stint/shared/timesheetpdf"
)

// The name of the file is well-formed for every person (RFC 8187), and not too long.
func TestNameOfTheFile(t *testing.T) {
	t.Parallel()
	for person, want := range map[string]string{
		"A=b@c;d,e'(f)*g%h":           "UTF-8''Timesheet%20A%3Db%40c%3Bd%2Ce%27%28f%29-g%25h%202026-06-01_2026-06-07.pdf",
		"a:b/c":                       "UTF-8''Timesheet%20a-b-c%202026-06-01_2026-06-07.pdf",
		strings.Repeat("\u00e9", 255): "",
	} {
		d := sample()
		d.Person = person
		file, err := d.File(formatter(locale.English), timesheetpdf.A4, fits)
		if err != nil {
			t.Fatal(err)
		}
		response := httptest.NewRecorder()
		file.Respond(response)
		header := response.Header().Get("Content-Disposition")
		if !strings.HasSuffix(header, "filename*="+want) && want != "" {
			t.Errorf("%s, want %s", header, want)
		}
		if _, params, err := mime.ParseMediaType(header); err != nil || params["filename"] == "" {
			t.Errorf("%s: %v", header, err)
		}
		if len(file.Name) > 150 || !utf8.ValidString(file.Name) ||
			!strings.HasSuffix(file.Name, " 2026-06-01_2026-06-07.pdf") {
			t.Errorf("%d bytes: %s", len(file.Name), file.Name)
		}
	}
}
