package wire_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/wire"
)

type fuzzed struct {
	paging
	From     domain.Instant           `query:"from"`
	UserID   wire.Optional[domain.ID] `query:"userId"`
	Archived wire.Optional[bool]      `query:"archived"`
	GroupBy  wire.Optional[color]     `query:"group_by" enum:"red,blue"`
	Body     struct {
		entry
		Items  wire.Optional[[]item]         `json:"items" maxItems:"5"`
		Owner  wire.Clearable[person]        `json:"owner"`
		Change wire.Change[[][]placeOfEntry] `json:"change"`
	}
}

// FuzzRead holds for any request that Read does not panic, that it fails only
// in the ways it says, and that what it reports are clean, distinct problems
// of declared properties.
func FuzzRead(f *testing.F) {
	f.Add("limit=1&limit=2&user_id=x%zz", "application/json", "", []byte(`{`+`"projectId":null,"tag_ids":["x"]}`))
	f.Add("from="+instant, "", "identity", []byte(`{`+both2+
		`,"items":[{"id":1,"tagIds":[]}],"change":[[{"city":"x"}],[]]}`))
	f.Add("%zz&;=&&", "text/plain", "gzip", []byte("\xef\xbb\xbf{}"))
	f.Add("cursor=%00", "a/b+json; charset=utf-8", "", []byte(`{"a":{"a":1,"a":2}} `))
	f.Add("", "", "", []byte(strings.Repeat("[", 40)))
	f.Add("", "", "", []byte(`{"note":"\ud800","big":1e400,"seconds":-0.0}`))
	f.Fuzz(func(t *testing.T, query, contentType, encoding string, body []byte) {
		in, issues, err := wire.Read[fuzzed](query, contentType, encoding, body)
		if err != nil {
			checkError(t, err, issues)
		}
		if issues == nil {
			return
		}
		if err == nil && len(body) > 0 && !json.Valid(body) && strings.TrimSpace(string(body)) != "" {
			t.Errorf("%q was read", body)
		}
		checkFields(t, issues)
		if issues.IsClean("name") && in.Body.Name.Set &&
			(in.Body.Name.Value == "" || utf8.RuneCountInString(string(in.Body.Name.Value)) > 3) {
			t.Errorf("name %q is clean", in.Body.Name.Value)
		}
	})
}

const both2 = `"project_id":"` + anID + `","started_at":"` + instant + `"`

func checkError(t *testing.T, err error, issues *wire.Issues) {
	t.Helper()
	switch p := asProblem(t, err); p.Code {
	case problem.CodeUnsupportedMediaType, problem.CodeMalformedRequest:
		if issues != nil {
			t.Errorf("%v comes with issues", err)
		}
	case problem.CodeValidation:
		if last := p.Fields[len(p.Fields)-1]; last.Field != "" {
			t.Errorf("%v is not about the whole body", err)
		}
	default:
		t.Errorf("Read failed with %v", err)
	}
}

func checkFields(t *testing.T, issues *wire.Issues) {
	t.Helper()
	p := asProblem(t, issues.Err())
	if p == nil {
		return
	}
	seen := map[problem.Field]bool{}
	for _, f := range p.Fields {
		if seen[f] {
			t.Errorf("%v is reported twice", f)
		}
		seen[f] = true
		if strings.Trim(f.Field, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.[]") != "" {
			t.Errorf("the field %q was never declared", f.Field)
		}
		if _, known := problem.FieldCodes()[f.Code]; !known || f.Message == "" {
			t.Errorf("%v has no code or message", f)
		}
		if issues.IsClean(f.Field) {
			t.Errorf("%s has a problem and is clean", f.Field)
		}
	}
}
