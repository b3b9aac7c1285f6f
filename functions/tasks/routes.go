package tasks

import (
	"stint/shared/auth"
	"stint/shared/route"
)

var list = route.Spec{
	ID: "tasks.list", Method: "GET", Path: "/api/projects/{projectId}/tasks",
	Credential: auth.Session, Permission: auth.ReadWorkspace,
	Summary: "List tasks of a project",
	Notes:   "The oldest record is first. search matches any part of the name, ignoring case and accents.",
	Op:      route.OnRecordWithInput((*Family).loadProject, (*Family).list),
}

// Routes is the route table of this family.
var Routes = route.WithTwins([]route.Spec{
	list,
	{
		ID: "tasks.create", Method: "POST", Path: "/api/projects/{projectId}/tasks",
		Credential: auth.Session, Permission: auth.EditProject, Creates: true,
		Summary: "Create a task",
		Notes: "For owners, admins and managers of the project. The name must be unique in the project, ignoring case. " +
			"Archived tasks count.",
		Op: route.OnRecordWithInput((*Family).loadProject, (*Family).create),
	},
	{
		ID: "tasks.upsert", Method: "POST", Path: "/api/projects/{projectId}/tasks:upsert",
		Credential: auth.Session, Permission: auth.EditProject, Creates: true,
		Summary: "Find or create tasks",
		Notes: "1 to 50 rows, all or nothing. A row with an externalId is found by it, any other by its name, ignoring " +
			"case. " +
			"What is found is answered as it is, and what is missing is created. A name or an externalId may be in one row " +
			"only.",
		Op: route.OnRecord((*Family).loadProject, (*Family).upsert),
	},
	{
		ID: "tasks.get", Method: "GET", Path: "/api/tasks/{id}",
		Credential: auth.Session, Permission: auth.ReadWorkspace,
		Summary: "Get a task",
		Notes:   "Archived tasks can be read, too.",
		Op:      route.OnRecord((*Family).loadTask, (*Family).get),
	},
	{
		ID: "tasks.change", Method: "PATCH", Path: "/api/tasks/{id}",
		Credential: auth.Session, Permission: auth.EditProject,
		Summary: "Update a task",
		Notes:   "A request without changes keeps the version.",
		Op:      route.OnRecordWithInput((*Family).loadTask, (*Family).change),
	},
	{
		ID: "tasks.archive", Method: "POST", Path: "/api/tasks/{id}/archive",
		Credential: auth.Session, Permission: auth.EditProject,
		Summary: "Archive a task",
		Notes: "An archived task takes no new time. A timer that is running on it continues. Archiving it again " +
			"changes nothing.",
		Op: route.OnRecord((*Family).loadTask, (*Family).archive),
	},
	{
		ID: "tasks.delete", Method: "DELETE", Path: "/api/tasks/{id}",
		Credential: auth.Session, Permission: auth.EditProject,
		Summary: "Delete an unused task",
		Notes:   "409 if time was ever tracked to the task: archive it instead.",
		Op:      route.OnRecord((*Family).loadTask, (*Family).remove),
	},
})
