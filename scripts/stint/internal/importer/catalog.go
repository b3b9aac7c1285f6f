package importer

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/timefile"
	"stint/shared/client"
	"stint/shared/client/api"
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

	money amountTally

	clientsLost int // entries with a client and no project
	emptiedTags int
}

func newCatalog() catalog {
	return catalog{
		clients: map[string]*record{}, projects: map[projectKey]*record{}, tasks: map[taskKey]*record{},
		tags:  map[string]*record{},
		money: newMoney(),
	}
}

// all are all records, each with the name of its kind.
func (c *catalog) all(yield func(kind string, r *record) bool) {
	_ = allOf(clientKind, c.clients, yield) && allOf(projectKind, c.projects, yield) && allOf(taskKind, c.tasks, yield) &&
		allOf(tagKind, c.tags, yield)
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
func (x *reading) noteRow(r timefile.Row) {
	if r.Project == "" {
		r.Client = ""
	}
	x.note(r)
}

// note adds what a row refers to.
func (x *reading) note(r timefile.Row) {
	c := &x.catalog
	if r.Client != "" {
		add(c.clients, normal(r.Client), r.Client, r.Client, func() string { return x.externalID(clientKind, r.Client) })
	}
	if r.Project != "" {
		add(c.projects, projectOf(r), r.Project, joined(r.Client, r.Project),
			func() string { return x.externalID(projectKind, r.Client, r.Project) })
	}
	if r.Task != "" {
		add(c.tasks, taskOf(r), r.Task, joined(r.Client, r.Project, r.Task),
			func() string { return x.externalID(taskKind, r.Client, r.Project, r.Task) })
	}
	for _, tag := range r.Tags {
		add(c.tags, normal(tag), tag, tag, func() string { return x.externalID(tagKind, tag) })
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
	return strings.Join(slices.DeleteFunc(names, func(name string) bool { return name == "" }), " / ")
}

// tasksOf are the tasks of a project.
func (x *reading) tasksOf(project projectKey) map[taskKey]*record {
	all := maps.Clone(x.catalog.tasks)
	maps.DeleteFunc(all, func(key taskKey, _ *record) bool { return key.projectKey != project })
	return all
}

func (x *reading) projectsWithTasks() map[projectKey]*record {
	all := map[projectKey]*record{}
	for key := range x.catalog.tasks {
		all[key.projectKey] = x.catalog.projects[key.projectKey]
	}
	return all
}

// most is the most records on a page.
func most() *int64 { return new(int64(200)) }

// readCatalog finds which records exist: by the external id of a former import, or by name.
func (x *reading) readCatalog(ctx context.Context) error {
	for _, read := range []func(context.Context) error{x.readClients, x.readTags, x.readProjects, x.readTasks} {
		if err := read(ctx); err != nil {
			return err
		}
	}
	x.noteOtherNames()
	return nil
}

func (x *reading) readClients(context.Context) error {
	return match(x.catalog.clients, client.Each(x.here.clients), func(c api.Customer) (string, found) {
		x.seenNames[c.Id] = c.Name
		return normal(c.Name), found{id: c.Id, name: c.Name, external: c.ExternalId, version: c.Version,
			archived: c.IsArchived}
	})
}

func (x *reading) readTags(ctx context.Context) error {
	all := client.All(ctx, x.TagsListWithResponse, &api.TagsListParams{Limit: most()})
	return match(x.catalog.tags, all, func(t api.Tag) (string, found) {
		return normal(t.Name), found{id: t.Id, name: t.Name, external: t.ExternalId}
	})
}

func (x *reading) readProjects(context.Context) error {
	clients := map[uuid.UUID]string{} // their keys
	for key, c := range x.catalog.clients {
		clients[c.id] = key
	}
	clients[uuid.Nil] = ""
	return match(x.catalog.projects, client.Each(x.here.projects), func(p api.Project) (projectKey, found) {
		of := orZero(p.ClientId)
		x.seenNames[p.Id] = joined(x.seenNames[of], p.Name)
		key := projectKey{clients[of], normal(p.Name)}
		if _, ok := clients[of]; !ok {
			key = projectKey{of.String(), normal(p.Name)} // of a client that no file names
		}
		return key, found{id: p.Id, name: p.Name, external: p.ExternalId, version: p.Version, archived: p.IsArchived,
			closed: !p.CanTrack, managed: p.CanEdit}
	})
}

// readTasks reads the tasks of the projects that exist and have tasks in the files.
func (x *reading) readTasks(ctx context.Context) error {
	used := map[string]bool{} // external ids
	for key, project := range x.projectsWithTasks() {
		if !project.exists() {
			continue
		}
		list := func(ctx context.Context, p *api.TasksListParams, e ...api.RequestEditorFn) (*api.TasksListResponse, error) {
			return x.TasksListWithResponse(ctx, project.id, p, e...)
		}
		err := match(x.tasksOf(key), client.All(ctx, list, &api.TasksListParams{Limit: most()}),
			func(t api.Task) (taskKey, found) {
				used[orZero(t.ExternalId)] = true
				return taskKey{key, normal(t.Name)}, found{id: t.Id, name: t.Name, external: t.ExternalId, version: t.Version,
					archived: t.IsArchived}
			})
		if err != nil {
			return err
		}
	}
	x.dropUsedIDs(used)
	return nil
}
