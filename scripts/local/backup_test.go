package main

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"stint/internal/programs"
	"stint/internal/testkit"
	"stint/scripts/internal/homedata"
	"stint/shared/engine"
)

// stintHome runs the program of the home server with arguments.
func stintHome(t *testing.T, settings []string, args ...string) (output string, err error) {
	t.Helper()
	programs.KeepNoResults()
	binary, err := programs.Build(t.Context(), "../..", programs.HomeServer)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), binary, args...)
	command.Env = append(os.Environ(), settings...)
	out, err := command.CombinedOutput()
	return string(out), err
}

// homeWith are the settings of a home server with data in a folder.
func homeWith(t *testing.T, folder string) []string {
	t.Helper()
	return []string{"STINT_DATA=" + folder, fmt.Sprint("PORT=", testkit.FreePort(t)), "STINT_LIMITS=off"}
}

// backUp makes a copy and returns its file.
func backUp(t *testing.T, settings []string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "copy.zip")
	if out, err := stintHome(t, settings, "backup", file); err != nil || !strings.Contains(out, "has the state of") {
		t.Fatalf("backup: %v %s", err, out)
	}
	return file
}

// A copy that is made during writes has every batch that was answered before, none in part, and no later
// one without those before it. It is restored by one command, and its sessions go on at the same address.
func TestABackupDuringWritesIsOneMoment(t *testing.T) {
	settings := homeWith(t, t.TempDir())
	s := start(t, settings...)
	token := s.register("ada")
	const rows = 3
	var answered atomic.Int64
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for batch := range 10_000 {
			_, items := rowsOf(0, batch, rows)
			if _, ok := s.post(token, "/api/entries:bulk", map[string]any{"items": items}); !ok {
				t.Error("a batch is refused")
				return
			}
			answered.Add(1)
			select {
			case <-stop:
				return
			default:
			}
		}
	}()
	var copies []string
	var before []int64
	for range testkit.Size(1, 5) {
		before = append(before, answered.Load())
		copies = append(copies, backUp(t, settings))
	}
	close(stop)
	<-stopped
	s.stop()
	for i, file := range copies {
		restored := append(slices.Clone(settings[1:]), "STINT_DATA="+filepath.Join(t.TempDir(), "data"))
		if out, err := stintHome(t, restored, "restore", file); err != nil || !strings.Contains(out, "has the state of") {
			t.Fatalf("restore: %v %s", err, out)
		}
		again := start(t, restored...)
		kept := again.entries(token)
		again.stop()
		batches := len(kept) / rows
		if len(kept)%rows != 0 || int64(batches) < before[i] {
			t.Errorf("copy %d has %d entries, and %d batches were answered before", i, len(kept), before[i])
		}
		for batch := range batches {
			if ids, _ := rowsOf(0, batch, rows); !kept[ids[0]] {
				t.Errorf("copy %d has later batches than %d, and not this one", i, batch)
			}
		}
	}
}

// Without a server, the command opens the data by itself.
func TestABackupOfAStoppedServer(t *testing.T) {
	settings := homeWith(t, t.TempDir())
	s := start(t, settings...)
	token := s.register("ada")
	ids, items := rowsOf(0, 0, 3)
	if _, ok := s.post(token, "/api/entries:bulk", map[string]any{"items": items}); !ok {
		t.Fatal("refused")
	}
	want := s.entries(token)
	s.stop()
	file := backUp(t, settings)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the copy: %v %v", info, err)
	}
	folder := filepath.Join(t.TempDir(), "data")
	restored := append(slices.Clone(settings[1:]), "STINT_DATA="+folder)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, unfinished), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := stintHome(t, restored); err == nil || !strings.Contains(out, "was interrupted: run it again") {
		t.Errorf("a server starts with half a copy: %v %s", err, out)
	}
	if out, err := stintHome(t, restored, "restore", file); err != nil {
		t.Fatalf("restore: %v %s", err, out)
	}
	again := start(t, restored...)
	defer again.stop()
	if kept := again.entries(token); !maps.Equal(kept, want) || !kept[ids[0]] {
		t.Errorf("entries %v, want %v", kept, want)
	}
	if out, err := stintHome(t, restored, "restore", file); err == nil ||
		!strings.Contains(out, "has data: name another folder") {
		t.Errorf("a restore over data: %v %s", err, out)
	}
}

