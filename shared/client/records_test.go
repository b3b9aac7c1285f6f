package client_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"stint/internal/apitest"
	"stint/shared/client"
	"stint/shared/client/api"
)

// clientOf makes a client of a service that runs in the test, with a new key of a user.
func clientOf(t *testing.T, u *apitest.User) *client.Client {
	t.Helper()
	server := httptest.NewServer(u.Handler)
	t.Cleanup(server.Close)
	key, _ := u.Post("/api/me/workspaces/"+u.WorkspaceID+"/api-keys",
		map[string]any{"name": "program"}).OK()["token"].(string)
	c, err := client.New(server.URL, key)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A list below a record is asked for with the id of the record.
func TestBelow(t *testing.T) {
	t.Parallel()
	project, limit, unreachable := uuid.New(), new(int64(3)), &client.UnreachableError{Err: errors.New("no service")}
	list := func(_ context.Context, id uuid.UUID, p *api.TasksListParams,
		editors ...api.RequestEditorFn) (*api.TasksListResponse, error) {
		if id != project || p.Limit != limit || len(editors) != 1 {
			t.Errorf("the tasks of %s, want those of %s; %v, %d editors", id, project, p, len(editors))
		}
		return nil, unreachable
	}
	n := 0
	for _, err := range client.All(t.Context(), client.Below(list, project), &api.TasksListParams{Limit: limit}) {
		if n++; !errors.Is(err, unreachable) {
			t.Errorf("%v, want %v", err, unreachable)
		}
	}
	if n != 1 {
		t.Errorf("%d errors", n)
	}
}

// A list has the largest pages, unless the caller says how large they are.
func TestPagesAreLarge(t *testing.T) {
	t.Parallel()
	var queries []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		queries = append(queries, r.URL.RawQuery)
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprint(w, `{"items":[]}`)
	}))
	defer server.Close()
	c, err := client.New(server.URL, "key")
	if err != nil {
		t.Fatal(err)
	}
	for _, params := range []*api.TagsListParams{nil, {}, {Limit: new(int64(3))}} {
		if all, err := client.Collect(client.All(t.Context(), c.TagsListWithResponse, params)); err != nil || all != nil {
			t.Errorf("%v, %v", all, err)
		}
	}
	if got := strings.Join(queries, " "); got != "limit=200 limit=200 limit=3" {
		t.Error(got)
	}
}

// The client speaks to the service itself: it creates, lists page by page, and is refused.
func TestAgainstTheService(t *testing.T) {
	t.Parallel()
	c, ctx := clientOf(t, apitest.New(t).Register("ada")), t.Context()
	var want []string
	for i := range 7 {
		name := fmt.Sprintf("tag %d", i)
		if _, err := client.Get(c.TagsCreateWithResponse(ctx, api.TagCreateRequest{Name: name})); err != nil {
			t.Fatal(err)
		}
		want = append(want, name)
	}
	var got []string
	for record, err := range client.Records(ctx, c.TagsListWithResponse, &api.TagsListParams{Limit: new(int64(3))}) {
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(record.Raw), record.Value.Id.String()) {
			t.Errorf("%s is not the record %v", record.Raw, record.Value)
		}
		got = append(got, record.Value.Name)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
	_, err := client.Get(c.TagsCreateWithResponse(ctx, api.TagCreateRequest{Name: "tag 1"}))
	if p := (*client.Problem)(nil); !asProblem(err, &p) || p.Status != 422 || p.CorrelationID == "" ||
		p.Errors[0].Code != "duplicate_value" {
		t.Errorf("%#v", err)
	}
}

