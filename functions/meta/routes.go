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
		Summary: "Check the health", Notes: "Does not read the database.",
		Op: route.Op((*Family).health),
	},
	{
		ID: "meta.openapi", Method: "GET", Path: "/api/openapi.json",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Get the OpenAPI document", Notes: "OpenAPI 3.1. It is generated from the routes of the service.",
		Op: route.Op((*Family).openapi),
	},
	{
		ID: "meta.docs", Method: "GET", Path: "/api/docs",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Get the API reference",
		Notes:   "A page for people.",
		Op:      route.Op((*Family).docs),
	},
	{
		ID: "meta.security_txt", Method: "GET", Path: securityTxtPath,
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Get the security contact", Notes: "RFC 9116. The end of its validity is 30 days after the day of the request.",
		Op: route.Op((*Family).securityTxt),
	},
	{
		ID: "meta.error", Method: "GET", Path: "/errors/{code}",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Explain an error code",
		Notes:   "The type of every problem is an address of this route. Browsers get a page.",
		Op:      route.Op((*Family).error),
	},
}
