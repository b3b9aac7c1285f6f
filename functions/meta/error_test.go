package meta_test

import (
	"fmt"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/page"
	"stint/shared/problem"
)

func TestEveryCodeIsExplained(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	for _, entry := range problem.Catalogue() {
		path := "/errors/" + string(entry.Code)
		got := api.Send(apitest.Request{Method: "GET", Path: path}).OK()
		if got["code"] != string(entry.Code) || got["status"] != float64(entry.Status) || got["meaning"] != entry.Meaning ||
			got["title"] == "" {
			t.Errorf("%s: %v", path, got)
		}
		if (got["field_codes"] != nil) != (entry.Code == problem.CodeValidation) ||
			(got["details"] != nil) != (entry.Code == problem.CodeForbidden) ||
			(got["reasons"] != nil) != (entry.Code == problem.CodeConflict || entry.Code == problem.CodeForbidden) {
			t.Errorf("%s: %v", path, got)
		}
	}
}

func TestFieldCodesAndDetailsAreExplained(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	validation := toJSON(t, api.Send(apitest.Request{Method: "GET", Path: "/errors/validation"}).OK()["field_codes"])
	for code, message := range problem.FieldCodes() {
		if want := toJSON(t, map[string]string{"code": string(code), "meaning": message}); !strings.Contains(validation,
			want) {
			t.Errorf("validation lacks %s", want)
		}
	}
	forbidden := toJSON(t, api.Send(apitest.Request{Method: "GET", Path: "/errors/forbidden"}).OK()["details"])
	for _, d := range problem.Details() {
		if want := toJSON(t, map[string]string{"code": string(d), "meaning": d.Meaning()}); !strings.Contains(forbidden,
			want) {
			t.Errorf("forbidden lacks %s", want)
		}
	}
}

// Programs and people find every reason of a conflict and of a forbidden on its page.
func TestReasonsAreExplained(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	want := map[string]map[string]string{"conflict": {},
		"forbidden": {"forbidden": "The request was refused before it reached the service."}}
	for _, r := range problem.Reasons() {
		want["conflict"][string(r.Reason)] = r.Meaning
	}
	for _, d := range problem.Details() {
		want["forbidden"][string(d)] = d.Meaning()
	}
	for code, reasons := range want {
		browser := api.Send(apitest.Request{Method: "GET", Path: "/errors/" + code,
			Header: map[string]string{"Accept": "text/html"}})
		listed := toJSON(t, api.Send(apitest.Request{Method: "GET", Path: "/errors/" + code}).OK()["reasons"])
		for reason, meaning := range reasons {
			if entry := toJSON(t, map[string]string{"code": reason, "meaning": meaning}); meaning == "" ||
				!strings.Contains(listed, entry) {
				t.Errorf("%s lacks %s", code, entry)
			}
			if row := fmt.Sprintf("<code>%s</code>", page.Breakable(reason)); !strings.Contains(string(browser.Body), row) {
				t.Errorf("the page of %s lacks %s", code, row)
			}
		}
	}
}

func TestErrorPage(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	for _, code := range []problem.Code{problem.CodeValidation, problem.CodeForbidden, problem.CodeNotFound} {
		answer := api.Send(apitest.Request{Method: "GET", Path: "/errors/" + string(code),
			Header: map[string]string{"Accept": "text/html,application/xhtml+xml;q=0.9"}})
		if answer.Status != 200 || answer.Header.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Fatalf("%s: %d %s", code, answer.Status, answer.Header.Get("Content-Type"))
		}
		entry, _ := problem.Lookup(code)
		for _, want := range []string{fmt.Sprintf("<h1><code>%s</code></h1>", page.Breakable(string(code))),
			fmt.Sprintf("HTTP %d", entry.Status), "../api/docs/errors#" + string(code)} {
			if !strings.Contains(string(answer.Body), want) {
				t.Errorf("%s: the page lacks %s", code, want)
			}
		}
		if answer.Header.Get("Content-Security-Policy") == "" {
			t.Errorf("%s: no policy", code)
		}
	}
}

func TestUnknownCode(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	for _, code := range []string{"nothing", "NOT_FOUND", "not_found%20", "%2e%2e", "a%2fb", "%00"} {
		api.Send(apitest.Request{Method: "GET", Path: "/errors/" + code}).Problem(404, "not_found")
	}
	answer := api.Send(apitest.Request{Method: "GET", Path: "/errors/%3Cscript%3E",
		Header: map[string]string{"Accept": "text/html"}})
	answer.Problem(404, "not_found")
	if strings.Contains(string(answer.Body), "script") {
		t.Error("the unknown code is repeated")
	}
}