// A record whose answer is lost is created once, and the caller gets it.
func TestLostAnswerCreatesOnce(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	server := httptest.NewServer(owner.Handler)
	t.Cleanup(server.Close)
	key, _ := owner.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys",
		map[string]any{"name": "program"}).OK()["token"].(string)
	answers := 0
	lossy := transport(func(r *http.Request) (*http.Response, error) {
		got, err := http.DefaultTransport.RoundTrip(r)
		if answers++; err == nil && answers == 1 {
			return nil, errors.Join(errLost, got.Body.Close())
		}
		return got, err
	})
	c, err := client.New(server.URL, key, client.WithHTTPClient(&http.Client{Transport: lossy}), client.WithPauses(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	entry, err := client.Get(c.EntriesCreateWithResponse(t.Context(), api.EntryCreateRequest{
		StartedAt: owner.Clock.Now().Add(-time.Hour), StoppedAt: owner.Clock.Now(),
	}))
	if err != nil {
		t.Fatal(err)
	}
	if all := owner.Get("/api/entries").Items(); len(all) != 1 || all[0]["id"] != entry.Id.String() || answers != 2 {
		t.Errorf("%d answers, %v, want the one entry %s", answers, all, entry.Id)
	}
}

// A list ends where its reader ends, with an error, and nothing is read ahead.
func TestListsEnd(t *testing.T) {
	t.Parallel()
	requests := 0
	c := newClient(t, func(r *http.Request) (*http.Response, error) {
		requests++
		if r.URL.Query().Get("cursor") == "c1" {
			return answer(403, `{"type":"/errors/forbidden","detail":"no"}`), nil
		}
		return answer(200, `{"items":[`+tag+`,`+tag+`],"next_cursor":"c1"}`), nil
	})
	read := 0
	for record, err := range client.All(t.Context(), c.TagsListWithResponse, nil) {
		if read++; err != nil || record.Name != "remote" {
			t.Fatal(record, err)
		}
		if read == 2 {
			break
		}
	}
	if requests != 1 {
		t.Errorf("%d requests for one page", requests)
	}
	var last error
	for _, err := range client.All(t.Context(), c.TagsListWithResponse, nil) {
		last = err
	}
	if p := (*client.Problem)(nil); !asProblem(last, &p) || p.Code != "forbidden" {
		t.Error(last)
	}
}

// Properties that a later service adds are in what it sent.
func TestRawRecords(t *testing.T) {
	t.Parallel()
	c := newClient(t, func(*http.Request) (*http.Response, error) { return answer(200, tag), nil })
	got, err := client.GetRecord(c.TagsCreateWithResponse(t.Context(), api.TagCreateRequest{Name: "remote"}))
	if err != nil || string(got.Raw) != tag || got.Value.Name != "remote" {
		t.Error(string(got.Raw), got.Value, err)
	}
}

func TestFollow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pages := map[string]string{
			"":  `{"items":[{"type":"tag","id":"0190a0a0-0000-7000-8000-000000000001","revision":"1"}],"next_cursor":"a","has_more":true}`,
			"a": `{"items":[],"next_cursor":"b","has_more":false}`,
			"b": `{"items":[{"type":"tag","id":"0190a0a0-0000-7000-8000-000000000001","revision":"2"}],"next_cursor":"c","has_more":false}`,
		}
		c := newClient(t, func(r *http.Request) (*http.Response, error) {
			query := r.URL.Query()
			if (query.Get("cursor") == "") != query.Has("since") || query.Get("types") != "tag" {
				t.Errorf("query %v", query)
			}
			return answer(200, pages[query.Get("cursor")]), nil
		})
		ctx, cancel := context.WithCancel(t.Context())
		began, now := time.Now(), time.Now()
		var revisions []string
		for change, err := range client.Follow(ctx, c, api.ChangesListParams{Since: &now,
			Types: []api.ChangesListParamsTypes{"tag"}}, 2*time.Second) {
			if err != nil {
				break
			}
			revisions = append(revisions, change.Value.Revision)
			if len(revisions) == 2 {
				cancel()
			}
		}
		cancel()
		if fmt.Sprint(revisions) != "[1 2]" || time.Since(began) != 2*time.Second {
			t.Errorf("%v after %v", revisions, time.Since(began))
		}
	})
}
