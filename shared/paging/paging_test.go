package paging_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"stint/shared/auth"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
)

// Family lists numbers and keeps what it was asked for.
type Family struct {
	page store.PageRequest
}

type input struct{ paging.Query }

func (f *Family) list(_ context.Context, r *route.Request, in input) (route.List[string], error) {
	f.page = in.Page(r)
	return paging.ToList(store.Page[int]{Items: []int{1, 2}, Next: "more"}, nil, strconv.Itoa)
}

func requestPage(t *testing.T, query string) (page store.PageRequest, status int, body string) {
	t.Helper()
	f := &Family{}
	spec := route.Spec{ID: "numbers.list", Method: "GET", Path: "/numbers", Credential: auth.Public,
		Permission: auth.Everyone, Summary: "s", Op: route.OpWithInput((*Family).list)}
	w := httptest.NewRecorder()
	server := &route.Server{Now: time.Now, MaxBody: 1}
	server.Handler(f, []route.Spec{spec}).ServeHTTP(w, httptest.NewRequest("GET", "/numbers"+query, nil))
	return f.page, w.Code, w.Body.String()
}

func TestPage(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]struct {
		limit  int
		cursor store.Cursor
	}{
		"":                                     {50, ""},
		"?limit=1":                             {1, ""},
		"?limit=200&cursor=abc":                {200, "abc"},
		"?cursor=" + strings.Repeat("c", 2000): {50, store.Cursor(strings.Repeat("c", 2000))},
	} {
		page, status, _ := requestPage(t, query)
		if status != 200 || page.Limit != want.limit || page.Cursor != want.cursor || page.Scope == "" {
			t.Errorf("%.40s: %d %+v, want %+v", query, status, page, want)
		}
	}
}

func TestInvalidPageParameters(t *testing.T) {
	t.Parallel()
	for query, code := range map[string]problem.FieldCode{
		"?limit=0": problem.MinValue, "?limit=-1": problem.MinValue, "?limit=201": problem.MaxValue,
		"?limit=2147483648": problem.MaxValue, "?limit=x": problem.TypeInvalid, "?limit=": problem.TypeInvalid,
		"?limit=1.0": problem.TypeInvalid, "?limit=1&limit=2": problem.DuplicateValue,
		"?cursor=" + strings.Repeat("c", 2001): problem.MaxLength,
	} {
		if _, status, body := requestPage(t, query); status != 422 || !strings.Contains(body, `"code":"`+string(code)+`"`) {
			t.Errorf("%.40s: %d %s, want %s", query, status, body, code)
		}
	}
}

func TestToList(t *testing.T) {
	t.Parallel()
	next := "more"
	for _, c := range []struct {
		name string
		page store.Page[int]
		want route.List[string]
	}{
		{"in the middle", store.Page[int]{Items: []int{3, 1}, Next: "more"},
			route.List[string]{Items: []string{"3", "1"}, NextCursor: &next}},
		{"at the end", store.Page[int]{Items: []int{7}}, route.List[string]{Items: []string{"7"}}},
		{"nothing", store.Page[int]{}, route.List[string]{Items: []string{}}},
		{"an empty page before the end", store.Page[int]{Next: "more"},
			route.List[string]{Items: []string{}, NextCursor: &next}},
	} {
		got, err := paging.ToList(c.page, nil, strconv.Itoa)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
	}
	_, _, body := requestPage(t, "")
	if body != `{"items":["1","2"],"next_cursor":"more"}` {
		t.Errorf("on the wire: %s", body)
	}
}

func TestToListReturnsErrors(t *testing.T) {
	t.Parallel()
	failed := errors.New("no table")
	got, err := paging.ToList(store.Page[int]{Items: []int{1}}, failed, strconv.Itoa)
	if !errors.Is(err, failed) || len(got.Items) != 0 {
		t.Errorf("%+v, %v", got, err)
	}
}
