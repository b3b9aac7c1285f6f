package sources_test

import (
	"strings"
	"testing"

	"stint/scripts/stint/internal/sources"
	"stint/scripts/stint/internal/sources/csvfile"
	"stint/scripts/stint/internal/sources/solidtime"
	"stint/scripts/stint/internal/timefile"
)

func source(t testing.TB, name string) timefile.Source {
	t.Helper()
	s, ok := sources.Find(name)
	if !ok {
		t.Fatalf("no source %q", name)
	}
	return s
}

// TestNoTitleHasTwoMeanings finds titles of one file that would be read as two fields, and titles that no header has
// once case, underscores and blanks do not count.
func TestNoTitleHasTwoMeanings(t *testing.T) {
	t.Parallel()
	layouts := []timefile.Layout{csvfile.Layout, csvfile.Folder, solidtime.Data}
	for _, s := range sources.All() {
		layouts = append(layouts, s.Layout)
	}
	for _, l := range layouts {
		seen := map[string]timefile.Field{}
		for field, titles := range l.Columns {
			for _, title := range titles {
				if other, ok := seen[title]; ok {
					t.Errorf("%s: %q is field %d and field %d", l.Title, title, other, field)
				}
				plain := strings.Join(strings.Fields(strings.ToLower(strings.ReplaceAll(title, "_", " "))), " ")
				if title != plain {
					t.Errorf("%s: the title %q is never found: it is compared as %q", l.Title, title, plain)
				}
				seen[title] = field
			}
		}
	}
}
