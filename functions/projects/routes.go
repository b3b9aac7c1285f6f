package projects

import (
	"stint/shared/auth"
	"stint/shared/route"
)

var list = route.Spec{
	ID: "projects.list", Method: "GET", Path: "/api/projects",
	Credential: auth.Session, Permission: auth.ReadWorkspace,
	Summary: "Projects that the caller sees",
	Notes: "In the order in which they were made; a user sees the public ones and their own. " +
		"search finds a part of the name, whatever its case and accents.",
	Op: route.Op((*Family).list),
}

// Routes is the route table of this family.
var Routes = []route.Spec{
	list, list.Twin("/api/v1/projects"),
	{
		ID: "projects.create", Method: "POST", Path: "/api/projects",
		Credential: auth.Session, Permission: auth.CreateProjects, Creates: true,
		Summary: "Make a project",
		Notes: "The name is unique among the client's projects (or those without a client), archived ones included, whatever its case. " +
			"Visibility and isBillable default to the workspace's settings, the colour to one of twelve. " +
			"A user who makes a project becomes its manager, and so may set its rate.",
		Op: route.Op((*Family).create),
	},
	{
		ID: "projects.get", Method: "GET", Path: "/api/projects/{projectId}",
		Credential: auth.Session, Permission: auth.ReadWorkspace,
		Summary: "A project",
		Notes: "can_edit and can_track say what the caller may do with it; an archived project takes no new time all the same. " +
			"hourly_rate is null for who may not see it.",
		Op: route.OnRecord((*Family).loadProject, (*Family).get),
	},
	{
		ID: "projects.change", Method: "PATCH", Path: "/api/projects/{projectId}",
		Credential: auth.Session, Permission: auth.EditProject,
		Summary: "Change or archive a project",
		Notes: "For owner, admins and the project's managers. A change that changes nothing leaves the version as it is. " +
			"Entries that exist keep the rate they were tracked at.",
		Op: route.OnRecord((*Family).loadProject, (*Family).change),
	},
	{
		ID: "projects.delete", Method: "DELETE", Path: "/api/projects/{projectId}",
		Credential: auth.Session, Permission: auth.EditProject,
		Summary: "Delete a project that was never used",
		Notes:   "A project that ever had a task or that time was ever tracked to is a conflict: archive it instead.",
		Op:      route.OnRecord((*Family).loadProject, (*Family).remove),
	},
	{
		ID: "projects.members.list", Method: "GET", Path: "/api/projects/{projectId}/members",
		Credential: auth.Session, Permission: auth.ReadWorkspace,
		Summary: "Members of a project",
		Op:      route.OnRecord((*Family).loadProject, (*Family).listMembers),
	},
	{
		ID: "projects.members.add", Method: "POST", Path: "/api/projects/{projectId}/members",
		Credential: auth.Session, Permission: auth.EditProject, Creates: true,
		Summary: "Add a member to a project",
		Notes:   "Only active members of the workspace can be added; who is a member already is a conflict.",
		Op:      route.OnRecord((*Family).loadProject, (*Family).addMember),
	},
	{
		ID: "projects.members.change", Method: "PATCH", Path: "/api/projects/{projectId}/members/{userId}",
		Credential: auth.Session, Permission: auth.EditProject,
		Summary: "Change the rate of a member",
		Op:      route.OnRecord((*Family).loadMember, (*Family).changeMember),
	},
	{
		ID: "projects.members.manager", Method: "PATCH", Path: "/api/projects/{projectId}/members/{userId}/manager",
		Credential: auth.Session, Permission: auth.EditProject,
		Summary: "Make a member a manager of the project, or no longer",
		Op:      route.OnRecord((*Family).loadMember, (*Family).setManager),
	},
	{
		ID: "projects.members.remove", Method: "DELETE", Path: "/api/projects/{projectId}/members/{userId}",
		Credential: auth.Session, Permission: auth.EditProject,
		Summary: "Remove a member from a project",
		Notes:   "Entries stay as they are.",
		Op:      route.OnRecord((*Family).loadMember, (*Family).removeMember),
	},
}
