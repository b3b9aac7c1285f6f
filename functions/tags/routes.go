package tags

import (
	"stint/shared/auth"
	"stint/shared/route"
)

var list = route.Spec{
	ID: "tags.list", Method: "GET", Path: "/api/tags",
	Credential: auth.Session, Permission: auth.ReadWorkspace,
	Summary: "Tags of the workspace",
	Notes:   "In the order in which they were made. search finds a part of the name, whatever its case and accents.",
	Op:      route.Op((*Family).list),
}

// Routes is the route table of this family.
var Routes = []route.Spec{
	list, list.Twin("/api/v1/tags"),
	{
		ID: "tags.create", Method: "POST", Path: "/api/tags",
		Credential: auth.Session, Permission: auth.CreateTags, Creates: true,
		Summary: "Make a tag",
		Notes:   "The name is unique in the workspace, whatever its case. Users may make tags where the workspace lets them (membersCanCreateTags).",
		Op:      route.Op((*Family).create),
	},
	{
		ID: "tags.change", Method: "PATCH", Path: "/api/tags/{id}",
		Credential: auth.Session, Permission: auth.ManageTags,
		Summary: "Rename a tag",
		Notes:   "For owner and admins. Entries keep the tag and show the new name. A change that changes nothing leaves the version as it is.",
		Op:      route.OnRecord((*Family).loadTag, (*Family).change),
	},
	{
		ID: "tags.delete", Method: "DELETE", Path: "/api/tags/{id}",
		Credential: auth.Session, Permission: auth.ManageTags,
		Summary: "Delete a tag that was never used",
		Notes:   "A tag that an entry has ever carried is a conflict.",
		Op:      route.OnRecord((*Family).loadTag, (*Family).remove),
	},
}
