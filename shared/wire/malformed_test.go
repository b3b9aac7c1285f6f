package wire_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"stint/shared/problem"
	"stint/shared/wire"
)

func TestMalformedBody(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"cut off":                   `{"note":"x"`,
		"cut off in a list":         `{"tagIds":["x"`,
		"cut off behind a name":     `{"note"`,
		"trailing object":           `{"note":"x"}{}`,
		"trailing text":             `{} x`,
		"trailing NUL":              "{}\x00",
		"trailing comma":            `{"note":"x",}`,
		"single quotes":             `{'note':'x'}`,
		"no name":                   `{7:1}`,
		"comment":                   `{/**/}`,
		"NaN":                       `{"seconds":NaN}`,
		"leading zero":              `{"seconds":01}`,
		"plus":                      `{"seconds":+1}`,
		"byte order mark":           "\ufeff{}",
		"byte order mark alone":     "\ufeff",
		"no-break space":            "\u00a0",
		"invalid UTF-8":             "{\"note\":\"\xff\"}",
		"invalid UTF-8 in unknown":  "{\"nope\":[\"\xc3\x28\"]}",
		"invalid UTF-8 in a name":   "{\"\xff\":1}",
		"encoded surrogate":         "{\"note\":\"\xed\xa0\x80\"}",
		"lone surrogate":            `{"note":"\ud800"}`,
		"lone surrogate in unknown": `{"nope":"\udc00x"}`,
		"control character":         "{\"note\":\"a\nb\"}",
		"bad escape":                `{"note":"\x"}`,
		"repeated name":             `{"note":"x","note":"y"}`,
		"repeated name, escaped":    `{"note":"x","\u006eote":"y"}`,
		"repeated alias":            `{"tag_ids":[],"tag_ids":[]}`,
		"repeated unknown":          `{"nope":1,"nope":2}`,
		"repeated deep in unknown":  `{"nope":[{"a":{"b":1,"b":2}}]}`,
		"repeated in skipped item":  `{"tagIds":[1,2,3,{"a":1,"a":2}]}`,
		"repeated in wrong type":    `{"note":{"a":1,"a":2}}`,
		"not an object, broken":     `[1,]`,
		"two values":                `1 2`,
	} {
		t.Run(name, func(t *testing.T) {
			_, issues, err := wire.Read[entryIn]("", "application/json", "", []byte(body))
			wantCode(t, err, problem.CodeMalformedRequest)
			if issues != nil {
				t.Error("there are issues, too")
			}
		})
	}
}

func TestMalformedErrorsHideTheBody(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"hunter2":1,"hunter2":2}`, `{"a":hunter2}`, `{"hunter2":"\q"}`} {
		_, _, err := wire.Read[entryIn]("", "", "", []byte(body))
		wantCode(t, err, problem.CodeMalformedRequest)
		if p := asProblem(t, err); strings.Contains(p.Error()+p.Detail, "hunter2") || p.Detail == "" {
			t.Errorf("the problem reads %q", p.Error())
		}
	}
}

func TestDepth(t *testing.T) {
	t.Parallel()
	nest := func(levels int, open, close string) string { // the object around counts
		return `{"note":"x","nope":` + strings.Repeat(open, levels-1) + `1` + strings.Repeat(close, levels-1) + `}`
	}
	cases := map[string]struct {
		body string
		fine bool
	}{
		"32 lists":                     {nest(32, "[", "]"), true},
		"33 lists":                     {nest(33, "[", "]"), false},
		"32 objects":                   {nest(32, `{"a":`, "}"), true},
		"33 objects":                   {nest(33, `{"a":`, "}"), false},
		"many side by side":            {`{"nope":[` + strings.Repeat("[],{},", 100) + `[]]}`, true},
		"brackets in a string":         {`{"nope":"\"\\` + strings.Repeat("[", 100) + `"}`, true},
		"100,000 levels":               {nest(100000, "[", "]"), false},
		"100,000 levels, never closed": {strings.Repeat("[", 100000), false},
	}
	for name, c := range cases {
		_, _, err := wire.Read[patch]("", "", "", []byte(c.body))
		if c.fine && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !c.fine {
			wantCode(t, err, problem.CodeMalformedRequest)
		}
	}
}

func TestBodyStaysAsItWas(t *testing.T) {
	t.Parallel()
	body := []byte(`{"note":"x\u0041","tagIds":["a",{"b":[null,true]}],"nope":{"c":1.5}}`)
	before := bytes.Clone(body)
	if _, _, err := wire.Read[entryIn]("", "", "", body); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(body, before) {
		t.Errorf("Read changed the body to %s", body)
	}
}

func TestMediaTypes(t *testing.T) {
	t.Parallel()
	cases := []struct {
		contentType, encoding string
		fine                  bool
	}{
		{"", "", true},
		{" ", " ", true},
		{"application/json", "identity", true},
		{"Application/JSON; Charset=UTF-8", "Identity", true},
		{`application/json; charset="utf-8"; profile=x`, "", true},
		{"application/merge-patch+json", "", true},
		{"text/x+json;v=1", "", true},
		{"application/json; charset=latin1", "", false},
		{"application/json; charset=utf-16", "", false},
		{"application/json; charset", "", false},
		{"application/json, text/plain", "", false},
		{"application/jsonp", "", false},
		{"application/+json", "", false},
		{"text/json", "", false},
		{"text/plain", "", false},
		{"application/x-www-form-urlencoded", "", false},
		{";", "", false},
		{"application/json", "gzip", false},
		{"application/json", "identity, gzip", false},
		{"", "br", false},
	}
	for _, c := range cases {
		_, _, err := wire.Read[patch]("", c.contentType, c.encoding, []byte("{}"))
		if c.fine && err != nil {
			t.Errorf("%q %q: %v", c.contentType, c.encoding, err)
		}
		if c.fine {
			continue
		}
		wantCode(t, err, problem.CodeUnsupportedMediaType)
		for _, body := range []string{" ", "{"} {
			_, _, err = wire.Read[patch]("", c.contentType, c.encoding, []byte(body))
			wantCode(t, err, problem.CodeUnsupportedMediaType)
		}
		if _, _, err = wire.Read[patch]("", c.contentType, c.encoding, nil); err != nil {
			t.Errorf("%q %q without a body: %v", c.contentType, c.encoding, err)
		}
	}
}

// A request that takes no body has no known properties, so that all of a body is named.
func TestWithoutBodyFieldEverythingIsUnknown(t *testing.T) {
	t.Parallel()
	for body, want := range map[string][]string{"": nil, " ": nil, "{}": nil, `{"a":1,"b":{"c":2}}`: {"a", "b"}} {
		_, issues, err := wire.Read[struct{}]("", "", "", []byte(body))
		if err != nil || issues.Err() != nil || !slices.Equal(shown(issues), want) {
			t.Errorf("%s: unknown %v, %v and %v", body, issues.Unknown(), err, issues.Err())
		}
	}
	for _, c := range []struct{ contentType, body, code string }{
		{"text/plain", "{}", "unsupported_media_type"}, {"", "{", "malformed_request"}, {"", "[]", "validation"},
	} {
		if _, _, err := wire.Read[struct{}]("", c.contentType, "", []byte(c.body)); !problem.Is(err, problem.Code(c.code)) {
			t.Errorf("%s: %v, want %s", c.body, err, c.code)
		}
	}
	if _, issues, err := wire.ReadStrict[struct{}]("", "", "", []byte(`{"a":1}`)); err != nil || issues.Err() == nil {
		t.Errorf("strict: %v", err)
	}
}
