package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Each engine has its own data, and the user reads where they are, and which are not used.
func TestTheDataOfTheEnginesStayApart(t *testing.T) {
	t.Parallel()
	dynoxide, local := program{name: nameDynoxide}, program{name: nameLocal, reason: "dynoxide is not installed here"}
	file := filepath.Join(t.TempDir(), "stint.db")
	check := func(state string, p program, want ...string) {
		t.Helper()
		got := p.notices(file)
		if len(got) != len(want) {
			t.Fatalf("%s, %s: %q, want %d lines", state, p.name, got, len(want))
		}
		for i, line := range got {
			if !strings.Contains(line, want[i]) || strings.Contains(line, "\n") {
				t.Errorf("%s, %s: %q, want %q", state, p.name, line, want[i])
			}
		}
	}
	used := "DynamoDB Local, which AWS publishes, because dynoxide is not installed here. The data are in " + file +
		".dynamodb-local."
	check("no data", dynoxide)
	check("no data", local, used)
	if HasData(file) {
		t.Error("there are data before an engine wrote some")
	}
	for _, p := range []program{local, dynoxide} {
		if err := p.makeFolder(file); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p.file(file), nil, 0o600); err != nil || !HasData(file) {
			t.Errorf("%s: %v, or its data are not found", p.name, err)
		}
		check("data of "+p.name, dynoxide, "The data that DynamoDB Local has in "+file+
			".dynamodb-local/shared-local-instance.db are not used: to use them, set DYNAMODB_LOCAL")
	}
	check("data of both", local, used, "The data that dynoxide has in "+file+
		" are not used: to use them, install dynoxide")
	if got := local.notices(""); len(got) != 1 || !strings.Contains(got[0], "in memory") {
		t.Errorf("in memory: %q", got)
	}
}
