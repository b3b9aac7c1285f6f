package clients

import (
	"stint/shared/auth"
	"stint/shared/route"
)

// Routes is the route table of this family.
var Routes = []route.Spec{
	{
		ID: "clients.list", Method: "GET", Path: "/api/clients",
		Credential: auth.Session, Permission: auth.ReadWorkspace,
		Summary: "Clients of the workspace",
		Notes:   "In the order in which they were made. search finds a part of the name, whatever its case and accents.",
		Op:      route.Op((*Family).list),
	},
	{
		ID: "clients.create", Method: "POST", Path: "/api/clients",
		Credential: auth.Session, Permission: auth.ManageClients, Creates: true,
		Summary: "Make a client",
		Notes:   "The name is unique among the workspace's clients, archived ones included, whatever its case.",
		Op:      route.Op((*Family).create),
	},
	{
		ID: "clients.get", Method: "GET", Path: "/api/clients/{id}",
		Credential: auth.Session, Permission: auth.ReadWorkspace,
		Summary: "A client",
		Op:      route.OnRecord((*Family).loadClient, (*Family).get),
	},
	{
		ID: "clients.change", Method: "PATCH", Path: "/api/clients/{id}",
		Credential: auth.Session, Permission: auth.ManageClients,
		Summary: "Rename or archive a client, or change its address",
		Notes:   "A change that changes nothing leaves the version as it is. Archiving a client leaves its projects as they are.",
		Op:      route.OnRecord((*Family).loadClient, (*Family).change),
	},
	{
		ID: "clients.delete", Method: "DELETE", Path: "/api/clients/{id}",
		Credential: auth.Session, Permission: auth.ManageClients,
		Summary: "Delete a client without projects",
		Notes:   "A client that has projects is a conflict: archive it instead.",
		Op:      route.OnRecord((*Family).loadClient, (*Family).remove),
	},
}
