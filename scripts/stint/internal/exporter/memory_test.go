package exporter_test

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"stint/scripts/stint/internal/exporter"
	"stint/shared/client"
)

const anyID = "0190a0a0-0000-7000-8000-000000000001"

// manyEntries answers like a service with many pages of entries and nothing else. It notes how much
// memory is in use when a page is read.
type manyEntries struct {
	pages  int
	inUse  map[int]uint64 // by page, in bytes
	within []int          // the pages where it is measured
}

func (m *manyEntries) RoundTrip(r *http.Request) (*http.Response, error) {
	body := `{"items":[],"next_cursor":null}`
	switch path := r.URL.Path; {
	case strings.HasSuffix(path, "/me"):
		body = `{"api_key":{"id":"` + anyID + `"},"user":{"id":"` + anyID + `"},"workspace":{"id":"` + anyID + `"}}`
	case strings.HasSuffix(path, "/workspace"), strings.HasSuffix(path, "/billable-settings"):
		body = `{"id":"` + anyID + `","currency":"EUR"}`
	case strings.HasSuffix(path, "/entries"):
		page, _ := strconv.Atoi(r.URL.Query().Get("cursor"))
		body = m.page(page)
	}
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(body))}, nil
}

func (m *manyEntries) page(n int) string {
	for _, measured := range m.within {
		if n == measured {
			var stats runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&stats)
			m.inUse[n] = stats.HeapAlloc
		}
	}
	entry := `{"id":"` + anyID + `","description":"` + strings.Repeat("x", 500) + `"}`
	next := "null"
	if n < m.pages {
		next = fmt.Sprintf("%q", strconv.Itoa(n+1))
	}
	return `{"items":[` + strings.Repeat(entry+",", 199) + entry + `],"next_cursor":` + next + `}`
}

// An export of 30,000 entries needs no more memory at its end than near its beginning.
func TestMemoryIsBounded(t *testing.T) { // alone, because others use memory too
	m := &manyEntries{pages: 149, inUse: map[int]uint64{}, within: []int{5, 149}}
	c, err := client.New("https://time.example.com", "k", client.WithHTTPClient(&http.Client{Transport: m}))
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := exporter.Run(t.Context(), c, filepath.Join(t.TempDir(), "export"), time.Now, func(string, int) {})
	if err != nil || manifest.Records["entries"] != 30_000 {
		t.Fatal(manifest, err)
	}
	const most = 4 << 20 // of 16 MB that it writes
	if m.inUse[149] > m.inUse[5]+most {
		t.Errorf("%d bytes in use near the beginning, %d at the end", m.inUse[5], m.inUse[149])
	}
}
