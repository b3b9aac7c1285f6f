package exporter_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stint/scripts/stint/internal/exporter"
	"stint/shared/client"
)

// pageOf answers requests whose path ends with a word with a page of HTML.
func pageOf(word string, status int) *http.Client {
	return &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		if strings.HasSuffix(r.URL.Path, word) {
			return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"text/html"}},
				Body: io.NopCloser(strings.NewReader("<html>"))}, nil
		}
		return http.DefaultTransport.RoundTrip(r)
	})}
}

// What a proxy refuses is not what the key may not read: the export fails.
func TestProxyRefuses(t *testing.T) {
	t.Parallel()
	owner, _ := fill(t)
	for word, status := range map[string]int{"/entries": http.StatusForbidden, "/tasks": http.StatusNotFound,
		"/members": http.StatusForbidden} {
		_, folder, err := run(t, newClient(t, owner, "full", pageOf(word, status)))
		p, ok := errors.AsType[*client.Problem](err)
		if _, missing := os.Stat(folder); !ok || p.Code != client.CodeUnexpected || !errors.Is(missing, fs.ErrNotExist) {
			t.Errorf("%s: %v, %v", word, err, missing)
		}
	}
}

// The folder has its name when it is complete, not before. An export that ends early leaves nothing,
// and one that was killed leaves a folder whose name says so.
func TestNameOfPart(t *testing.T) {
	t.Parallel()
	owner, _ := fill(t)
	c, folder := newClient(t, owner, "full", nil), filepath.Join(t.TempDir(), "export")
	ctx, stop := context.WithCancel(t.Context())
	_, err := exporter.Run(ctx, c, folder+"/", time.Now, func(name string, _ int) {
		if _, early := os.Stat(folder); early == nil {
			t.Errorf("the folder has its name after %s", name)
		}
		if name == "projects" {
			stop()
		}
	})
	left, _ := os.ReadDir(filepath.Dir(folder))
	if !errors.Is(err, context.Canceled) || len(left) > 0 {
		t.Errorf("%v, left %v", err, left)
	}
	if err := os.Mkdir(folder+exporter.PartSuffix, 0o700); err != nil {
		t.Fatal(err)
	}
	_, err = exporter.Run(t.Context(), c, folder, time.Now, func(string, int) {})
	if taken, ok := errors.AsType[*fs.PathError](err); !ok || taken.Path != folder+exporter.PartSuffix ||
		!errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
}
