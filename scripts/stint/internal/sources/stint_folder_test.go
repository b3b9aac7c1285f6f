package sources_test

import (
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"

	"stint/scripts/stint/internal/timefile"
	"stint/scripts/stint/internal/timefile/filetest"
)

// Text of an export comes back as it was: formulas, apostrophes and blanks, in every tag.
func TestTextOfExports(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"members.csv": "user_id,display_name,email\nu,'=Ada,ada@example.com\n", "clients.csv": "id,name\n",
		"projects.csv": "id,name,client_id\np,'-x,\n", "tasks.csv": "id,name\n",
		"tags.csv": "id,name\na,late\nb,'=x\nc,''=y\n",
	}
	o := timefile.Options{Sibling: func(name string) (io.ReadCloser, error) {
		text, ok := files[name]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return io.NopCloser(strings.NewReader(text)), nil
	}}
	for cell, want := range map[string]string{"a": "a", "'=1+1": "=1+1", "''=1+1": "'=1+1", "'a": "'a",
		"  two blanks ": "  two blanks ", "' =1": " =1"} {
		entries := fmt.Sprintf(
			"id,started_at,stopped_at,user_id,project_id,tag_ids,description\ne,2026-01-02T09:00:00Z,2026-01-02T10:00:00Z,u,p,\"[\"\"a\"\",\"\"b\"\",\"\"c\"\"]\",%q\n", cell)
		for row, err := range source(t, "csv").Read(filetest.Content(entries), o) {
			if err != nil || row.Description != want || fmt.Sprintf("%q", row.Tags) != `["late" "=x" "'=y"]` ||
				row.Project != "-x" || row.Person.Name != "=Ada" {
				t.Errorf("%q: %v, %v, want %q", cell, row, err, want)
			}
		}
	}
}
