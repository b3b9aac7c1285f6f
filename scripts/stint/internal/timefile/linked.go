package timefile

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"strings"
)

// names are the cells of a small table by the id of its records.
type names map[string]map[string]string

// maxSmallTable is the most bytes of a table that is kept in memory: tables of people, projects
// and so on, not of entries.
const maxSmallTable = 64 << 20

// folder opens the files of a folder or of a ZIP file. Errors: fs.ErrNotExist.
type folder func(name string) (io.ReadCloser, error)

// zipFolder is a ZIP file as a folder. Errors: it is no ZIP file.
func zipFolder(f File) (folder, error) {
	archive, err := zip.NewReader(f, f.Size())
	if err != nil {
		return nil, fmt.Errorf("the ZIP file cannot be read: %w", err)
	}
	return func(name string) (io.ReadCloser, error) { return archive.Open(name) }, nil
}

// load reads a small table with a column "id", and the columns that it needs.
func (open folder) load(file string, columns ...string) (names, error) {
	t, err := openCSV(func() (io.ReadCloser, error) {
		content, err := open(file)
		if err != nil {
			return nil, err
		}
		return text{io.LimitReader(content, maxSmallTable), content}, nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the file %s, which the entries refer to, is missing", file)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	all := names{}
	for r, err := range t.records() {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		row := map[string]string{}
		for i, title := range t.titles() {
			if i < len(r.cells) {
				row[title] = strings.Clone(r.cells[i])
			}
		}
		all[row[columns[0]]] = row
	}
	for _, column := range columns {
		if !hasTitle(t, column) {
			return nil, fmt.Errorf("%s: the column %q is missing", file, column)
		}
	}
	return all, nil
}

func hasTitle(t table, title string) bool {
	for _, found := range t.titles() {
		if found == title {
			return true
		}
	}
	return false
}

// linkedTable has names in the place of ids: it adds cells to each record of a table.
type linkedTable struct {
	table
	added []string                                      // titles
	cells func(cell func(title string) string) []string // of the added columns
}

func (t linkedTable) titles() []string {
	return append(t.table.titles()[:len(t.table.titles()):len(t.table.titles())], t.added...)
}

func (t linkedTable) records() iter.Seq2[record, error] {
	at := map[string]int{}
	for i, title := range t.table.titles() {
		at[title] = i
	}
	return func(yield func(record, error) bool) {
		for r, err := range t.table.records() {
			if err == nil && len(r.cells) == len(at) {
				r.cells = append(r.cells, t.cells(func(title string) string {
					if i, ok := at[title]; ok {
						return r.cells[i]
					}
					return ""
				})...)
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// tagSeparator joins the names of tags of a linked table. No name has it.
const tagSeparator = "\x00"

// tagNames are the names of the tags in a JSON array of ids.
func (tags names) tagNames(ids string) string {
	var list, found []string
	if json.Unmarshal([]byte(ids), &list) != nil {
		return ""
	}
	for _, id := range list {
		if tag, ok := tags[id]; ok {
			found = append(found, tag["name"])
		}
	}
	return strings.Join(found, tagSeparator)
}
