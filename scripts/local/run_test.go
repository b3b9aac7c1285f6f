package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"stint/internal/apiclient"
	"stint/internal/programs"
	"stint/internal/testkit"
)

// server is the home server in its own process, as make run starts it.
type server struct {
	t       *testing.T
	command *exec.Cmd
	url     string
	output  *bytes.Buffer
	lines   []string // that it printed before it was ready
}

func start(t *testing.T, settings ...string) *server {
	t.Helper()
	binary, err := programs.Build(t.Context(), "../..", programs.HomeServer)
	if err != nil {
		t.Fatal(err)
	}
	s := &server{t: t, output: new(bytes.Buffer)}
	running, err := programs.StartHomeServer(context.WithoutCancel(t.Context()), binary, s.output, settings...)
	if err != nil {
		t.Fatalf("%v\n%s", err, s.output)
	}
	s.command, s.url, s.lines = running.Command, running.URL, running.Lines
	t.Cleanup(func() { _ = s.command.Process.Kill(); _ = s.command.Wait() })
	return s
}

// post sends JSON and returns the JSON object of the answer. ok is false if the status
// is not 200.
func (s *server) post(token, path string, body any) (o apiclient.Object, ok bool) {
	return s.send(apiclient.Call{Method: http.MethodPost, Token: token, Path: path, Body: body})
}

func (s *server) get(token, path string) (o apiclient.Object, ok bool) {
	return s.send(apiclient.Call{Method: http.MethodGet, Token: token, Path: path})
}

func (s *server) send(call apiclient.Call) (apiclient.Object, bool) {
	o, err := (&apiclient.Client{Address: s.url}).Send(s.t.Context(), call)
	return o, err == nil
}

func (s *server) register(name string) (token string) {
	s.t.Helper()
	session, ok := s.post("", "/api/auth/register", map[string]any{
		"email": name + "@example.com", "password": "correct horse battery", "displayName": name,
	})
	if !ok {
		s.t.Fatalf("register: %v", session)
	}
	return session["access_token"].(string)
}

// After kill -9 during writes, every batch that was answered with 200 exists, and no
// batch exists in part.
func TestAcknowledgedWritesSurviveAKill(t *testing.T) {
	settings := []string{"STINT_DATA=" + t.TempDir(), fmt.Sprint("PORT=", testkit.FreePort(t)), "STINT_LIMITS=off"}
	s := start(t, settings...)
	token := s.register("ada")

	const batches, rows = 40, 5
	var mu sync.Mutex
	acknowledged := map[string]bool{}
	var writers sync.WaitGroup
	for writer := range 4 {
		writers.Go(func() {
			for batch := range batches {
				ids, items := rowsOf(writer, batch, rows)
				if _, ok := s.post(token, "/api/entries:bulk", map[string]any{"items": items}); !ok {
					return
				}
				mu.Lock()
				for _, id := range ids {
					acknowledged[id] = true
				}
				enough := len(acknowledged) > batches*rows
				mu.Unlock()
				if enough {
					_ = s.command.Process.Signal(syscall.SIGKILL)
				}
			}
		})
	}
	writers.Wait()
	_ = s.command.Process.Kill()
	_ = s.command.Wait()

	again := start(t, settings...)
	kept := again.entries(token)
	for id := range acknowledged {
		if !kept[id] {
			t.Errorf("entry %s was acknowledged and is lost", id)
		}
	}
	if len(kept)%rows != 0 {
		t.Errorf("%d entries: a batch is there in part", len(kept))
	}
}

// Only the owner of the server reads its files, also those of an earlier version that others could read.
func TestFilesAreTheirOwners(t *testing.T) {
	folder := t.TempDir()
	settings := []string{"STINT_DATA=" + folder, fmt.Sprint("PORT=", testkit.FreePort(t)), "STINT_LIMITS=off"}
	s := start(t, settings...)
	s.register("ada")
	_ = s.command.Process.Kill()
	_ = s.command.Wait()
	modes := func() map[string]fs.FileMode {
		all := map[string]fs.FileMode{}
		files, _ := filepath.Glob(folder + "/*")
		for _, name := range files {
			if info, err := os.Stat(name); err == nil {
				all[filepath.Base(name)] = info.Mode().Perm() & 0o077
			}
		}
		return all
	}
	check := func(when string) {
		t.Helper()
		if len(modes()) < 2 {
			t.Fatalf("%s: files %v", when, modes())
		}
		for name, others := range modes() {
			if others != 0 {
				t.Errorf("%s: others may use %s: %o", when, name, others)
			}
		}
	}
	check("made")
	for name := range modes() {
		if strings.HasPrefix(name, "stint.db") {
			if err := os.Chmod(filepath.Join(folder, name), 0o644); err != nil { // #nosec G302 -- what an earlier version left
				t.Fatal(err)
			}
		}
	}
	again := start(t, settings...)
	again.register("bob")
	check("started again")
}

// rowsOf makes a batch of entries. The ids contain the writer, the batch and the row.
func rowsOf(writer, batch, n int) (ids []string, items []map[string]any) {
	for row := range n {
		id := fmt.Sprintf("00000000-0000-7000-8%03d-%06d%06d", writer, batch, row)
		ids = append(ids, id)
		items = append(items, map[string]any{
			"id": id, "startedAt": fmt.Sprintf("2026-01-%02dT08:%02d:00Z", 1+batch%28, row),
			"stoppedAt": fmt.Sprintf("2026-01-%02dT09:00:00Z", 1+batch%28),
		})
	}
	return ids, items
}

// entries reads the ids of all entries, page by page.
func (s *server) entries(token string) map[string]bool {
	s.t.Helper()
	kept, path := map[string]bool{}, "/api/entries?limit=200"
	for {
		page, ok := s.get(token, path)
		if !ok {
			s.t.Fatalf("list: %v", page)
		}
		for _, item := range page["items"].([]any) {
			kept[item.(map[string]any)["id"].(string)] = true
		}
		next, more := page["next_cursor"].(string)
		if !more {
			return kept
		}
		path = "/api/entries?limit=200&cursor=" + next
	}
}

func TestStopsCleanlyOnSignals(t *testing.T) {
	for _, signal := range []os.Signal{syscall.SIGINT, syscall.SIGTERM} {
		s := start(t, "STINT_DATA=:memory:", fmt.Sprint("PORT=", testkit.FreePort(t)))
		if health, ok := s.get("", "/api/health"); !ok || health["status"] != "ok" {
			t.Errorf("health %v", health)
		}
		if err := s.command.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if err := s.command.Wait(); err != nil {
			t.Errorf("%v: %v\n%s", signal, err, s.output)
		}
	}
}

// Also what Go's server answers before any handler is a problem.
func TestRequestsThatCannotBeReadGetAProblem(t *testing.T) {
	s := start(t, "STINT_DATA=:memory:", fmt.Sprint("PORT=", testkit.FreePort(t)))
	c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, "GET /%ZZ HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusBadRequest || answer.Header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("%d %s", answer.StatusCode, answer.Header.Get("Content-Type"))
	}
}

func TestTakenPortIsReported(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := fmt.Sprint(l.Addr().(*net.TCPAddr).Port)
	binary, err := programs.Build(t.Context(), "../..", programs.HomeServer)
	if err != nil {
		t.Fatal(err)
	}
	programs.KeepNoResults()
	command := exec.Command(binary)
	command.Env = append(os.Environ(), "STINT_DATA=:memory:", "PORT="+port)
	out, err := command.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "port "+port) || strings.Count(string(out), "\n") != 1 {
		t.Errorf("%v\n%s\nwant one line that names the port", err, out)
	}
}
