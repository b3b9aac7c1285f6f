package architecture

import (
	"strings"
	"testing"
)

func TestEveryPackageHasAComment(t *testing.T) {
	for _, p := range ownPackages(t) {
		want := "Package " + p.Name + " "
		if p.Name == "main" {
			want = "Command "
		}
		if !strings.HasPrefix(p.Doc, want) {
			t.Errorf("%s: its comment begins %q, want %q", p.ImportPath, p.Doc, want)
		}
	}
}
