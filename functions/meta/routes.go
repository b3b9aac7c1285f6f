package meta

import (
	"stint/shared/auth"
	"stint/shared/route"
)

// Paths that the routes and the answers of this package name.
const (
	healthPath  = "/api/health"
	openapiPath = "/api/openapi.json"
	docsPath    = "/api/docs"
)

// Routes is the route table of this family.
var Routes = []route.Spec{
	{
		ID: "meta.health", Method: "GET", Path: healthPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitOperation,
		Summary: "Check the health",
		Notes: "Does not read the database, and has no limit of requests. With deep=1, for monitors, it reads the database once, " +
			"counts per client network, and is 503 if the database does not answer within two seconds.",
		Op: route.OpWithInput((*Family).health),
	},
	{
		ID: "meta.openapi", Method: "GET", Path: openapiPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitDocument,
		Summary: "Get the OpenAPI document", Notes: "OpenAPI 3.1. It is generated from the routes of the service.",
		Op: route.Op((*Family).openapi),
	},
	{
		ID: "meta.docs", Method: "GET", Path: docsPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitDocument,
		Summary: "Get the API reference",
		Notes:   "A page for people: the guides, and the contents of the reference.",
		Op:      route.Op((*Family).docs),
	},
	{
		ID: "meta.docs_page", Method: "GET", Path: docsPath + "/{page}",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitDocument,
		Summary: "Get a page of the API reference",
		Notes: "The operations of one topic, such as timers, or a guide, such as guide-paging; also events, errors and " +
			"schemas. With .md at its end, a page is Markdown. search.json is the index of the search, as JSON, and " +
			"favicon.svg the icon.",
		Op: route.Op((*Family).docsPage),
	},
	{
		ID: "meta.llms", Method: "GET", Path: "/llms.txt",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitDocument,
		Summary: "Get the contents for language models",
		Notes:   "The pages of the API reference in Markdown, as llmstxt.org describes it.",
		Op:      route.Op((*Family).llms),
	},
	{
		ID: "meta.root", Method: "GET", Path: "/",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Find the API reference",
		Notes: "Browsers are redirected to the API reference. Programs get its address, and those of the OpenAPI " +
			"document and the health check.",
		Op: route.Op((*Family).root),
	},
	{
		ID: "meta.security_txt", Method: "GET", Path: securityTxtPath,
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Get the security contact",
		Notes:   "RFC 9116. The end of its validity is 30 days after the day of the request.",
		Op:      route.Op((*Family).securityTxt),
	},
	{
		ID: "meta.error", Method: "GET", Path: "/errors/{code}",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitDocument,
		Summary: "Explain an error code",
		Notes:   "The type of every problem is an address of this route. Browsers get a page.",
		Op:      route.Op((*Family).error),
	},
}
