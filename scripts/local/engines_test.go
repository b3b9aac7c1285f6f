package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stint/internal/testkit"
)

// Data of the other engine are not used, and not written over. Without DYNAMODB_LOCAL the server
// runs on dynoxide, and with it on DynamoDB Local (make test-reference).
func TestDataOfTheOtherEngineAreNamedAndLeft(t *testing.T) {
	folder := t.TempDir()
	other := filepath.Join(folder, "stint.db.dynamodb-local", "shared-local-instance.db")
	want := []string{"The data that DynamoDB Local has in " + other}
	if os.Getenv("DYNAMODB_LOCAL") != "" {
		other = filepath.Join(folder, "stint.db")
		want = []string{"The database is DynamoDB Local, which AWS publishes, because DYNAMODB_LOCAL is set",
			"The data that dynoxide has in " + other}
	}
	if err := os.MkdirAll(filepath.Dir(other), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, []byte("data of the other engine"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, "STINT_DATA="+folder, fmt.Sprint("PORT=", testkit.FreePort(t)))
	if len(s.lines) != len(want) {
		t.Fatalf("printed %q", s.lines)
	}
	for i, line := range s.lines {
		if !strings.HasPrefix(line, want[i]) {
			t.Errorf("printed %q, want %q", line, want[i])
		}
	}
	s.register("ada")
	if content, err := os.ReadFile(other); err != nil || string(content) != "data of the other engine" {
		t.Errorf("the other data: %q, %v", content, err)
	}
}
