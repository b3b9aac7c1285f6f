package entries

import (
	"stint/shared/auth"
	"stint/shared/route"
)

var list = route.Spec{
	ID: "entries.list", Method: "GET", Path: "/api/entries",
	Credential: auth.Session, Permission: auth.ReadTime,
	Summary: "Entries, newest first",
	Op:      route.Op((*Family).list),
}

// Routes is the route table of this family.
var Routes = []route.Spec{
	list, list.Twin("/api/v1/entries"),
}
