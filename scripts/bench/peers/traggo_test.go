package peers

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
)

// traggoStandIn answers as traggo does, and notes what it was asked.
type traggoStandIn struct {
	mu     sync.Mutex
	got    []string // who and what
	failed bool     // answer an error, with 200
}

func (g *traggoStandIn) answer(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Query     string
		Variables object
	}
	body, _ := io.ReadAll(r.Body)
	if err := json.Unmarshal(body, &in); err != nil || r.URL.Path != "/graphql" {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	who := strings.TrimPrefix(r.Header.Get("Authorization"), "traggo ")
	g.got = append(g.got, fmt.Sprint(who, ": ", strings.Join(strings.Fields(in.Query), " ")))
	switch name, _ := in.Variables["name"].(string); {
	case g.failed:
		_, _ = io.WriteString(w, `{"errors":[{"message":"permission denied"}],"data":null}`)
	case strings.Contains(in.Query, "login("):
		fmt.Fprintf(w, `{"data":{"login":{"token":"token of %s"}}}`, name)
	default:
		_, _ = io.WriteString(w, `{"data":{"started":{"id":1234567}}}`)
	}
}

// has reports whether somebody asked for something.
func (g *traggoStandIn) has(who, text string) bool {
	return slices.ContainsFunc(g.got, func(one string) bool {
		return strings.HasPrefix(one, who+": ") && strings.Contains(one, text)
	})
}

func TestTraggo(t *testing.T) {
	t.Parallel()
	g := new(traggoStandIn)
	s := newSession(t, g.answer)
	var err error
	if s.Token, err = (traggo{}).SignIn(t.Context(), s.API, 3); err != nil || s.Token != "token of person3" {
		t.Fatal(s.Token, err)
	}
	if !g.has("token of admin", "createUser(name: $name") || !g.has(s.Token, `createTag(key: "project"`) {
		t.Errorf("got %q", g.got)
	}
	if err := (traggo{}).Track(t.Context(), s, twoEntries()); err != nil {
		t.Fatal(err)
	}
	sendAll(t, traggo{}, s)
	for _, want := range []string{
		`e0: createTimeSpan(start: "2026-06-17T09:00:00Z", end: "2026-06-17T10:00:00Z", tags: [{key: "project", ` +
			`value: "project-7"}], note: "Say \"x\"") { id } e1: createTimeSpan(`,
		"pageSize: 50", "fromInclusive: $from", `suggestTagValue(key: "project", query: "7")`, "stats(ranges: ",
		"started: createTimeSpan(start: ", "stopTimeSpan(id: 1234567, end: ",
	} {
		if !g.has(s.Token, want) {
			t.Errorf("nothing asked for %s: %q", want, g.got)
		}
	}
}

// traggo answers 200 also where it refuses.
func TestTraggoRefuses(t *testing.T) {
	t.Parallel()
	s := newSession(t, (&traggoStandIn{failed: true}).answer)
	if _, err := (traggo{}).SignIn(t.Context(), s.API, 0); err == nil {
		t.Error("signed in")
	}
	if err := (traggo{}).Track(t.Context(), s, twoEntries()); err == nil || !strings.Contains(err.Error(), "permission") {
		t.Errorf("error %v", err)
	}
	for name, send := range (traggo{}).Requests() {
		if err := send(t.Context(), s, Entry{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
