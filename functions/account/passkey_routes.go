package account

import (
	"stint/shared/auth"
	"stint/shared/domain/audit"
	"stint/shared/problem"
	"stint/shared/route"
)

// passkeyRoutes are the routes of passkeys (WebAuthn level 2).
var passkeyRoutes = []route.Spec{
	{
		ID: "passkeys.options", Method: "POST", Path: "/api/me/passkeys/options",
		Credential: auth.Session, Permission: auth.OwnAccount, Fresh: route.FreshAlways, Limit: route.LimitAccount,
		Summary: "Request options to add a passkey",
		Notes: "The answer has the options for navigator.credentials.create. Its challenge works once, for five minutes. " +
			"404 where the service is reached by an IP address instead of a host name.",
		Problems: []problem.Code{problem.CodeNotFound, problem.CodeConflict},
		Op:       route.OnRecord((*Family).requirePasskeys, (*Family).optionsPasskey),
	},
	{
		ID: "passkeys.add", Method: "POST", Path: "/api/me/passkeys",
		Credential: auth.Session, Permission: auth.OwnAccount, Fresh: route.FreshAlways,
		Summary: "Add a passkey",
		Notes: "Takes what the browser answered to the options. An account has at most ten. A passkey signs in without a " +
			"password and counts as both factors.",
		Problems: []problem.Code{problem.CodeNotFound, problem.CodeConflict},
		Audit:    []audit.Action{audit.PasskeyAdded},
		Op:       route.OnRecord((*Family).requirePasskeys, (*Family).addPasskey),
	},
	{
		ID: "passkeys.list", Method: "GET", Path: "/api/me/passkeys",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "List passkeys",
		Notes:   "The caller's own, the oldest first. There are at most ten, on one page.",
		Op:      route.Op((*Family).listPasskeys),
	},
	{
		ID: "passkeys.rename", Method: "PATCH", Path: "/api/me/passkeys/{id}",
		Credential: auth.Session, Permission: auth.OwnAccount, Fresh: route.FreshAlways,
		Summary: "Rename a passkey",
		Notes:   "The name is for its owner alone.",
		Op:      route.OnRecordWithInput((*Family).loadPasskey, (*Family).renamePasskey),
	},
	{
		ID: "passkeys.delete", Method: "DELETE", Path: "/api/me/passkeys/{id}",
		Credential: auth.Session, Permission: auth.OwnAccount, Fresh: route.FreshAlways,
		Summary:  "Delete a passkey",
		Notes:    "Sessions that it opened stay. The only way to sign in cannot be deleted.",
		Problems: []problem.Code{problem.CodeConflict},
		Audit:    []audit.Action{audit.PasskeyRemoved},
		Op:       route.OnRecord((*Family).loadPasskey, (*Family).removePasskey),
	},
	{
		ID: "passkeys.sign_in_options", Method: "POST", Path: "/api/auth/passkey/options",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitAccount, Throttle: route.StrictThrottle,
		Summary: "Request options to log in",
		Notes: "The answer has the options for navigator.credentials.get. Its challenge works once, for five minutes. It " +
			"names no account: the browser offers the passkeys that it has for the service.",
		Problems: []problem.Code{problem.CodeNotFound},
		Op:       route.OnRecord((*Family).requirePasskeys, (*Family).signInOptionsPasskey),
	},
	{
		ID: "passkeys.sign_in", Method: "POST", Path: "/api/auth/passkey",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitAccount, Throttle: route.StrictThrottle,
		SetsCookie: true,
		Summary:    "Log in with a passkey",
		Notes: "Takes what the browser answered to the options. The refresh token is set as a cookie. A passkey whose " +
			"counter went back is refused, and its owner is mailed.",
		Problems: []problem.Code{problem.CodeNotFound, problem.CodeUnauthorized, problem.CodeConflict},
		Audit:    []audit.Action{audit.SessionOpened},
		Op:       route.OnRecord((*Family).requirePasskeys, (*Family).signInPasskey),
	},
	{
		ID: "passkeys.sign_in_to_pages", Method: "POST", Path: "/api/auth/passkey/apps",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitAccount, Throttle: route.StrictThrottle,
		SetsCookie: true,
		Summary:    "Log in with a passkey to allow apps",
		Notes: "For the script of the pages on which users allow apps. Takes what the browser answered to the options to " +
			"log in. The session is one of these pages: its cookie is set, and there is no token. Requests from pages of " +
			"other sites are refused.",
		Problems: []problem.Code{problem.CodeNotFound, problem.CodeUnauthorized, problem.CodeForbidden,
			problem.CodeConflict},
		Audit: []audit.Action{audit.SessionOpened},
		Op:    route.OnRecord((*Family).requirePasskeys, (*Family).signInToPagesPasskey),
	},
}