func TestBackupsThatCannotBeMade(t *testing.T) {
	settings := homeWith(t, filepath.Join(t.TempDir(), "none"))
	file := filepath.Join(t.TempDir(), "copy.zip")
	if out, err := stintHome(t, settings, "backup", file); err == nil || !strings.Contains(out, "there are no data") {
		t.Errorf("no data: %v %s", err, out)
	}
	settings = homeWith(t, t.TempDir())
	s := start(t, settings...)
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := stintHome(t, settings, "backup", file); err == nil || !strings.Contains(out, "is there already") {
		t.Errorf("over another file: %v %s", err, out)
	}
	if out, err := stintHome(t, settings, "restore", file); err == nil || !strings.Contains(out, "is no complete backup") {
		t.Errorf("an empty file: %v %s", err, out)
	}
	if out, err := stintHome(t, settings, "back"); err == nil || !strings.Contains(out, "usage: stint-home") {
		t.Errorf("wrong arguments: %v %s", err, out)
	}
	for _, token := range []string{"", "Bearer 00"} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+backupPath, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", token)
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		if answer.Body.Close(); answer.StatusCode != http.StatusNotFound {
			t.Errorf("with the token %q: %d", token, answer.StatusCode)
		}
	}
}

// Of two restores into a folder the second one is refused. What an interrupted one has written is removed.
func TestRestoresDoNotMix(t *testing.T) {
	settings := homeWith(t, t.TempDir())
	start(t, settings...).register("ada")
	file := backUp(t, settings)
	folder := t.TempDir()
	to := []string{"STINT_DATA=" + folder}
	lock, err := engine.Lock(t.Context(), filepath.Join(folder, "restore"))
	if err != nil {
		t.Fatal(err)
	}
	if out, err := stintHome(t, to, "restore", file); err == nil || !strings.Contains(out, "another process works at") {
		t.Errorf("beside another restore: %v %s", err, out)
	}
	for _, name := range []string{unfinished, homedata.MailFile, "stint.db-wal"} { // of one that was killed
		if err := os.WriteFile(filepath.Join(folder, name), []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.WriteFile(filepath.Join(folder, "notes.txt"), nil, 0o600), lock.Close()); err != nil {
		t.Fatal(err)
	}
	if out, err := stintHome(t, to, "restore", file); err != nil {
		t.Fatal(err, out)
	}
	text, err := os.ReadFile(filepath.Join(folder, homedata.MailFile))
	if err != nil || strings.HasPrefix(string(text), "old") {
		t.Errorf("mails of another restore: %q %v", text, err)
	}
	for name, isThere := range map[string]bool{unfinished: false, "notes.txt": true, homedata.LocalKeyFile: true} {
		if _, err := os.Stat(filepath.Join(folder, name)); (err == nil) != isThere {
			t.Errorf("%s is there: %v", name, err == nil)
		}
	}
}

// A folder with any file of the data is no place for a restore, which leaves the file alone.
func TestARestoreRemovesNoData(t *testing.T) {
	settings := homeWith(t, t.TempDir())
	start(t, settings...).register("ada")
	file := backUp(t, settings)
	for _, name := range append(homedata.Files(), "stint.db") {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, name), []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := stintHome(t, []string{"STINT_DATA=" + folder}, "restore", file)
		text, readErr := os.ReadFile(filepath.Join(folder, name))
		if err == nil || !strings.Contains(out, "has data") || readErr != nil || string(text) != "mine" {
			t.Errorf("beside %s: %v %s; it has %q", name, err, out, text)
		}
	}
}
