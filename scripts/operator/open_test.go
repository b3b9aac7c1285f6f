package main

import (
	"path/filepath"
	"strings"
	"testing"

	"stint/shared/dynamo"
	"stint/shared/engine"
)

// The command opens the data of the home server while that is down, and says so when
// it runs. With the endpoint of the running one it needs no folder.
func TestOpenTheDataOfTheHomeServer(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	getenv := func(name string) string { return map[string]string{"STINT_DATA": folder}[name] }
	if _, err := open(t.Context(), getenv, ""); err == nil || !strings.Contains(err.Error(), "TABLE_NAME") {
		t.Errorf("without data: %v", err)
	}
	home, err := engine.Start(t.Context(), engine.Options{DataFile: filepath.Join(folder, "stint.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer home.Stop()
	running, err := open(t.Context(), getenv, home.Endpoint())
	if err != nil {
		t.Fatal(err)
	}
	if err := dynamo.EnsureTable(t.Context(), running.client, homeTable); err != nil {
		t.Fatal(err)
	}
	if _, err := open(t.Context(), getenv, ""); err == nil || !strings.Contains(err.Error(), "stop it first") {
		t.Errorf("while it runs: %v", err)
	}
	home.Stop()
	down, err := open(t.Context(), getenv, "")
	if err != nil {
		t.Fatal(err)
	}
	defer down.close()
	if _, err := down.service.User(t.Context(), "u"); err == nil || !strings.Contains(err.Error(), "not_found") {
		t.Errorf("a read of the data: %v", err)
	}
}
