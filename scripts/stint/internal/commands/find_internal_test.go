package commands

import (
	"errors"
	"strings"
	"testing"
)

var sites = []named{{ID: "1", Name: "Site"}, {ID: "2", Name: "Site map"}, {ID: "3", Name: "Übersetzung"},
	{ID: "4", Name: "Design"}, {ID: "5", Name: "Desktop"}, {ID: "6", Name: "Twin"}, {ID: "7", Name: "twin"}}

func TestFind(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"site": "1", " SITE ": "1", "site m": "2", "übers": "3", "ÜBERSETZUNG": "3",
		"desi": "4", "5": "5", "7": "7"} {
		if got, err := findNamed("project", name, sites); err != nil || got.ID != want {
			t.Errorf("%q is %v, %v", name, got, err)
		}
	}
}

func TestNotFound(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "x", "map"} {
		var missing notFoundError
		if got, err := findNamed("project", name, sites); !errors.As(err, &missing) {
			t.Errorf("%q is %v, %v", name, got, err)
		}
	}
}

func TestAmbiguous(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"des": "Design, Desktop.", "TWIN": "Twin (6), twin (7)."} {
		var several *ambiguousNameError
		if got, err := findNamed("project", name, sites); !errors.As(err, &several) ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q is %v, %v", name, got, err)
		}
	}
}
