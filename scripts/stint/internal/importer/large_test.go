package importer_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"stint/internal/testkit"
	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/timefile"
	"stint/shared/client"
)

// fakeService answers like the service, without keeping the entries.
type fakeService struct {
	mux      *http.ServeMux
	requests int
	rows     int
	sums     map[[2]string]object // of a project and a month
	peak     uint64               // bytes of the heap in use
	kept     []object             // entries, if it is not nil
	records  map[string][]any     // by the path of their list
}

const (
	fakeUser      = "0190a0a0-0000-7000-8000-000000000001"
	fakeWorkspace = "0190a0a0-0000-7000-8000-000000000002"
)

func newFakeService() *fakeService {
	f := &fakeService{mux: http.NewServeMux(), sums: map[[2]string]object{}, records: map[string][]any{}}
	f.answers("GET /api/v1/me", object{"api_key": object{"id": fakeUser, "access": "full"},
		"user": object{"id": fakeUser, "email": "ada@example.com"}, "workspace": object{"id": fakeWorkspace}})
	f.answers("GET /api/v1/workspace", object{"id": fakeWorkspace, "role": "owner", "timezone": "UTC",
		"allow_overlap": true})
	f.answers("GET /api/v1/billable-settings", object{"currency": "EUR", "rounding": object{"mode": "none"}})
	f.mux.HandleFunc("GET /api/v1/entries", f.list)
	for _, list := range []string{"clients", "tags", "projects", "projects/{id}/tasks"} {
		f.mux.HandleFunc("GET /api/v1/"+list, func(w http.ResponseWriter, r *http.Request) {
			write(w, object{"items": append([]any{}, f.records[r.URL.Path]...)})
		})
	}
	f.answers("GET /api/v1/members", object{"items": []any{object{"user_id": fakeUser, "email": "ada@example.com"}}})
	for _, kind := range []string{"clients:upsert", "tags:upsert", "projects:upsert", "projects/{id}/{tasks}"} {
		f.mux.HandleFunc("POST /api/v1/"+kind, f.upsert)
	}
	f.mux.HandleFunc("POST /api/v1/entries:bulk", f.bulk)
	f.mux.HandleFunc("GET /api/v1/reports/summary", f.report)
	return f
}

func (f *fakeService) answers(pattern string, answer object) {
	f.mux.HandleFunc(pattern, func(w http.ResponseWriter, _ *http.Request) { write(w, answer) })
}

func write(w http.ResponseWriter, answer any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer)
}

func readItems(r *http.Request) []object {
	var body struct{ Items []object }
	_ = json.NewDecoder(r.Body).Decode(&body)
	return body.Items
}

func (f *fakeService) upsert(w http.ResponseWriter, r *http.Request) {
	var results []any
	for _, item := range readItems(r) {
		record := object{"id": uuid.NewSHA1(uuid.Nil, []byte(fmt.Sprint(item["externalId"]))), "name": item["name"],
			"external_id": item["externalId"]}
		results = append(results, object{"created": true, "record": record})
		list := strings.TrimSuffix(r.URL.Path, ":upsert")
		f.records[list] = append(f.records[list], record)
	}
	write(w, object{"items": results})
}

func (f *fakeService) bulk(w http.ResponseWriter, r *http.Request) {
	var results []any
	items := readItems(r)
	for _, item := range items {
		from, _ := time.Parse(time.RFC3339, item["startedAt"].(string))
		to, _ := time.Parse(time.RFC3339, item["stoppedAt"].(string))
		seconds := int64(to.Sub(from) / time.Second)
		amount := (seconds*int64(item["hourlyRate"].(float64)) + 1800) / 3600
		key := [2]string{item["projectId"].(string), from.Format("2006-01")}
		if f.sums[key] == nil {
			f.sums[key] = object{"seconds": int64(0), "amount": int64(0)}
		}
		f.sums[key]["seconds"] = f.sums[key]["seconds"].(int64) + seconds
		f.sums[key]["amount"] = f.sums[key]["amount"].(int64) + amount
		results = append(results, object{
			"id": item["id"], "user_id": fakeUser, "project_id": item["projectId"], "started_at": from,
			"duration_seconds": seconds, "amount": amount, "version": 1,
		})
	}
	f.rows += len(results)
	if f.kept != nil {
		f.keep(results, items)
	}
	write(w, object{"items": results})
}

// keep keeps entries as answers to lists have them.
func (f *fakeService) keep(results []any, items []object) {
	for i, item := range items {
		e := results[i].(object)
		for name, from := range map[string]string{"stopped_at": "stoppedAt", "description": "description",
			"task_id": "taskId", "tag_ids": "tagIds", "hourly_rate": "hourlyRate", "is_billable": "isBillable"} {
			e[name] = item[from]
		}
		e["rate_source"] = "entry"
		f.kept = append(f.kept, e)
	}
}

// list is a page of entries, of one user or of all.
func (f *fakeService) list(w http.ResponseWriter, r *http.Request) {
	all := f.kept
	if user := r.URL.Query().Get("user_id"); user != "" {
		all = slices.DeleteFunc(slices.Clone(all), func(e object) bool { return e["user_id"] != user })
	}
	at, _ := strconv.Atoi(r.URL.Query().Get("cursor"))
	page := object{"items": append([]object{}, all[at:min(at+200, len(all))]...)}
	if at+200 < len(all) {
		page["next_cursor"] = strconv.Itoa(at + 200)
	}
	write(w, page)
}

