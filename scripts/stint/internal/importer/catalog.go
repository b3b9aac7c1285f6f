package importer

import (
	"iter"
	"slices"
	"strings"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/timefile"
	"stint/shared/domain"
)

// kind is a kind of records that entries refer to.
type kind struct {
	name  string // as people read it
	depth int    // how many names say which record it is: its own, and those of what it is below
}

var (
	clientKind  = kind{"client", 1}
	projectKind = kind{"project", 2} // below a client, or below none: then the name of the client is ""
	taskKind    = kind{"task", 3}
	tagKind     = kind{"tag", 1}
)

// ref says which record it is, by names as the service compares them. The record's own name is the last one.
type ref struct {
	kind  kind
	names [3]string
}

func (k kind) ref(names ...string) ref {
	r := ref{kind: k}
	for i, name := range names {
		r.names[i] = normal(name)
	}
	return r
}

// normal is the form in which the service compares names.
func normal(name string) string { return domain.Name(name).Normalize() }

func projectOf(r timefile.Row) ref { return projectKind.ref(r.Client, r.Project) }
func taskOf(r timefile.Row) ref    { return taskKind.ref(r.Client, r.Project, r.Task) }

// above is the client of a project, or the project of a task.
func (r ref) above() ref {
	switch r.kind {
	case projectKind:
		return ref{clientKind, [3]string{r.names[0]}}
	case taskKind:
		return ref{projectKind, [3]string{r.names[0], r.names[1]}}
	}
	return ref{}
}

// below is a project of a client, or a task of a project.
func (r ref) below(name string) ref {
	r.names[r.kind.depth] = normal(name)
	r.kind = map[kind]kind{clientKind: projectKind, projectKind: taskKind}[r.kind]
	return r
}

// found is what the workspace has of a record.
type found struct {
	id       uuid.UUID // uuid.Nil until it is made
	version  int64     // not read of tags, which are not archived
	archived bool
	closed   bool // a project that takes no time of the key's user
	managed  bool // a project that the key's user may change
}

// record is a client, project, task or tag that entries refer to.
type record struct {
	ref
	found
	name        string
	label       string   // with what it belongs to, for people
	external    string   // to make it with; "" for none
	isWithoutID bool     // made without an external id, because another record has it
	mark        uint64   // a hash of what the files call it
	isOurs      bool     // made by this import, or has the external id that an import of the source gives it
	isNamed     bool     // has the name in the files
	called      string   // its name in the workspace, if that is another one
	failure     *failure // nil unless the service refuses to make it
	details
}

// exists reports whether the workspace has the record.
func (r *record) exists() bool { return r != nil && r.id != uuid.Nil && r.failure == nil }

// catalog is all that the entries of the files refer to.
type catalog struct {
	ids       ids
	workspace *workspace
	records   map[ref]*record
	money     amountTally

	clientsLost int // entries with a client and no project
	emptiedTags int
}

func (d *destination) newCatalog() catalog {
	return catalog{ids: d.ids, workspace: &d.workspace, records: map[ref]*record{}, money: newMoney()}
}

// of are the records of a kind.
func (c *catalog) of(k kind) iter.Seq[*record] {
	return func(yield func(*record) bool) {
		for r, record := range c.records {
			if r.kind == k && !yield(record) {
				return
			}
		}
	}
}

func (c *catalog) project(r timefile.Row) *record { return c.records[projectOf(r)] }
func (c *catalog) task(r timefile.Row) *record    { return c.records[taskOf(r)] }
func (c *catalog) tag(name string) *record        { return c.records[tagKind.ref(name)] }

// tasksByProject are the tasks of each project that has some.
func (c *catalog) tasksByProject() map[*record][]*record {
	all := map[*record][]*record{}
	for task := range c.of(taskKind) {
		project := c.records[task.above()]
		all[project] = append(all[project], task)
	}
	return all
}

// count notes what a row refers to, and its money. An entry has the client of its project, and no client without one.
func (c *catalog) count(i item) {
	c.countMoney(i)
	c.emptiedTags += i.emptiedTags
	if i.Client != "" && i.Project == "" {
		c.clientsLost++
		i.Client = ""
	}
	c.note(i.Row)
}

// note adds what a row refers to.
func (c *catalog) note(r timefile.Row) {
	if r.Client != "" {
		c.noteRecord(clientKind, r.Client)
	}
	if r.Project != "" {
		c.noteRecord(projectKind, r.Client, r.Project)
	}
	if r.Task != "" {
		c.noteRecord(taskKind, r.Client, r.Project, r.Task)
	}
	for _, tag := range r.Tags {
		c.noteRecord(tagKind, tag)
	}
}

// noteRecord adds a record. The name in the files that comes first counts.
func (c *catalog) noteRecord(k kind, names ...string) {
	r := k.ref(names...)
	if c.records[r] != nil {
		return
	}
	id, own := c.ids.externalID(r), names[len(names)-1]
	c.records[r] = &record{ref: r, name: own, label: joined(names...), external: id, mark: hashOf([]byte(id))}
}

func joined(names ...string) string {
	return strings.Join(slices.DeleteFunc(names, func(name string) bool { return name == "" }), " / ")
}

// addRead takes the records that were read from the workspace, of those that rows still refer to.
func (c *catalog) addRead(all catalog) {
	for r := range c.records {
		c.records[r] = all.records[r]
	}
}

// archivedProjects are the projects in the files to which no entry moves, because they are archived.
func (c *catalog) archivedProjects() map[uint64]bool {
	all := map[uint64]bool{}
	for r := range c.of(projectKind) {
		if r.exists() && r.archived {
			all[r.hash()] = true
		}
	}
	return all
}

// planned are the records of a kind: how many there are in the workspace, and the names of those to make.
func (c *catalog) planned(k kind) PlannedRecords {
	p := PlannedRecords{New: []string{}}
	for r := range c.of(k) {
		if r.exists() {
			p.Existing++
		} else {
			p.New = append(p.New, r.label)
		}
	}
	slices.Sort(p.New)
	return p
}
