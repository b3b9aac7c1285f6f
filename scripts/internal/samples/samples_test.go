package samples

import (
	"go/format"
	"os"
	"slices"
	"strings"
	"testing"

	"stint/functions"
)

const sampleEvents = "../../../events"

func readRequests(t *testing.T) map[string]Request {
	t.Helper()
	all, err := Read(os.DirFS(sampleEvents))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestEveryOperationHasSamples(t *testing.T) {
	t.Parallel()
	all, operations := readRequests(t), 0
	for _, spec := range functions.Routes() {
		if spec.LocalOnly || isForBrowsers(spec.Path) {
			continue
		}
		operations++
		if r, ok := all[spec.ID]; !ok || r.Method != spec.Method {
			t.Errorf("%s has no sample", spec.ID)
		}
	}
	if operations != len(all) {
		t.Errorf("%d requests for %d operations", len(all), operations)
	}
}

func TestSamplesAreInAFixedOrder(t *testing.T) {
	t.Parallel()
	var languages, labels []string
	for _, s := range For(Request{Method: "GET", Path: "/api/health"}) {
		languages, labels = append(languages, s.Language), append(labels, s.Label)
	}
	if !slices.Equal(languages, []string{"sh", "js", "python", "go"}) ||
		!slices.Equal(labels, []string{"curl", "JavaScript", "Python", "Go"}) {
		t.Errorf("%v, %v", languages, labels)
	}
}

func TestGoSamplesAreFormatted(t *testing.T) {
	t.Parallel()
	for id, r := range readRequests(t) {
		code := golang(r)
		if formatted, err := format.Source([]byte(code)); err != nil || string(formatted) != code {
			t.Errorf("%s: %v\n%s", id, err, formatted)
		}
	}
}

func TestQuotesInABodyAreEscaped(t *testing.T) {
	t.Parallel()
	r := Request{Method: "POST", Path: "/x", Body: `{"name": "Ada's ` + "`x`" + `", "isActive": true, "color": null}`}
	for i, want := range []string{
		`-d '{"name": "Ada'\''s ` + "`x`" + `", "isActive": true, "color": null}'`,
		`JSON.stringify({ name: "Ada's ` + "`x`" + `", isActive: true, color: null })`,
		`json.dumps({"name": "Ada's ` + "`x`" + `", "isActive": True, "color": None})`,
		`strings.NewReader("{\"name\": \"Ada's ` + "`x`" + `\", \"isActive\": true, \"color\": null}")`,
	} {
		if s := For(r)[i]; !strings.Contains(s.Code, want) {
			t.Errorf("%s lacks %s:\n%s", s.Label, want, s.Code)
		}
	}
}

func TestAFileIsSaved(t *testing.T) {
	t.Parallel()
	for _, s := range For(Request{Method: "GET", Path: "/x", File: "timesheet.pdf"}) {
		if !strings.Contains(s.Code, "timesheet.pdf") {
			t.Errorf("%s:\n%s", s.Label, s.Code)
		}
	}
}

func TestNameOfAFile(t *testing.T) {
	t.Parallel()
	for disposition, want := range map[string]string{
		`attachment; filename="timesheet_2026-05-04.pdf"`:                       "timesheet_2026-05-04.pdf",
		`attachment; filename="a-b.pdf"; filename*=UTF-8''Timesheet%20Olga.pdf`: "a-b.pdf",
		`attachment; filename=a.xlsx`:                                           "a.xlsx",
		`attachment; filename="two words.pdf"`:                                  "answer",
		`attachment; filename="-rf"`:                                            "answer",
		`attachment; filename="$(ls)"`:                                          "answer",
		``:                                                                      "answer",
	} {
		if got := fileName(disposition); got != want {
			t.Errorf("%s: %s, want %s", disposition, got, want)
		}
	}
}
