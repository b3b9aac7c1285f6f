package changes

import (
	"stint/shared/auth"
	"stint/shared/route"
)

// Routes is the route table of this family.
var Routes = route.WithTwins([]route.Spec{{
	ID: "changes.list", Method: "GET", Path: "/api/changes",
	Credential: auth.Session, Permission: auth.ReadWorkspace,
	Summary: "List changes",
	Notes: "What changed in the workspace, as the caller may see it, oldest change first. Each record appears once, " +
		"as it is now, at its latest change. " +
		"Begin with since, or without it to begin now. Follow next_cursor, which is never null; follow it at once while " +
		"has_more is true. " +
		"A record may come again with the same revision. A deleted record, and one that the caller does not see any " +
		"more, comes as a delete, for 30 days. " +
		"A change of rights or settings shows or hides a record at the latest with its next change.",
	Op: route.Op((*Family).list),
}})
