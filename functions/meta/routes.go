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
	{
		ID: "meta.openapi", Method: "GET", Path: "/api/openapi.json",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "This document", Notes: "OpenAPI 3.1, made from the table that the service routes by.",
		Op: route.Op((*Family).openapi),
	},
	{
		ID: "meta.docs", Method: "GET", Path: "/api/docs",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "This document as a page to read",
		Op:      route.Op((*Family).docs),
	},
	{
		ID: "meta.error", Method: "GET", Path: "/errors/{code}",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "What an error code means",
		Notes:   "The type of every problem leads here. Browsers get a page.",
		Op:      route.Op((*Family).error),
	},
}
