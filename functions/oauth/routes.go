package oauth

import (
	"stint/shared/auth"
	"stint/shared/domain/audit"
	"stint/shared/route"
)

// Routes is the route table of this family. None is in the OpenAPI document: all follow the RFCs that their metadata
// name.
var Routes = []route.Spec{
	{
		ID: "oauth.server_metadata", Method: "GET", Path: serverMetadataPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitDocument, OwnProtocol: true, AnyOrigin: true,
		Summary: "Describe the authorization server (RFC 8414)",
		Op:      route.Op((*Family).serverMetadata),
	},
	{
		ID: "oauth.api_metadata", Method: "GET", Path: route.ResourceMetadataPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitDocument, OwnProtocol: true, AnyOrigin: true,
		Summary: "Describe the API as a protected resource (RFC 9728)",
		Op:      route.Op((*Family).apiMetadata),
	},
	{
		ID: "oauth.mcp_metadata", Method: "GET", Path: route.ResourceMetadataPath + mcpPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitDocument, OwnProtocol: true, AnyOrigin: true,
		Summary: "Describe the endpoint for agents as a protected resource (RFC 9728)",
		Op:      route.Op((*Family).mcpMetadata),
	},
	{
		ID: "oauth.authorize", Method: "GET", Path: authorizePath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, OwnProtocol: true,
		Summary: "Show the page on which a user allows an app",
		Notes: "Signs the user in first, unless the browser has a fresh session of these pages: with a password, a " +
			"passkey, or by single sign-on, which returns to the same request.",
		Audit: []audit.Action{audit.AppRefused},
		Op:    route.Op((*Family).authorize),
	},
	{
		ID: "oauth.consent", Method: "POST", Path: authorizePath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitAccount, Throttle: route.StrictThrottle,
		OwnProtocol: true, SetsCookie: true,
		Summary: "Sign in, or allow or refuse an app, with a form of the page",
		Notes:   "Forms from pages of other sites are refused.",
		Audit:   []audit.Action{audit.SessionOpened, audit.AppAuthorized, audit.AppRefused},
		Op:      route.Op((*Family).consent),
	},
	{
		ID: "oauth.token", Method: "POST", Path: tokenPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitDocument, OwnProtocol: true, AnyOrigin: true,
		Throttle: route.StrictThrottle,
		Summary:  "Exchange a code, a refresh token or the code of a device for tokens",
		Notes:    "A code works once, for a minute. Its second use ends the access.",
		Audit:    []audit.Action{audit.AppRevoked},
		Op:       route.Op((*Family).token),
	},
	{
		ID: "oauth.revoke", Method: "POST", Path: revokePath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitDocument, OwnProtocol: true, AnyOrigin: true,
		Throttle: route.StrictThrottle,
		Summary:  "End the access of an app (RFC 7009)",
		Notes:    "Takes a refresh token or an access token.",
		Audit:    []audit.Action{audit.AppRevoked},
		Op:       route.Op((*Family).revoke),
	},
	{
		ID: "oauth.begin_device", Method: "POST", Path: deviceCodePath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, OwnProtocol: true, AnyOrigin: true,
		Throttle: route.StrictThrottle,
		Summary:  "Ask for access on a device without a browser (RFC 8628)",
		Op:       route.Op((*Family).beginDevice),
	},
	{
		ID: "oauth.device", Method: "GET", Path: devicePath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, OwnProtocol: true,
		Summary: "Show the page on which a user types the code of a device",
		Op:      route.Op((*Family).device),
	},
	{
		ID: "oauth.decide_device", Method: "POST", Path: devicePath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitAccount, Throttle: route.StrictThrottle,
		OwnProtocol: true, SetsCookie: true,
		Summary: "Sign in, find a device, or allow or refuse it, with a form of the page",
		Notes:   "Forms from pages of other sites are refused. A person may type 10 wrong codes an hour.",
		Audit:   []audit.Action{audit.SessionOpened, audit.AppAuthorized, audit.AppRefused},
		Op:      route.Op((*Family).decideDevice),
	},
}
