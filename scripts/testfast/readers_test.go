package main

import "testing"

func TestStringsThatNameAChangedFile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file, code string
		want       bool
	}{
		{"docs/cost.md", `os.ReadFile("../../docs/cost.md")`, true},
		{"docs/cost.md", `root + "/docs/cost.md"`, true},
		{"docs/guides/01-first-call.md", `os.DirFS(root + "/docs/guides")`, true},
		{".github/workflows/ci.yml", `filepath.Glob("../.github/workflows/*.yml")`, true},
		{"functions/meta/openapi.json", `os.ReadFile("../functions/meta/openapi.json")`, true},
		{"Makefile", `os.ReadFile("../Makefile")`, true},
		{"docs/cost.md", `// docs/cost.md explains it`, false},
		{"docs/cost.md", `"docs/cost.md explains it"`, false},
		{"docs/cost.md", `"../docs/security.md"`, false},
		{"functions/meta/openapi.json", `import "stint/functions/meta"`, false},
		{"events/timers/timers.start.json", `const property = "events"`, false},
	} {
		if got := pathsOf([]string{c.file}).MatchString(c.code); got != c.want {
			t.Errorf("%s in %s: %t, want %t", c.file, c.code, got, c.want)
		}
	}
	if pathsOf([]string{"shared/store/key/key.go"}) != nil {
		t.Error("a Go file is looked for in strings")
	}
}
