package apikeys

import (
	"slices"

	"stint/shared/auth"
	"stint/shared/domain/audit"
	"stint/shared/route"
)

// Routes is the route table of this family.
var Routes = slices.Concat(keyRoutes, appRoutes, feedRoutes)

// keyRoutes are the routes about API keys.
var keyRoutes = []route.Spec{
	{
		ID: "api_keys.list_all", Method: "GET", Path: "/api/auth/api-keys",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "List API keys of all workspaces",
		Notes:   "Includes revoked and expired keys.",
		Op:      route.OpWithInput((*Family).listAll),
	},
	{
		ID: "api_keys.list", Method: "GET", Path: "/api/me/workspaces/{wid}/api-keys",
		Credential: auth.Session, Permission: auth.OwnKeys, SessionOnly: true,
		Summary: "List API keys",
		Notes:   "The caller's own in this workspace, newest first.",
		Op:      route.OpWithInput((*Family).list),
	},
	{
		ID: "api_keys.create", Method: "POST", Path: "/api/me/workspaces/{wid}/api-keys",
		Credential: auth.Session, Permission: auth.OwnKeys, SessionOnly: true, Fresh: route.FreshAlways, Creates: true,
		NeedsProvenEmail: true,
		Summary:          "Create an API key",
		Notes: "Only this answer shows the key, as token. A replay with the same Idempotency-Key has null instead. The " +
			"key acts as the user who created it, with the role that they have at the time of the request.",
		Audit: []audit.Action{audit.APIKeyCreated},
		Op:    route.Op((*Family).create),
	},
	{
		ID: "api_keys.revoke", Method: "DELETE", Path: "/api/me/workspaces/{wid}/api-keys/{id}",
		Credential: auth.Session, Permission: auth.OwnKeys, SessionOnly: true,
		Summary: "Revoke an API key",
		Notes:   "The next request with the key is refused.",
		Audit:   []audit.Action{audit.APIKeyRevoked},
		Op:      route.OnRecord((*Family).loadKey, (*Family).revoke),
	},
	{
		ID: "api_keys.inventory", Method: "GET", Path: "/api/workspaces/{workspaceId}/api-keys",
		Credential: auth.Session, Permission: auth.ReadKeys, SessionOnly: true,
		Summary: "List API keys of all members",
		Notes: "For owner and admins. One member after the other, each one's newest key first, with revoked and " +
			"expired keys and those of former members.",
		Op: route.OpWithInput((*Family).inventory),
	},
	{
		ID: "api_keys.revoke_any", Method: "DELETE", Path: "/api/workspaces/{workspaceId}/api-keys/{id}",
		Credential: auth.Session, Permission: auth.ManageWorkspace, SessionOnly: true,
		Summary: "Revoke a member's API key",
		Notes:   "The next request with the key is refused. Revoking it again changes nothing.",
		Audit:   []audit.Action{audit.APIKeyRevoked},
		Op:      route.OnRecord((*Family).loadAnyKey, (*Family).revokeAny),
	},
	{
		ID: "api_keys.me", Method: "GET", Path: "/api/v1/me",
		Credential: auth.APIKey, Permission: auth.ReadWorkspace,
		Summary: "Get the identity of the API key or app",
		Notes:   "The user, the workspace and the access of the key or app of the request.",
		Op:      route.Op((*Family).me),
	},
}
