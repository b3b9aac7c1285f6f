package importer

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"stint/scripts/stint/internal/timefile"
)

// bar leaves rows out whose client, project, task or tag does not exist and may not be made by the
// key's user, and those on projects that take no time of the user. Owners and admins may make all.
func (r *reading) bar(context.Context) error {
	mayBar := func(c *record) bool { return !c.exists() || c.closed }
	if r.to.workspace.isAdmin || !slices.ContainsFunc(slices.Collect(maps.Values(r.catalog.records)), mayBar) {
		return nil
	}
	all := r.catalog
	r.unbarred, r.catalog = all, r.to.newCatalog() // of the rows that are left
	err := r.eachCandidate(r.rowsAgain(), func(c *candidate, i item) error {
		if reason := r.to.workspace.barredBy(all, i.Row); reason != "" {
			r.barRow(c, reason)
		} else {
			r.catalog.count(i)
		}
		return nil
	})
	r.catalog.addRead(all)
	return err
}

// barRow leaves a row out. It keeps the entry of a former import.
func (r *reading) barRow(c *candidate, reason string) {
	c.barred = true
	if c.group == 0 {
		delete(r.rowIDs, c.id)
		r.leftOutIDs[c.id] = true
	}
	r.to.leaveOutRow(c, reason)
}

// dropClients leaves out the new clients that no new project needs: the projects of their rows are below
// other clients by now. An owner or admin brings those of an export anyway.
func (r *reading) dropClients(context.Context) error {
	needed := map[ref]bool{}
	for p := range r.catalog.of(projectKind) {
		needed[p.above()] = needed[p.above()] || !p.exists()
	}
	maps.DeleteFunc(r.catalog.records, func(at ref, c *record) bool {
		return at.kind == clientKind && !c.exists() && !needed[at] && (c.customer == nil || !r.to.workspace.isAdmin)
	})
	return nil
}

// barredBy says why the key may not write a row, "" if it may.
func (w *workspace) barredBy(c catalog, r timefile.Row) string {
	may := w.settings
	project := c.project(r)
	isNew := project != nil && !project.exists()
	switch {
	case project != nil && project.closed:
		return fmt.Sprintf("you are no member of the project %s", project.label)
	case isNew && !w.mayMake(may.MembersCanCreateProjects):
		return fmt.Sprintf("the project %s does not exist, or you do not see it, and %s", project.label,
			w.cannotMake("projects"))
	case isNew && r.Client != "" && !c.records[project.above()].exists():
		return fmt.Sprintf("the client %s does not exist, and %s", r.Client, w.cannotMake("clients"))
	}
	if task := c.task(r); r.Task != "" && !task.exists() && !w.manages(project) {
		return fmt.Sprintf("the task %s does not exist, and %s", task.label, w.cannotMakeTasks())
	}
	for _, name := range r.Tags {
		if tag := c.tag(name); !tag.exists() && !w.mayMake(may.MembersCanCreateTags) {
			return fmt.Sprintf("the tag %s does not exist, and %s", tag.label, w.cannotMake("tags"))
		}
	}
	return ""
}

// manages reports whether the key may change a project and its tasks. Who makes a project manages it.
func (w *workspace) manages(project *record) bool {
	return w.isAdmin || w.isFull && project != nil && (project.managed || !project.exists())
}

// mayMake reports whether the key makes records that the settings of the workspace allow to members
// or not.
func (w *workspace) mayMake(members bool) bool {
	return w.isFull && (members || w.setsRates)
}

// cannotMake says why records cannot be made.
func (w *workspace) cannotMake(kind string) string {
	if !w.isFull {
		return "a key that does not have the access full makes no " + kind
	}
	return "your role here makes no " + kind + ": ask an owner or admin"
}

// cannotMakeTasks says why the tasks of a project cannot be made. Managers of the project may make them.
func (w *workspace) cannotMakeTasks() string {
	if !w.isFull {
		return w.cannotMake("tasks")
	}
	return "only an owner, an admin or a manager of the project makes tasks: ask one of them to make it, or to let " +
		"you manage the project"
}
