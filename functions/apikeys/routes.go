package apikeys

import (
	"stint/shared/auth"
	"stint/shared/route"
)

// Routes is the route table of this family.
var Routes = []route.Spec{
	{
		ID: "api_keys.list_all", Method: "GET", Path: "/api/auth/api-keys",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "All of the caller's API keys",
		Notes:   "Those of every workspace, revoked and expired ones too.",
		Op:      route.Op((*Family).listAll),
	},
	{
		ID: "api_keys.list", Method: "GET", Path: "/api/me/workspaces/{wid}/api-keys",
		Credential: auth.Session, Permission: auth.OwnKeys,
		Summary: "The caller's API keys for a workspace, newest first",
		Op:      route.Op((*Family).list),
	},
	{
		ID: "api_keys.create", Method: "POST", Path: "/api/me/workspaces/{wid}/api-keys",
		Credential: auth.Session, Permission: auth.OwnKeys, Creates: true,
		Summary: "Make an API key",
		Notes:   "The key itself is the token of this one answer and is shown never again; a replay by Idempotency-Key has null in its place. It acts as its maker, with the role that they have at the time.",
		Op:      route.Op((*Family).create),
	},
	{
		ID: "api_keys.revoke", Method: "DELETE", Path: "/api/me/workspaces/{wid}/api-keys/{id}",
		Credential: auth.Session, Permission: auth.OwnKeys,
		Summary: "Revoke an API key, from its next use on",
		Op:      route.OnRecord((*Family).loadDigest, (*Family).revoke),
	},
	{
		ID: "api_keys.me", Method: "GET", Path: "/api/v1/me",
		Credential: auth.APIKey, Permission: auth.ReadWorkspace,
		Summary: "Whom a key acts for",
		Op:      route.Op((*Family).me),
	},
}
