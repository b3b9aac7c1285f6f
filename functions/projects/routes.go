package projects

import (
	"stint/shared/auth"
	"stint/shared/domain/audit"
	"stint/shared/route"
)

var list = route.Spec{
	ID: "projects.list", Method: "GET", Path: "/api/projects",
	Credential: auth.Session, Permission: auth.ReadWorkspace,
	Summary: "List projects",
	Notes: "The oldest record is first. Users see public projects and those that they are members of. " +
		"search matches any part of the name, ignoring case and accents. " +
		"With include=budget each budget also says how much of it is used.",
	Op: route.Op((*Family).list),
}

// Routes is the route table of this family.
var Routes = route.WithTwins([]route.Spec{
	list,
	{
		ID: "projects.create", Method: "POST", Path: "/api/projects",
		Credential: auth.Session, Permission: auth.CreateProjects, Creates: true,
		Summary: "Create a project",
		Notes: "The name must be unique among the projects of the client, or among those without a client, ignoring " +
			"case. Archived projects count. " +
			"visibility and isBillable default to the workspace's settings, color to one of twelve. " +
			"A user who creates a project becomes its manager and may set its rate.",
		Audit: []audit.Action{audit.ProjectCreated},
		Op:    route.Op((*Family).create),
	},
	{
		ID: "projects.upsert", Method: "POST", Path: "/api/projects:upsert",
		Credential: auth.Session, Permission: auth.CreateProjects, Creates: true,
		Summary: "Find or create projects",
		Notes: "1 to 50 rows, all or nothing. A row with an externalId is found by it, any other by its name and client, " +
			"ignoring case. " +
			"What is found is answered as it is, and what is missing is created. A name or an externalId may be in one row " +
			"only.",
		Audit: []audit.Action{audit.ProjectCreated},
		Op:    route.Op((*Family).upsert),
	},
	{
		ID: "projects.get", Method: "GET", Path: "/api/projects/{projectId}",
		Credential: auth.Session, Permission: auth.ReadWorkspace,
		Summary: "Get a project",
		Notes: "can_edit and can_track say what the caller may do. An archived project takes no new time, whatever " +
			"can_track says. " +
			"hourly_rate is null if the caller may not see it.",
		Op: route.OnRecord((*Family).loadProject, (*Family).get),
	},
	{
		ID: "projects.change", Method: "PATCH", Path: "/api/projects/{projectId}",
		Credential: auth.Session, Permission: auth.EditProject,
		Summary: "Update a project",
		Notes: "For owners, admins and managers of the project. A request without changes keeps the version. " +
			"Existing entries keep their rate.",
		Audit: []audit.Action{audit.ProjectChanged},
		Op:    route.OnRecord((*Family).loadProject, (*Family).change),
	},
	{
		ID: "projects.delete", Method: "DELETE", Path: "/api/projects/{projectId}",
		Credential: auth.Session, Permission: auth.EditProject,
		Summary: "Delete an unused project",
		Notes:   "409 if the project ever had a task, or if time was ever tracked to it: archive it instead.",
		Audit:   []audit.Action{audit.ProjectDeleted},
		Op:      route.OnRecord((*Family).loadProject, (*Family).remove),
	},
	{
		ID: "projects.budget.get", Method: "GET", Path: "/api/projects/{projectId}/budget",
		Credential: auth.Session, Permission: auth.ReadWorkspace,
		Summary: "Get the budget of a project",
		Notes: "What the project has used of its budget in the present period, or altogether. Finished entries count, on " +
			"the day of their start, without rounding. " +
			"The numbers follow changes within seconds: as_of says up to which moment. 404 if the project has no budget, or " +
			"if its budget is money and the caller does not see rates. " +
			"used and ratio are null if the caller may not read the time of others on the project.",
		Op: route.OnRecord((*Family).loadProject, (*Family).getBudget),
	},
	{
		ID: "projects.members.list", Method: "GET", Path: "/api/projects/{projectId}/members",
		Credential: auth.Session, Permission: auth.ReadWorkspace,
		Summary: "List project members",
		Notes:   "With their rates, if the caller may see them.",
		Op:      route.OnRecordWithInput((*Family).loadProject, (*Family).listMembers),
	},
	{
		ID: "projects.members.add", Method: "POST", Path: "/api/projects/{projectId}/members",
		Credential: auth.Session, Permission: auth.EditProject, Creates: true,
		Summary: "Add a project member",
		Notes:   "Only active members of the workspace can be added. 409 if the user is already a member of the project.",
		Audit:   []audit.Action{audit.ProjectMemberAdded},
		Op:      route.OnRecord((*Family).loadProject, (*Family).addMember),
	},
	{
		ID: "projects.members.change", Method: "PATCH", Path: "/api/projects/{projectId}/members/{userId}",
		Credential: auth.Session, Permission: auth.EditProject,
		Summary: "Update a project member",
		Notes:   "Sets the rate of the member in this project. Entries keep their rates until they are recalculated.",
		Audit:   []audit.Action{audit.ProjectMemberChanged},
		Op:      route.OnRecordWithInput((*Family).loadMember, (*Family).changeMember),
	},
	{
		ID: "projects.members.manager", Method: "PATCH", Path: "/api/projects/{projectId}/members/{userId}/manager",
		Credential: auth.Session, Permission: auth.EditProject,
		Summary: "Set a project manager",
		Notes:   "A manager may edit the project, its tasks and its members.",
		Audit:   []audit.Action{audit.ProjectMemberChanged},
		Op:      route.OnRecordWithInput((*Family).loadMember, (*Family).setManager),
	},
	{
		ID: "projects.members.remove", Method: "DELETE", Path: "/api/projects/{projectId}/members/{userId}",
		Credential: auth.Session, Permission: auth.EditProject,
		Summary: "Remove a project member",
		Notes:   "The entries of the member do not change.",
		Audit:   []audit.Action{audit.ProjectMemberRemoved},
		Op:      route.OnRecord((*Family).loadMember, (*Family).removeMember),
	},
})