func (f *fakeService) report(w http.ResponseWriter, r *http.Request) {
	items := []any{}
	month := r.URL.Query().Get("from")[:7]
	for key, sums := range f.sums {
		if key[1] == month {
			items = append(items, object{"keys": []any{object{"key": fakeUser}, object{"key": key[0]}},
				"seconds": sums["seconds"], "amount": sums["amount"]})
		}
	}
	write(w, object{"items": items})
}

// ServeHTTP counts requests and looks at the heap now and then.
func (f *fakeService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if f.requests++; f.requests%50 == 0 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		f.peak = max(f.peak, m.HeapAlloc)
	}
	f.mux.ServeHTTP(w, r)
}

// many are rows with long texts and without ids. They are made while they are read.
func many(n, bytes int) rowsFile {
	begin := time.Date(2021, 1, 1, 0, 0, 0, 0, time.UTC)
	text := strings.Repeat("x", bytes)
	return rowsFile{"time.csv", func(yield func(timefile.Row, error) bool) {
		for i := range n {
			row := timefile.Row{
				Line: i + 2, Project: fmt.Sprintf("Project %d", i%60), Task: fmt.Sprintf("Task %d", i%120),
				Tags: []string{fmt.Sprintf("tag %d", i%70)}, Description: fmt.Sprintf("%d %s", i, text),
				Start: begin.Add(time.Duration(i) * time.Hour), Duration: time.Duration(i%7200) * time.Second, Billable: new(true),
				HourlyRate: new(int64(8501 + i%7)),
			}
			if !yield(row, nil) {
				return
			}
		}
	}}
}

// Many rows, of 50 MB or more, need some MB of memory and few requests. Progress is counted when rows are written.
func TestManyRows(t *testing.T) { // not parallel: it looks at the heap
	rows, size := testkit.Size(11_000, 50_000), testkit.Size(4_900, 2_000)
	f := newFakeService()
	server := httptest.NewServer(f)
	defer server.Close()
	c, err := client.New(server.URL, "key")
	if err != nil {
		t.Fatal(err)
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	x, err := importer.Prepare(t.Context(), c, importer.Options{
		Source: standIn, Files: []timefile.File{many(rows, size)}, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	done := 0
	result, err := x.Apply(t.Context(), func(n int) {
		if done += n; done != f.rows {
			t.Errorf("%d rows are called done, and %d are written", done, f.rows)
		}
	})
	if err != nil || result.Created != rows || done != rows || len(result.Differences) != 0 ||
		result.Compared != importer.ComparedReports {
		t.Errorf("%+v, %d done, %v", result, done, err)
	}
	if f.requests > 100+rows*9/500 {
		t.Errorf("%d requests", f.requests)
	}
	if grown := int64(f.peak) - int64(m.HeapAlloc); grown > 24<<20 {
		t.Errorf("the heap grew by %d MB", grown>>20)
	}
	t.Logf("%d requests, the heap grew by %d kB", f.requests, (int64(f.peak)-int64(m.HeapAlloc))>>10)
}

// A repeated import of many rows without ids reads the entries, and sends nothing but what changed.
// It reads those of the people in the files alone if others have much more time.
func TestManyRowsAgain(t *testing.T) {
	t.Parallel()
	rows, ofOthers := testkit.Size(5_000, 20_000), testkit.Size(6_000, 23_000)
	f := newFakeService()
	f.kept = []object{}
	server := httptest.NewServer(f)
	defer server.Close()
	c, err := client.New(server.URL, "key")
	if err != nil {
		t.Fatal(err)
	}
	again := func(compared string) int {
		f.requests, f.rows = 0, 0
		x, err := importer.Prepare(t.Context(), c, importer.Options{Source: standIn, Files: []timefile.File{many(rows, 1)},
			Now: time.Now, Wait: func(context.Context) error { return errors.New("the sums differ") }})
		if err != nil {
			t.Fatal(err)
		}
		result, err := x.Apply(t.Context(), func(int) {})
		if err != nil {
			t.Fatalf("%+v, %v", x.Plan.Entries, err)
		}
		if result.Compared != compared || f.rows != x.Plan.Entries.New || x.Plan.Entries.Changed+x.Plan.Missing.Entries != 0 {
			t.Errorf("%+v, %+v, %v", x.Plan.Entries, result, err)
		}
		return f.requests
	}
	again(importer.ComparedReports)
	if n := again(importer.ComparedReports); f.rows != 0 || n > 100+rows/200 {
		t.Errorf("%d rows in %d requests", f.rows, n)
	}
	var others []object // newer than the entries of the files, so a list has them first
	for i := range ofOthers {
		others = append(others, object{"id": uuid.NewSHA1(uuid.Nil, []byte(strconv.Itoa(i))), "user_id": fakeWorkspace,
			"started_at": "2022-01-01T00:00:00Z", "stopped_at": "2022-01-01T00:00:01Z"})
	}
	f.kept = append(others, f.kept...)
	if again(importer.ComparedAnswers); f.rows != 0 {
		t.Errorf("%d rows", f.rows)
	}
}
