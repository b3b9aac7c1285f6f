package timefile

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"slices"
	"strings"
)

// names are the cells of a small table by the id of its records.
type names map[string]map[string]string

// Folder opens the files of a folder or of a ZIP file. Errors: fs.ErrNotExist.
type Folder func(name string) (io.ReadCloser, error)

// ZipFolder is a ZIP file as a folder. Errors: it is no ZIP file.
func ZipFolder(f File) (Folder, error) {
	archive, err := zip.NewReader(f, f.Size())
	if err != nil {
		return nil, fmt.Errorf("the ZIP file cannot be read: %w", err)
	}
	return func(name string) (io.ReadCloser, error) { return archive.Open(name) }, nil
}

// Table opens a table of the folder. Errors: those of opening, and of a file that is no table.
func (open Folder) Table(name string) (Table, error) {
	t, err := openCSV(func() (io.ReadCloser, error) { return open(name) }, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

// load reads the columns of a small table; the first one is the id.
func (open Folder) load(file string, columns ...string) (names, error) {
	t, err := openCSV(func() (io.ReadCloser, error) {
		content, err := open(file)
		if err != nil {
			return nil, err
		}
		return text{&budget{content, maxSmallTable}, content}, nil
	}, nil)
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
func (n names) add(t Table, columns []string) error {
	at := make([]int, len(columns))
	for i, column := range columns {
		if at[i] = slices.Index(t.Titles(), column); at[i] < 0 {
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

// Links are the ids in a table of entries. Their names are in other tables of the folder.
type Links struct {
	Person, Tags    string   // the columns of the entries that have the id of a person, and those of tags
	Members         []string // the columns of members.csv: the id, the name and the address
	HasOrganization bool     // whether organizations.csv has the currency of entries
}

// Read reads the rows of a table of entries, with names in the place of its ids. layout has the columns that are
// no ids. Errors: those of ReadTable and of the other tables.
func (l Links) Read(layout Layout, t Table, files Folder, o Options) iter.Seq2[Row, error] {
	person := strings.TrimSuffix(l.Person, "_id")
	linked := linkedTable{Table: t}
	layout.Separator, layout.Columns = tagSeparator, maps.Clone(layout.Columns)
	for _, c := range []struct {
		field Field
		title string
	}{
		{FieldPerson, person + " name"}, {FieldEmail, person + " email"}, {FieldClient, "client name"},
		{FieldProject, "project name"}, {FieldTask, "task name"}, {FieldTags, "tag names"},
		{FieldCurrency, "organization currency"},
	} {
		if c.field != FieldCurrency || l.HasOrganization {
			linked.added, layout.Columns[c.field] = append(linked.added, c.title), []string{c.title}
		}
	}
	var err error
	if linked.cells, err = l.load(files); err != nil {
		return Failed(err)
	}
	return layout.ReadTable(linked, o)
}

// load reads the other tables, and returns the function that makes the cells of the added columns. Errors: those of
// the tables.
func (l Links) load(files Folder) (func(cell func(title string) string) []string, error) {
	small := [][]string{
		append([]string{"members.csv"}, l.Members...), {"clients.csv", "id", "name"},
		{"projects.csv", "id", "name", "client_id"}, {"tasks.csv", "id", "name"}, {"tags.csv", "id", "name"},
	}
	if l.HasOrganization {
		small = append(small, []string{"organizations.csv", "id", "currency"})
	}
	tables := map[string]names{}
	for _, of := range small {
		var err error
		if tables[of[0]], err = files.load(of[0], of[1:]...); err != nil {
			return nil, err
		}
	}
	return func(cell func(string) string) []string {
		member, project := tables["members.csv"][cell(l.Person)], tables["projects.csv"][cell("project_id")]
		cells := []string{
			member[l.Members[1]], member[l.Members[2]], tables["clients.csv"][project["client_id"]]["name"], project["name"],
			tables["tasks.csv"][cell("task_id")]["name"], tables["tags.csv"].tagNames(cell(l.Tags)),
		}
		if l.HasOrganization {
			cells = append(cells, tables["organizations.csv"][cell("organization_id")]["currency"])
		}
		return cells
	}, nil
}

// linkedTable has names in the place of ids: it adds cells to each record of a table.
type linkedTable struct {
	Table
	added []string                                      // titles
	cells func(cell func(title string) string) []string // of the added columns
}

// Titles are the titles of the table, and of the added columns.
func (t linkedTable) Titles() []string { return slices.Concat(t.Table.Titles(), t.added) }

func (t linkedTable) records() iter.Seq2[record, error] {
	at := map[string]int{}
	for i, title := range t.Table.Titles() {
		at[title] = i
	}
	return func(yield func(record, error) bool) {
		for r, err := range t.Table.records() {
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
