package samples_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"

	"stint/internal/programs"
	"stint/internal/testkit"
)

// blockPath is called before each block of a session, with its number.
const blockPath = "/_block/"

// homeServer is a home server in its own process, behind an address that records the
// statuses of refused requests by block.
type homeServer struct {
	*httptest.Server
	lock     sync.Mutex
	block    int
	statuses map[int][]int
}

func buildHomeServer(t *testing.T) string {
	t.Helper()
	binary, err := programs.Build(t.Context(), root, programs.HomeServer)
	if err != nil {
		t.Fatal(err)
	}
	return binary
}

func startHomeServer(t *testing.T, binary string) *homeServer {
	t.Helper()
	running, err := programs.StartHomeServer(context.WithoutCancel(t.Context()), binary, nil, "STINT_DATA=:memory:",
		fmt.Sprint("PORT=", testkit.FreePort(t)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = running.Command.Process.Kill(); _ = running.Command.Wait() })
	return newHomeServer(t, running.URL)
}

func newHomeServer(t *testing.T, address string) *homeServer {
	t.Helper()
	target, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	s := &homeServer{statuses: map[int][]int{}}
	proxy := &httputil.ReverseProxy{
		Rewrite:        func(r *httputil.ProxyRequest) { r.SetURL(target) },
		ModifyResponse: s.record,
	}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		number, isBlock := strings.CutPrefix(r.URL.Path, blockPath)
		if !isBlock {
			proxy.ServeHTTP(w, r)
			return
		}
		s.lock.Lock()
		defer s.lock.Unlock()
		_, _ = fmt.Sscan(number, &s.block)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *homeServer) record(answer *http.Response) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	if answer.StatusCode != http.StatusOK {
		s.statuses[s.block] = append(s.statuses[s.block], answer.StatusCode)
	}
	return nil
}
