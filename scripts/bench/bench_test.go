package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/programs"
)

func TestSizesAscend(t *testing.T) {
	if got, err := parseSizes("1000,10000"); err != nil || !slices.Equal(got, []int{1000, 10000}) {
		t.Errorf("got %v, %v", got, err)
	}
	for _, text := range []string{"", "0", "2,1", "1,1", "many", "1,"} {
		if got, err := parseSizes(text); err == nil {
			t.Errorf("%q is %v, want an error", text, got)
		}
	}
}

func TestPercentilesAreTimesOfRequests(t *testing.T) {
	m := measurement{times: []time.Duration{1, 2, 3, 4}, span: 2 * time.Second, service: 8}
	if m.percentile(.5) != 3 || m.percentile(.99) != 4 || m.percentile(1) != 4 {
		t.Errorf("p50 %d, p99 %d, p100 %d", m.percentile(.5), m.percentile(.99), m.percentile(1))
	}
	if n, ok := m.timesEngine(); ok {
		t.Errorf("without work of the engine: %v times", n)
	}
	if m.engine = 8; timesEngine(m) != "2.00" {
		t.Errorf("%s times the engine, want 2.00", timesEngine(m))
	}
	if m.rate() != 2 || m.perRequest(m.service) != 2 {
		t.Errorf("rate %v, per request %d", m.rate(), m.perRequest(m.service))
	}
}

// A recorded table is read by the next run, and a new one takes its place.
func TestRecordedRatiosAreReadAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "benchmarks.md")
	if err := os.WriteFile(path, []byte("before\n"+beginTables+"old\n"+endTables+"after\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	m := measurement{kind: baseline, entries: 10, times: []time.Duration{time.Second}, span: time.Second}
	var r report
	r.add(m)
	m.kind, m.span = "list 50", 4*time.Second
	r.add(m)
	if err := record(path, timesHead+strings.Join(r.rows, "")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(text), "before\n") || !strings.HasSuffix(string(text), "after\n") ||
		strings.Contains(string(text), "old") {
		t.Errorf("%s %v", text, err)
	}
	again := report{ratios: readRatios(path)}
	if got := again.recordedRatio(m); got != "0.250" {
		t.Errorf("the recorded ratio is %s, want 0.250", got)
	}
	m.entries = 11
	if got := again.recordedRatio(m); got != "–" {
		t.Errorf("the ratio of another size is %s", got)
	}
}

func TestADocumentNeedsAPlaceForTheTables(t *testing.T) {
	path := filepath.Join(t.TempDir(), "benchmarks.md")
	if err := os.WriteFile(path, []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := record(path, "tables"); err == nil {
		t.Error("a document without a place was written")
	}
}

// The project's own document has a place for the tables.
func TestTheDocumentHasAPlace(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", recorded))
	if err != nil || !strings.Contains(string(text), beginTables) || !strings.Contains(string(text), endTables) {
		t.Errorf("%s: %v", recorded, err)
	}
}

// One short run sends a request of every kind.
func TestARunMeasuresEveryKind(t *testing.T) {
	program, err := programs.Build(t.Context(), "../..", programs.HomeServer)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	p, err := start(t.Context(), program, folder)
	if err != nil {
		t.Fatal(err)
	}
	defer p.stop()
	crew, err := newTeam(t.Context(), p.address, 2)
	if err != nil {
		t.Fatal(err)
	}
	var all report
	if err := measureSize(t.Context(), options{people: 2, span: time.Millisecond}, p, crew, nil, 10, &all); err != nil {
		t.Fatal(err)
	}
	if len(all.rows) != len(kinds(p)) || len(all.state) != 1 {
		t.Errorf("%d rows of %d kinds, %d of the state", len(all.rows), len(kinds(p)), len(all.state))
	}
}
