package apikeys

import (
	"stint/shared/auth"
	"stint/shared/domain/audit"
	"stint/shared/problem"
	"stint/shared/route"
)

// appRoutes are the routes about apps: what users allowed them, and those that a workspace registered.
var appRoutes = []route.Spec{
	{
		ID: "apps.list", Method: "GET", Path: "/api/me/apps",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "List the apps that act for you",
		Notes:   "In all workspaces, with those whose access ended lately.",
		Op:      route.OpWithInput((*Family).listApps),
	},
	{
		ID: "apps.revoke", Method: "DELETE", Path: "/api/me/apps/{id}",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "End the access of an app",
		Notes:   "The next request of the app is refused. Ending it again changes nothing.",
		Audit:   []audit.Action{audit.AppRevoked},
		Op:      route.OnRecord((*Family).loadApp, (*Family).revokeApp),
	},
	{
		ID: "apps.list_all", Method: "GET", Path: "/api/workspaces/{workspaceId}/apps",
		Credential: auth.Session, Permission: auth.ReadKeys, SessionOnly: true,
		Summary: "List the apps of all members",
		Notes: "For owner and admins. One member after the other, each one's newest first, with those whose access ended " +
			"lately.",
		Op: route.OpWithInput((*Family).listAllApps),
	},
	{
		ID: "apps.revoke_any", Method: "DELETE", Path: "/api/workspaces/{workspaceId}/apps/{id}",
		Credential: auth.Session, Permission: auth.ManageWorkspace, SessionOnly: true,
		Summary: "End the access of a member's app",
		Notes:   "The next request of the app is refused. Ending it again changes nothing.",
		Audit:   []audit.Action{audit.AppRevoked},
		Op:      route.OnRecord((*Family).loadAnyApp, (*Family).revokeAnyApp),
	},
	{
		ID: "oauth_clients.list", Method: "GET", Path: "/api/workspaces/{workspaceId}/oauth-clients",
		Credential: auth.Session, Permission: auth.ReadKeys, SessionOnly: true,
		Summary: "List registered apps",
		Notes:   "For owner and admins. In order of registration.",
		Op:      route.OpWithInput((*Family).listClients),
	},
	{
		ID: "oauth_clients.create", Method: "POST", Path: "/api/workspaces/{workspaceId}/oauth-clients",
		Credential: auth.Session, Permission: auth.ManageWorkspace, SessionOnly: true, Fresh: route.FreshAlways,
		Creates: true, NeedsProvenEmail: true,
		Summary: "Register an app",
		Notes: "For owner and admins. The app serves members of this workspace. Only this answer shows the secret of a " +
			"confidential app, as client_secret. A replay with the same Idempotency-Key has null instead. A workspace " +
			"registers at most 50 apps.",
		Audit: []audit.Action{audit.OAuthClientCreated}, Problems: []problem.Code{problem.CodeConflict},
		Op: route.Op((*Family).createClient),
	},
	{
		ID: "oauth_clients.change", Method: "PATCH", Path: "/api/workspaces/{workspaceId}/oauth-clients/{id}",
		Credential: auth.Session, Permission: auth.ManageWorkspace, SessionOnly: true, Fresh: route.FreshAlways,
		NeedsProvenEmail: true,
		Summary:          "Update a registered app",
		Notes: "Access that members gave before stays. Whether an app is confidential never changes. A request without " +
			"changes keeps the version.",
		Audit: []audit.Action{audit.OAuthClientChanged},
		Op:    route.OnRecord((*Family).loadClient, (*Family).changeClient),
	},
	{
		ID: "oauth_clients.delete", Method: "DELETE", Path: "/api/workspaces/{workspaceId}/oauth-clients/{id}",
		Credential: auth.Session, Permission: auth.ManageWorkspace, SessionOnly: true,
		Summary: "Delete a registered app",
		Notes:   "The access that members gave to it ends at once.",
		Audit:   []audit.Action{audit.OAuthClientDeleted},
		Op:      route.OnRecord((*Family).loadClient, (*Family).removeClient),
	},
	{
		ID: "oauth_clients.rotate_secret", Method: "POST",
		Path:       "/api/workspaces/{workspaceId}/oauth-clients/{id}/rotate-secret",
		Credential: auth.Session, Permission: auth.ManageWorkspace, SessionOnly: true, Fresh: route.FreshAlways,
		NeedsProvenEmail: true,
		Summary:          "Replace the secret of a registered app",
		Notes:            "Only this answer shows the new secret. The previous one is void at once.",
		Audit:            []audit.Action{audit.OAuthClientChanged}, Problems: []problem.Code{problem.CodeConflict},
		Op: route.OnRecord((*Family).loadClient, (*Family).rotateClientSecret),
	},
}
