package functions_test

import (
	"slices"
	"strings"
	"testing"

	"stint/functions"
	"stint/internal/apitest"
	"stint/shared/route"
)

var strictly = map[string]string{"Prefer": "respond-async, Handling = STRICT"}

// mayHaveJSON reports whether unknown properties of a body are found on a route, also on
// one that takes no body.
func mayHaveJSON(spec route.Spec) bool {
	return spec.Method != "GET" && !takesForm(spec) && !spec.TakesFile()
}

// sendUnknown sends a request with an unknown query parameter, and an unknown property
// where the request may have a body.
func (w *world) sendUnknown(t *testing.T, spec route.Spec, header map[string]string) *apitest.Answer {
	t.Helper()
	r := apitest.Request{Method: spec.Method, Path: w.pathOf(t, spec, nil), Bearer: w.bearerFor(spec),
		Header: map[string]string{}}
	switch {
	case takesForm(spec):
		r = apitest.Form(r.Path, "zzForm", "1")
	case spec.TakesFile():
		r.Body, r.Header["Content-Type"] = apitest.LogoSVG, "image/svg+xml"
	case mayHaveJSON(spec):
		r.Body = `{"zzBody":1}`
	}
	for name, value := range header {
		r.Header[name] = value
	}
	r.Path += "?zzQuery=1"
	return w.Send(r)
}

// withoutRecord are routes whose path names a record that the world does not have.
var withoutRecord = []string{"account.unlink", "invitations.accept", "invitations.decline"}

// In strict handling, no route takes an unknown name.
func TestEveryRouteRefusesUnknownNamesInStrictHandling(t *testing.T) {
	w, document := newWorld(t), documentOnce()
	for _, spec := range functions.Routes() {
		answer := w.sendUnknown(t, spec, strictly)
		checkDocumented(t, document, spec, answer)
		if answer.Header.Get("Preference-Applied") != "handling=strict" || answer.Header.Get("Stint-Ignored") != "" {
			t.Errorf("%s: headers %v", spec.ID, answer.Header)
		}
		if slices.Contains(withoutRecord, spec.ID) || spec.OwnProtocol {
			continue
		}
		if answer.Status != 422 {
			t.Errorf("%s: %d, want 422\n%s", spec.ID, answer.Status, answer.Body)
		}
		if answer.Status != 422 || spec.Op.ShowsPages() {
			continue
		}
		var unknown []string
		for _, e := range answer.JSON()["errors"].([]any) {
			if field := e.(object); field["code"] == "unknown_property" {
				unknown = append(unknown, field["field"].(string))
			}
		}
		want := []string{"zzQuery"}
		if mayHaveJSON(spec) {
			want = append(want, "zzBody")
		}
		if !slices.Equal(unknown, want) {
			t.Errorf("%s: unknown %q, want %q", spec.ID, unknown, want)
		}
	}
}

// A successful answer names the unknown query parameter, and no other answer does.
func TestEveryRouteNamesWhatItIgnores(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	named := 0
	for _, spec := range harmlessFirst(functions.Routes()) {
		if spec.OwnProtocol {
			continue // OAuth ignores unknown parameters
		}
		answer := w.sendUnknown(t, spec, nil)
		ignored := answer.Header.Get("Stint-Ignored")
		if answer.Status >= 400 {
			if ignored != "" {
				t.Errorf("%s: %d with Stint-Ignored: %s", spec.ID, answer.Status, ignored)
			}
			continue
		}
		named++
		want := "zzQuery"
		if mayHaveJSON(spec) {
			want += ", zzBody"
		}
		if ignored != want || strings.Contains(answer.Header.Get("Preference-Applied"), "strict") {
			t.Errorf("%s: Stint-Ignored: %q, want %q", spec.ID, ignored, want)
		}
	}
	if named < 60 {
		t.Errorf("only %d routes answered", named)
	}
}

// A query parameter that stands in the body is an unknown property: who sends dryRun there gets a write, and is told.
func TestAQueryParameterInTheBodyIsNamed(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	hour := object{"startedAt": "2026-06-17T09:00:00Z", "stoppedAt": "2026-06-17T10:00:00Z"}
	entry := owner.Post("/api/entries", hour).ID()
	timer := owner.Post("/api/timers/start", object{}).ID()
	for _, c := range []struct {
		method, path string
		body         object
		want         string
	}{
		{"PATCH", "/api/entries/" + entry + "?user_id=" + owner.ID, object{"userId": owner.ID, "user_id": owner.ID},
			"userId, user_id"},
		{"POST", "/api/timers/" + timer + "/stop?userId=" + owner.ID, object{"dryRun": true}, "dryRun"},
		{"POST", "/api/timers/start", object{"dryRun": true, "dry_run": true}, "dryRun, dry_run"},
		{"DELETE", "/api/entries/" + entry + "?dryRun=false", object{"dryRun": true}, "dryRun"},
	} {
		answer := owner.Do(c.method, c.path, c.body)
		if got := answer.Header.Get("Stint-Ignored"); answer.Status != 200 || got != c.want {
			t.Errorf("%s %s: %d, Stint-Ignored: %q, want %q", c.method, c.path, answer.Status, got, c.want)
		}
	}
}

// A body that is not read never fails a request, unless strict handling finds unknown
// properties in it.
func TestBodiesOfRoutesThatTakeNone(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	for _, body := range []string{"{broken", "[1]", "null", `{"zz":1,"zz":2}`, "{}", ""} {
		for _, request := range []apitest.Request{
			{Method: "DELETE", Path: "/api/tags/" + owner.Post("/api/tags", object{"name": "tag"}).ID(), Header: strictly},
			{Method: "POST", Path: "/api/auth/logout", Header: strictly},
		} {
			request.Body, request.Bearer = body, owner.Token
			if request.Path == "/api/auth/logout" {
				request.Bearer = ""
			}
			if answer := api.Send(request); answer.Status != 200 || answer.Header.Get("Stint-Ignored") != "" {
				t.Errorf("%s with %q: %d %v", request.Path, body, answer.Status, answer.Header)
			}
		}
	}
}
