package importer_test

import (
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/timefile"
	"stint/shared/client"
)

type object = map[string]any

// rowsFile is a file whose rows are made by a test.
type rowsFile struct {
	name string
	rows func(yield func(timefile.Row, error) bool)
}

func (f rowsFile) ReadAt([]byte, int64) (int, error) { return 0, nil }
func (f rowsFile) Size() int64                       { return 0 }
func (f rowsFile) Name() string                      { return f.name }

// standIn is a source of such files.
var standIn = timefile.Source{
	Name: "standin", Title: "Stand-in", HasClock: true,
	Read: func(f timefile.File, _ timefile.Options) iter.Seq2[timefile.Row, error] { return f.(rowsFile).rows },
}

// fileOf is a file with rows, and lines of totals for empty rows.
func fileOf(rows ...timefile.Row) rowsFile {
	return rowsFile{"time.csv", func(yield func(timefile.Row, error) bool) {
		for i, row := range rows {
			row.Line = i + 2
			var err error
			if row.Start.IsZero() && row.Day.IsZero() {
				err = timefile.Refused{Line: row.Line, Reason: "there is no date", IsTotal: true}
			}
			if !yield(row, err) {
				return
			}
		}
	}}
}

// trial is a workspace that is imported into.
type trial struct {
	t       *testing.T
	owner   *apitest.User
	server  *httptest.Server
	key     string
	options importer.Options
	sent    int // requests
	bulks   int // of them batches
	fail    int // the number of the first request that is not sent; 0 for none

	written   int // requests that are no GET
	failWrite int // as fail, of written

	problems map[string]string // by the end of a path: the problem that a write there gets, after its status
}

func newTrial(t *testing.T) *trial {
	t.Helper()
	owner := apitest.New(t).Register("ada")
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"timezone": "Europe/Berlin"}).OK()
	return trialOf(t, owner)
}

func trialOf(t *testing.T, u *apitest.User) *trial {
	t.Helper()
	x := &trial{t: t, owner: u, server: httptest.NewServer(u.Handler)}
	t.Cleanup(x.server.Close)
	x.key, _ = u.Post("/api/me/workspaces/"+u.WorkspaceID+"/api-keys",
		object{"name": "import", "access": "full"}).OK()["token"].(string)
	x.options = importer.Options{
		Source: standIn, People: map[string]string{}, Now: u.Clock.Now, Wait: func(context.Context) error { return nil },
	}
	return x
}

// answerOf is the answer with a problem that begins with its status: "403 …" has the rest as its body.
func answerOf(problem string) *http.Response {
	var status int
	text, body, _ := strings.Cut(problem, " ")
	_, _ = fmt.Sscan(text, &status)
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"application/problem+json"}},
		Body: io.NopCloser(strings.NewReader(body)),
	}
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func (x *trial) client() *client.Client {
	x.t.Helper()
	c, err := client.New(x.server.URL, x.key, client.WithRetries(0),
		client.WithHTTPClient(&http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
			if x.sent++; x.sent == x.fail {
				return nil, fmt.Errorf("the process is killed at request %d", x.sent)
			}
			if r.Method != http.MethodGet {
				for end, problem := range x.problems {
					if strings.HasSuffix(r.URL.Path, end) {
						return answerOf(problem), nil
					}
				}
				if x.written++; x.written == x.failWrite {
					return nil, fmt.Errorf("the process is killed at write %d", x.written)
				}
			}
			if strings.HasSuffix(r.URL.Path, ":bulk") {
				x.bulks++
			}
			return http.DefaultTransport.RoundTrip(r)
		})}))
	if err != nil {
		x.t.Fatal(err)
	}
	return c
}

// try plans and applies an import.
func (x *trial) try(rows ...timefile.Row) (importer.Plan, importer.Result, error) {
	x.t.Helper()
	x.options.Files = []timefile.File{fileOf(rows...)}
	i, err := importer.Prepare(x.t.Context(), x.client(), x.options)
	if err != nil {
		return importer.Plan{}, importer.Result{}, err
	}
	result, err := i.Apply(x.t.Context(), func(int) {})
	return i.Plan, result, err
}

// imports is try that must succeed, without a difference.
func (x *trial) imports(rows ...timefile.Row) (importer.Plan, importer.Result) {
	x.t.Helper()
	plan, result, err := x.try(rows...)
	if err != nil || result.Failed() {
		x.t.Fatalf("%+v, %v", result, err)
	}
	return plan, result
}

// counts are the entries that an import created, changed and left as they were.
func counts(r importer.Result) [3]int { return [3]int{r.Created, r.Changed, r.Unchanged} }

// entries describes all entries of the workspace, in the order of their starts.
func (x *trial) entries() []string {
	x.t.Helper()
	var all []string
	for _, e := range x.list() {
		all = append(all, fmt.Sprint(e["started_at"], " ", e["stopped_at"], " ", e["description"], " ", e["amount"]))
	}
	slices.Sort(all)
	return all
}

func (x *trial) list() []object {
	x.t.Helper()
	var all []object
	for _, e := range x.owner.Get("/api/entries?limit=200").OK()["items"].([]any) {
		all = append(all, e.(object))
	}
	return all
}

// work is a row of an hour.
func work(key string, start string, change ...func(*timefile.Row)) timefile.Row {
	at, err := time.Parse(time.RFC3339, start)
	if err != nil {
		panic(err)
	}
	row := timefile.Row{
		Key: key, Client: "Babbage & Co", Project: "Engine", Task: "Carriage", Tags: []string{"remote"},
		Description: key, Start: at, Duration: time.Hour, Billable: new(true), HourlyRate: new(int64(8500)), Currency: "EUR",
	}
	for _, c := range change {
		c(&row)
	}
	return row
}

// laid is a row without clock times.
func laid(key, day string, hours float64) timefile.Row {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic(err)
	}
	return timefile.Row{Key: key, Description: key, Day: at, Duration: time.Duration(hours * float64(time.Hour))}
}
