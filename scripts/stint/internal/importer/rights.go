package importer

import (
	"context"
	"fmt"
	"maps"

	"stint/scripts/stint/internal/timefile"
)

// bar leaves rows out whose client, project, task or tag does not exist and may not be made by the
// key's user, and those on projects that take no time of the user. Owners and admins may make all.
func (x *Import) bar(context.Context) error {
	if x.place.isAdmin || !x.isAnyBarred() {
		return nil
	}
	all := x.catalog
	x.unbarred, x.catalog = all, newCatalog() // of the rows that are left
	err := x.eachCandidate(func(c *candidate, i item) {
		if reason := x.barredBy(all, i.Row); reason != "" {
			x.barRow(c, reason)
			return
		}
		x.count(i)
	})
	keep(x.catalog.clients, all.clients)
	keep(x.catalog.projects, all.projects)
	keep(x.catalog.tasks, all.tasks)
	keep(x.catalog.tags, all.tags)
	return err
}

// isAnyBarred reports whether any record may bar rows.
func (x *Import) isAnyBarred() bool {
	return mayBar(x.catalog.projects) || mayBar(x.catalog.tasks) || mayBar(x.catalog.tags) || mayBar(x.catalog.clients)
}

// mayBar reports whether records do not exist or take no time of the key's user.
func mayBar[K comparable](records map[K]*record) bool {
	for r := range maps.Values(records) {
		if !r.exists() || r.closed {
			return true
		}
	}
	return false
}

// barRow leaves a row out. It keeps the entry of a former import.
func (x *Import) barRow(c *candidate, reason string) {
	c.barred = true
	if c.group == 0 {
		delete(x.ids, c.id)
		x.kept[c.id] = true
	}
	x.leaveOutRow(c, reason)
}

// keep replaces records by those that were read from the workspace.
func keep[K comparable](records, all map[K]*record) {
	for key := range records {
		records[key] = all[key]
	}
}

// barredBy says why the key may not write a row, "" if it may.
func (x *Import) barredBy(c catalog, r timefile.Row) string {
	may := x.place.settings
	project := c.projects[projectOf(r)]
	isNew := project != nil && !project.exists()
	switch {
	case project != nil && project.closed:
		return fmt.Sprintf("you are no member of the project %s", project.label)
	case isNew && !x.mayMake(may.MembersCanCreateProjects):
		return fmt.Sprintf("the project %s does not exist, or you do not see it, and %s", project.label, x.cannotMake("projects"))
	case isNew && r.Client != "" && !c.clients[normal(r.Client)].exists():
		return fmt.Sprintf("the client %s does not exist, and %s", r.Client, x.cannotMake("clients"))
	}
	if task := c.tasks[taskOf(r)]; r.Task != "" && !task.exists() && !x.manages(project) {
		return fmt.Sprintf("the task %s does not exist, and %s", task.label, x.cannotMakeTasks())
	}
	for _, name := range r.Tags {
		if tag := c.tags[normal(name)]; !tag.exists() && !x.mayMake(may.MembersCanCreateTags) {
			return fmt.Sprintf("the tag %s does not exist, and %s", tag.label, x.cannotMake("tags"))
		}
	}
	return ""
}

// dropClients leaves out the new clients that no new project needs: the projects of their rows are below
// other clients by now. An owner or admin brings those of an export anyway.
func (x *Import) dropClients(context.Context) error {
	needed := map[string]bool{}
	for key, p := range x.catalog.projects {
		needed[key.client] = needed[key.client] || !p.exists()
	}
	maps.DeleteFunc(x.catalog.clients, func(key string, c *record) bool {
		return !c.exists() && !needed[key] && (c.customer == nil || !x.place.isAdmin)
	})
	return nil
}

// manages reports whether the key may change a project and its tasks. Who makes a project manages it.
func (x *Import) manages(project *record) bool {
	return x.place.isAdmin || x.place.isFull && project != nil && (project.managed || !project.exists())
}

// mayMake reports whether the key makes records that the settings of the workspace allow to members
// or not.
func (x *Import) mayMake(members bool) bool { return x.place.isFull && (members || x.place.setsRates) }

// cannotMake says why records cannot be made.
func (x *Import) cannotMake(kind string) string {
	if !x.place.isFull {
		return "a key that does not have the access full makes no " + kind
	}
	return "your role here makes no " + kind + ": ask an owner or admin"
}

// cannotMakeTasks says why the tasks of a project cannot be made. Managers of the project may make them.
func (x *Import) cannotMakeTasks() string {
	if !x.place.isFull {
		return x.cannotMake("tasks")
	}
	return "only an owner, an admin or a manager of the project makes tasks: ask one of them to make it, or to let you manage the project"
}
