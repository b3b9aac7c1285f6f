package main

import (
	"strings"
	"testing"

	"stint/scripts/internal/homedata"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/domain/timelog"
	"stint/shared/dynamo"
	"stint/shared/engine"
	"stint/shared/store"
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
	home, err := engine.Start(t.Context(), engine.Options{DataFile: homedata.TableFile(folder)})
	if err != nil {
		t.Fatal(err)
	}
	defer home.Stop()
	running, err := open(t.Context(), getenv, home.Endpoint())
	if err != nil {
		t.Fatal(err)
	}
	if err := dynamo.EnsureTable(t.Context(), running.client, homedata.Table); err != nil {
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
	if _, err := down.store.User(t.Context(), "u"); err == nil || !strings.Contains(err.Error(), "not_found") {
		t.Errorf("a read of the data: %v", err)
	}
}

// At home, a restored table is a copy of the data folder.
func TestOpenACopyOfTheDataOfTheHomeServer(t *testing.T) {
	t.Parallel()
	folder, copied := t.TempDir(), t.TempDir()
	for _, f := range []string{folder, copied} {
		db, err := engine.Start(t.Context(), engine.Options{DataFile: homedata.TableFile(f)})
		if err != nil {
			t.Fatal(err)
		}
		client, err := dynamo.NewClient(t.Context(), dynamo.Options{Endpoint: db.Endpoint(), Region: "us-east-1"})
		if err == nil {
			err = dynamo.EnsureTable(t.Context(), client, homedata.Table)
		}
		db.Stop()
		if err != nil {
			t.Fatal(err)
		}
	}
	opened, err := open(t.Context(), func(name string) string { return map[string]string{"STINT_DATA": folder}[name] }, "")
	if err != nil {
		t.Fatal(err)
	}
	defer opened.close()
	other, closeOther, err := opened.openOther(t.Context(), copied)
	if err != nil {
		t.Fatal(err)
	}
	defer closeOther()
	if err := other.RecordAudit(t.Context(), "w", audit.WorkspaceActEvent(audit.WorkspaceExported, people.Workspace{},
		people.Workspace{})); err != nil {
		t.Fatal(err)
	}
	for s, want := range map[*store.Store]int{other: 1, opened.store: 0} {
		page, err := s.AuditEvents(t.Context(), people.Workspace{ID: "w"}, timelog.Span{}, store.PageRequest{Limit: 5}, nil)
		if err != nil || len(page.Items) != want {
			t.Errorf("%d items, want %d: %v", len(page.Items), want, err)
		}
	}
}
