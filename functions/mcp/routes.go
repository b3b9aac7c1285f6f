package mcp

import (
	"stint/shared/auth"
	"stint/shared/route"
)

// Routes is the route table of this family.
var Routes = []route.Spec{{
	ID: "mcp.serve", Method: "POST", Path: "/mcp",
	Credential: auth.APIKey, Permission: auth.ReadWorkspace,
	OwnProtocol: true, Metadata: "/.well-known/oauth-protected-resource/mcp",
	Summary: "Use Stint by the Model Context Protocol",
	Notes:   "One JSON-RPC message of the Streamable HTTP transport. tools/list describes the tools.",
	Op:      route.Op((*Family).serve),
}}
