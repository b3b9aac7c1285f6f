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
	tables, err := l.load(files)
	if err != nil {
		return Failed(err)
	}
	member := func(id cells) map[string]string { return tables["members.csv"][id(l.Person)] }
	project := func(id cells) map[string]string { return tables["projects.csv"][id("project_id")] }
	layout.Separator, layout.linked = tagSeparator, map[Field]func(cells) string{
		FieldPerson:  func(id cells) string { return member(id)[l.Members[1]] },
		FieldEmail:   func(id cells) string { return member(id)[l.Members[2]] },
		FieldClient:  func(id cells) string { return tables["clients.csv"][project(id)["client_id"]]["name"] },
		FieldProject: func(id cells) string { return project(id)["name"] },
		FieldTask:    func(id cells) string { return tables["tasks.csv"][id("task_id")]["name"] },
		FieldTags:    func(id cells) string { return tables["tags.csv"].tagNames(id(l.Tags)) },
	}
	if l.HasOrganization {
		layout.linked[FieldCurrency] = func(id cells) string {
			return tables["organizations.csv"][id("organization_id")]["currency"]
		}
	}
	return layout.ReadTable(t, o)
}

// cells are the cells of a record by the titles of their columns; "" without such a column.
type cells func(title string) string

// load reads the other tables. Errors: those of the tables.
func (l Links) load(files Folder) (map[string]names, error) {
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
	return tables, nil
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
