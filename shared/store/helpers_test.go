package store

import (
	"bytes"
	"context"
	"io/fs"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stint/internal/testkit"
	"stint/shared/problem"
	"stint/shared/secret"
)

// testStore is a store over a table of the test's own. A probe counts its calls.
type testStore struct {
	*Store
	probe *testkit.Probe
	clock *testkit.Clock
	rows  *testkit.Table
}

func newTestStore(t *testing.T) *testStore {
	t.Helper()
	probe, clock := new(testkit.Probe), testkit.NewClock(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))
	rows := testkit.NewTable(t, probe.Attach)
	return &testStore{New(rows.Client, rows.Name, secret.NewLocal(bytes.Repeat([]byte("m"), 32)), clock.Now), probe, clock,
		rows}
}

// before acts when a write is about to be sent, after so many others.
func (b *testStore) before(t *testing.T, others int, act func(), write func() error) error {
	t.Helper()
	defer b.probe.Reset()
	held := b.probe.Inject(testkit.Fault{Where: testkit.Writes, Skip: others,
		Effect: func(r *http.Request, send func(*http.Request) (*http.Response, error)) (*http.Response, error) {
			act()
			return send(r)
		}})
	err := write()
	if held.Hits() == 0 {
		t.Error("nothing was written")
	}
	return err
}

func wantCode(t *testing.T, err error, code problem.Code) {
	t.Helper()
	if problem.From(err) == nil || problem.From(err).Code != code {
		t.Fatalf("error %v, want %s", err, code)
	}
}

func ctx(t *testing.T) context.Context { return t.Context() }

// sourceFiles are the files of the store with its packages, without those of tests.
func sourceFiles(t *testing.T) (files []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) < 10 {
		t.Fatalf("only %d files, error %v", len(files), err)
	}
	return files
}
