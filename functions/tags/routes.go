package tags

import (
	"stint/shared/auth"
	"stint/shared/route"
)

var list = route.Spec{
	ID: "tags.list", Method: "GET", Path: "/api/tags",
	Credential: auth.Session, Permission: auth.ReadWorkspace,
	Summary: "List tags",
	Notes:   "The oldest record is first. search matches any part of the name, ignoring case and accents.",
	Op:      route.OpWithInput((*Family).list),
}

// Routes is the route table of this family.
var Routes = route.WithTwins([]route.Spec{
	list,
	{
		ID: "tags.create", Method: "POST", Path: "/api/tags",
		Credential: auth.Session, Permission: auth.CreateTags, Creates: true,
		Summary: "Create a tag",
		Notes: "The name must be unique in the workspace, ignoring case. Users may create tags if the workspace allows " +
			"it (membersCanCreateTags).",
		Op: route.OpWithInput((*Family).create),
	},
	{
		ID: "tags.upsert", Method: "POST", Path: "/api/tags:upsert",
		Credential: auth.Session, Permission: auth.CreateTags, Creates: true,
		Summary: "Find or create tags",
		Notes: "1 to 50 rows, all or nothing. A row with an externalId is found by it, any other by its name, ignoring " +
			"case. " +
			"What is found is answered as it is, and what is missing is created. A name or an externalId may be in one row " +
			"only.",
		Op: route.Op((*Family).upsert),
	},
	{
		ID: "tags.change", Method: "PATCH", Path: "/api/tags/{id}",
		Credential: auth.Session, Permission: auth.ManageTags,
		Summary: "Rename a tag",
		Notes: "For owners and admins. Entries keep the tag and show its new name. A request without changes keeps the " +
			"version.",
		Op: route.OnRecordWithInput((*Family).loadTag, (*Family).change),
	},
	{
		ID: "tags.delete", Method: "DELETE", Path: "/api/tags/{id}",
		Credential: auth.Session, Permission: auth.ManageTags,
		Summary: "Delete an unused tag",
		Notes:   "409 if an entry ever had the tag.",
		Op:      route.OnRecord((*Family).loadTag, (*Family).remove),
	},
})
