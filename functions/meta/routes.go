package meta

import (
	"stint/shared/auth"
	"stint/shared/route"
)

// Routes is the route table of this family.
var Routes = []route.Spec{
	{
		ID: "meta.health", Method: "GET", Path: "/api/health",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Whether the service answers", Notes: "Reads nothing.",
		Op: route.Op((*Family).health),
	},
}
