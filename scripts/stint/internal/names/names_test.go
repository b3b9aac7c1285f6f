package names_test

import (
	"errors"
	"strings"
	"testing"

	"stint/scripts/stint/internal/names"
)

var records = []names.Named{{"1", "Site"}, {"2", "Site map"}, {"3", "Übersetzung"}, {"4", "Design"}, {"5", "Desktop"},
	{"6", "Twin"}, {"7", "twin"}}

func TestFind(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"site": "1", " SITE ": "1", "site m": "2", "übers": "3", "ÜBERSETZUNG": "3",
		"desi": "4", "5": "5", "7": "7"} {
		if got, err := names.Find("project", name, records); err != nil || got.ID != want {
			t.Errorf("%q is %v, %v", name, got, err)
		}
	}
}

func TestNotFound(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "x", "map"} {
		var missing *names.NotFoundError
		if got, err := names.Find("project", name, records); !errors.As(err, &missing) {
			t.Errorf("%q is %v, %v", name, got, err)
		}
	}
}

func TestAmbiguous(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"des": "Design, Desktop.", "TWIN": "Twin (6), twin (7)."} {
		var several *names.AmbiguousError
		if got, err := names.Find("project", name, records); !errors.As(err, &several) ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q is %v, %v", name, got, err)
		}
	}
}
