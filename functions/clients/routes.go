package clients

import (
	"stint/shared/auth"
	"stint/shared/domain/audit"
	"stint/shared/route"
)

// Routes is the route table of this family.
var Routes = route.WithTwins([]route.Spec{
	{
		ID: "clients.list", Method: "GET", Path: "/api/clients",
		Credential: auth.Session, Permission: auth.ReadWorkspace,
		Summary: "List clients",
		Notes:   "The oldest record is first. search matches any part of the name, ignoring case and accents.",
		Op:      route.OpWithInput((*Family).list),
	},
	{
		ID: "clients.create", Method: "POST", Path: "/api/clients",
		Credential: auth.Session, Permission: auth.ManageClients, Creates: true,
		Summary: "Create a client",
		Notes:   "The name must be unique in the workspace, ignoring case. Archived clients count.",
		Audit:   []audit.Action{audit.ClientCreated},
		Op:      route.OpWithInput((*Family).create),
	},
	{
		ID: "clients.upsert", Method: "POST", Path: "/api/clients:upsert",
		Credential: auth.Session, Permission: auth.ManageClients, Creates: true,
		Summary: "Find or create clients",
		Notes: "1 to 50 rows, all or nothing. A row with an externalId is found by it, any other by its name, ignoring " +
			"case. " +
			"What is found is answered as it is, and what is missing is created. A name or an externalId may be in one row " +
			"only.",
		Audit: []audit.Action{audit.ClientCreated},
		Op:    route.Op((*Family).upsert),
	},
	{
		ID: "clients.get", Method: "GET", Path: "/api/clients/{id}",
		Credential: auth.Session, Permission: auth.ReadWorkspace,
		Summary: "Get a client",
		Notes:   "Archived clients can be read, too.",
		Op:      route.OnRecord((*Family).loadClient, (*Family).get),
	},
	{
		ID: "clients.change", Method: "PATCH", Path: "/api/clients/{id}",
		Credential: auth.Session, Permission: auth.ManageClients,
		Summary: "Update a client",
		Notes:   "A request without changes keeps the version. Archiving a client does not change its projects.",
		Audit:   []audit.Action{audit.ClientChanged},
		Op:      route.OnRecordWithInput((*Family).loadClient, (*Family).change),
	},
	{
		ID: "clients.delete", Method: "DELETE", Path: "/api/clients/{id}",
		Credential: auth.Session, Permission: auth.ManageClients,
		Summary: "Delete a client",
		Notes:   "409 if the client has projects: archive it instead.",
		Audit:   []audit.Action{audit.ClientDeleted},
		Op:      route.OnRecord((*Family).loadClient, (*Family).remove),
	},
})
