package timefile

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"slices"
	"strings"
)

// names are the cells of a small table by the id of its records.
type names map[string]map[string]string

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

// load reads the columns of a small table; the first one is the id.
func (open folder) load(file string, columns ...string) (names, error) {
	t, err := openCSV(func() (io.ReadCloser, error) {
		content, err := open(file)
		if err != nil {
			return nil, err
		}
		return text{&budget{content, maxSmallTable}, content}, nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the file %s, which the entries refer to, is missing", file)
	}
	all := names{}
	if err == nil {
		err = all.add(t, columns)
	}
	if errors.Is(err, errTooLong) {
		err = errSmallTable
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return all, nil
}

// add adds the rows of a table, with some of its columns.
func (n names) add(t table, columns []string) error {
	at := make([]int, len(columns))
	for i, column := range columns {
		if at[i] = slices.Index(t.titles(), column); at[i] < 0 {
			return fmt.Errorf("the column %q is missing", column)
		}
	}
	for r, err := range t.records() {
		if err != nil {
			return err
		}
		row := map[string]string{}
		for i, column := range columns {
			if at[i] < len(r.cells) {
				row[column] = strings.Clone(r.cells[at[i]])
			}
		}
		if n[row[columns[0]]] = row; len(n) > maxSmallRows {
			return errSmallTable
		}
	}
	return nil
}

// links are the ids in a table of entries, and where their names are.
type links struct {
	people, tags string   // the columns of the entries that have the id of a person, and those of tags
	members      []string // the columns of members.csv: the id, the name and the address
	titles       []string // of the names; the currency of an organization is the last one, if it has one
}

// link puts names in the place of the ids. Errors: those of the small tables.
func (l links) link(t table, open folder) (table, error) {
	small := [][]string{
		append([]string{"members.csv"}, l.members...), {"clients.csv", "id", "name"},
		{"projects.csv", "id", "name", "client_id"}, {"tasks.csv", "id", "name"}, {"tags.csv", "id", "name"},
	}
	if slices.Contains(l.titles, organizationCurrency) {
		small = append(small, []string{"organizations.csv", "id", "currency"})
	}
	tables := map[string]names{}
	for _, of := range small {
		var err error
		if tables[of[0]], err = open.load(of[0], of[1:]...); err != nil {
			return nil, err
		}
	}
	return linkedTable{t, l.titles, func(cell func(string) string) []string {
		member, project := tables["members.csv"][cell(l.people)], tables["projects.csv"][cell("project_id")]
		return []string{
			member[l.members[1]], member[l.members[2]], tables["clients.csv"][project["client_id"]]["name"], project["name"],
			tables["tasks.csv"][cell("task_id")]["name"], tables["tags.csv"].tagNames(cell(l.tags)),
			tables["organizations.csv"][cell("organization_id")]["currency"],
		}[:len(l.titles)]
	}}, nil
}

// organizationCurrency is the title of the currency of the organization that an entry is in.
const organizationCurrency = "organization currency"

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
func (n names) tagNames(ids string) string {
	var list, found []string
	if json.Unmarshal([]byte(ids), &list) != nil {
		return ""
	}
	for _, id := range list {
		if tag, ok := n[id]; ok {
			found = append(found, tag["name"])
		}
	}
	return strings.Join(found, tagSeparator)
}
