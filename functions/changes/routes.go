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
		"Begin with since, or without it from now on. Then follow next_cursor, which is never null, at once while " +
		"has_more is true. " +
		"A record may come again with the same revision. A deleted record, and one that the caller does not see any " +
		"more, comes as a delete, for 30 days. " +
		"What a change of rights or settings shows or hides comes no later than the next change of the record.",
	Op: route.Op((*Family).list),
}})
