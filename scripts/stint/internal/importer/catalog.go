package importer

import (
	"github.com/google/uuid"

	"stint/scripts/stint/internal/timefile"
	"stint/shared/domain"
)

// record is a client, project, task or tag that entries refer to.
type record struct {
	id          uuid.UUID // uuid.Nil until it is made
	version     int64     // as it was read or made; not read of tags, which are not archived
	name        string
	label       string // with what it belongs to, for people
	external    string // to make it with; "" for none
	isWithoutID bool   // made without an external id, because another record has it
	mark        uint64 // a hash of what the files call it
	archived    bool
	isOurs      bool     // made by this import, or has the external id that an import of the source gives it
	isNamed     bool     // has the name in the files
	called      string   // its name in the workspace, if that is another one
	closed      bool     // a project that takes no time of the key's user
	managed     bool     // a project that the key's user may change
	failure     *failure // nil unless the service refuses to make it
	details
}

// exists reports whether the workspace has the record.
func (r *record) exists() bool { return r != nil && r.id != uuid.Nil && r.failure == nil }

// The names of a project and of a task, in normal form.
type (
	projectKey struct{ client, project string }
	taskKey    struct {
		projectKey
		task string
	}
)

// catalog is all that the entries of the files refer to.
type catalog struct {
	clients  map[string]*record
	projects map[projectKey]*record
	tasks    map[taskKey]*record
	tags     map[string]*record

	money money

	clientsLost int // entries with a client and no project
	emptiedTags int
}

func newCatalog() catalog {
	return catalog{
		clients: map[string]*record{}, projects: map[projectKey]*record{}, tasks: map[taskKey]*record{}, tags: map[string]*record{},
		money: newMoney(),
	}
}

// all are all records, each with the name of its kind.
func (c *catalog) all(yield func(kind string, r *record) bool) {
	_ = allOf("client", c.clients, yield) && allOf(projectKind, c.projects, yield) && allOf("task", c.tasks, yield) && allOf("tag", c.tags, yield)
}

// allOf reports whether to go on after the records of a kind.
func allOf[K comparable](kind string, records map[K]*record, yield func(string, *record) bool) bool {
	for _, r := range records {
		if !yield(kind, r) {
			return false
		}
	}
	return true
}

// normal is the form in which the service compares names.
func normal(name string) string { return domain.Name(name).Normalize() }

func projectOf(r timefile.Row) projectKey { return projectKey{normal(r.Client), normal(r.Project)} }
func taskOf(r timefile.Row) taskKey       { return taskKey{projectOf(r), normal(r.Task)} }

func rowNamed(client, project, task string) timefile.Row {
	return timefile.Row{Client: client, Project: project, Task: task}
}

func rowTagged(tag string) timefile.Row { return timefile.Row{Tags: []string{tag}} }

// noteRow adds what an entry refers to. It has the client of its project, and no client without one.
func (x *Import) noteRow(r timefile.Row) {
	if r.Project == "" {
		r.Client = ""
	}
	x.note(r)
}

// note adds what a row refers to.
func (x *Import) note(r timefile.Row) {
	c := &x.catalog
	if r.Client != "" {
		add(c.clients, normal(r.Client), r.Client, r.Client, func() string { return x.externalID("client", r.Client) })
	}
	if r.Project != "" {
		add(c.projects, projectOf(r), r.Project, joined(r.Client, r.Project), func() string { return x.externalID("project", r.Client, r.Project) })
	}
	if r.Task != "" {
		add(c.tasks, taskOf(r), r.Task, joined(r.Client, r.Project, r.Task), func() string { return x.externalID("task", r.Client, r.Project, r.Task) })
	}
	for _, tag := range r.Tags {
		add(c.tags, normal(tag), tag, tag, func() string { return x.externalID("tag", tag) })
	}
}

// add adds a record. The name in the files that comes first counts.
func add[K comparable](records map[K]*record, key K, name, label string, external func() string) {
	if records[key] == nil {
		id := external()
		records[key] = &record{name: name, label: label, external: id, mark: hashOf([]byte(id))}
	}
}

func joined(names ...string) string {
	text := ""
	for _, n := range names {
		if n != "" && text != "" {
			text += " / "
		}
		text += n
	}
	return text
}

// tasksOf are the tasks of a project.
func (x *Import) tasksOf(project projectKey) map[taskKey]*record {
	all := map[taskKey]*record{}
	for key, r := range x.catalog.tasks {
		if key.projectKey == project {
			all[key] = r
		}
	}
	return all
}

func (x *Import) projectsWithTasks() map[projectKey]*record {
	all := map[projectKey]*record{}
	for key := range x.catalog.tasks {
		all[key.projectKey] = x.catalog.projects[key.projectKey]
	}
	return all
}
