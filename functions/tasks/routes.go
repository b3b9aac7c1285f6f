package tasks

import (
	"stint/shared/auth"
	"stint/shared/route"
)

var list = route.Spec{
	ID: "tasks.list", Method: "GET", Path: "/api/projects/{projectId}/tasks",
	Credential: auth.Session, Permission: auth.ReadWorkspace,
	Summary: "Tasks of a project",
	Notes:   "In the order in which they were made. search finds a part of the name, whatever its case and accents.",
	Op:      route.OnRecord((*Family).loadProject, (*Family).list),
}

// Routes is the route table of this family.
var Routes = []route.Spec{
	list, list.Twin("/api/v1/projects/{projectId}/tasks"),
	{
		ID: "tasks.create", Method: "POST", Path: "/api/projects/{projectId}/tasks",
		Credential: auth.Session, Permission: auth.EditProject, Creates: true,
		Summary: "Make a task",
		Notes:   "For owner, admins and the project's managers. The name is unique in the project, archived tasks included, whatever its case.",
		Op:      route.OnRecord((*Family).loadProject, (*Family).create),
	},
	{
		ID: "tasks.get", Method: "GET", Path: "/api/tasks/{id}",
		Credential: auth.Session, Permission: auth.ReadWorkspace,
		Summary: "A task",
		Op:      route.OnRecord((*Family).loadTask, (*Family).get),
	},
	{
		ID: "tasks.change", Method: "PATCH", Path: "/api/tasks/{id}",
		Credential: auth.Session, Permission: auth.EditProject,
		Summary: "Rename a task, archive it or take it back",
		Notes:   "A change that changes nothing leaves the version as it is.",
		Op:      route.OnRecord((*Family).loadTask, (*Family).change),
	},
	{
		ID: "tasks.archive", Method: "POST", Path: "/api/tasks/{id}/archive",
		Credential: auth.Session, Permission: auth.EditProject,
		Summary: "Archive a task",
		Notes:   "It takes no new time, and a timer that runs on it goes on. Archiving it again changes nothing.",
		Op:      route.OnRecord((*Family).loadTask, (*Family).archive),
	},
	{
		ID: "tasks.delete", Method: "DELETE", Path: "/api/tasks/{id}",
		Credential: auth.Session, Permission: auth.EditProject,
		Summary: "Delete a task that was never used",
		Notes:   "A task that time was ever tracked to is a conflict: archive it instead.",
		Op:      route.OnRecord((*Family).loadTask, (*Family).remove),
	},
}
