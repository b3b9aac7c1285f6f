package account

import (
	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/route"
)

// Routes is the route table of this family.
var Routes = []route.Spec{
	{
		ID: "account.register", Method: "POST", Path: "/api/auth/register",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitAccount, Throttle: route.StrictThrottle,
		Summary:  "Register an account",
		Notes:    "Makes the user and a first workspace that they own, and opens a session. With an invitation token the user joins that workspace instead.",
		Problems: []problem.Code{problem.CodeConflict},
		Op:       route.Op((*Family).register),
	},
	{
		ID: "account.login", Method: "POST", Path: "/api/auth/login",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitAccount, Throttle: route.StrictThrottle,
		Summary:  "Log in by password",
		Notes:    "The active workspace is the one last active, else the oldest membership, else none. An unknown address and a wrong password are answered alike.",
		Problems: []problem.Code{problem.CodeUnauthorized},
		Op:       route.Op((*Family).login),
	},
	{
		ID: "account.refresh", Method: "POST", Path: "/api/auth/refresh",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Get a new access token, and switch the workspace",
		Notes: "Takes the refresh token from its cookie and rotates it. The token before gets the current one again for ten seconds; " +
			"any older one ends the session. Without the cookie, a valid access token may switch the workspace; the new one ends when the old one would.",
		Problems: []problem.Code{problem.CodeUnauthorized, problem.CodeForbidden, problem.CodeNotFound, problem.CodeConflict},
		Op:       route.Op((*Family).refresh),
	},
	{
		ID: "account.logout", Method: "POST", Path: "/api/auth/logout",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary:  "End the session",
		Notes:    "Ends the session of the cookie and that of the access token, whichever are sent, and clears the cookie.",
		Problems: []problem.Code{problem.CodeForbidden},
		Op:       route.Op((*Family).logout),
	},
	{
		ID: "account.me", Method: "GET", Path: "/api/auth/me",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "The signed-in user and their workspaces",
		Op:      route.Op((*Family).me),
	},
	{
		ID: "account.providers", Method: "GET", Path: "/api/auth/providers",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "The ways to sign in",
		Notes: "external is enabled by OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET. At the provider, such as Google (https://accounts.google.com), " +
			"the redirect address to register is this service's own followed by /api/auth/sso/external/callback.",
		Op: route.Op((*Family).providers),
	},
	{
		ID: "account.preferences", Method: "PATCH", Path: "/api/auth/me/preferences",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "Change preferences",
		Op:      route.Op((*Family).preferences),
	},
	{
		ID: "account.profile", Method: "PATCH", Path: "/api/me/profile",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "Change name or password",
		Notes:   "A new password needs the current one and ends all other sessions.",
		Op:      route.Op((*Family).profile),
	},
	{
		ID: "account.unlink", Method: "DELETE", Path: "/api/auth/me/external-logins/{provider}",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary:  "Unlink an identity provider",
		Notes:    "The last way into an account stays: set a password first.",
		Problems: []problem.Code{problem.CodeNotFound, problem.CodeConflict},
		Op:       route.OnRecord((*Family).loadLogin, (*Family).unlink),
	},
	{
		ID: "account.set_password", Method: "POST", Path: "/api/auth/password/set",
		Credential: auth.Session, Permission: auth.OwnAccount, Throttle: route.StrictThrottle,
		Summary: "Set a first password",
		Notes:   "For accounts that have none yet; all others change theirs with PATCH /api/me/profile.",
		Op:      route.Op((*Family).setPassword),
	},
	{
		ID: "account.request_reset", Method: "POST", Path: "/api/auth/password-reset/request",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitAccount, Throttle: route.StrictThrottle,
		Summary: "Ask for a mail to reset the password",
		Notes:   "The answer is the same whether or not the address has an account.",
		Op:      route.Op((*Family).requestReset),
	},
	{
		ID: "account.confirm_reset", Method: "POST", Path: "/api/auth/password-reset/confirm",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		Summary:  "Choose a new password with the token from the mail",
		Notes:    "The token works once, for 60 minutes. All sessions end, and the address counts as verified.",
		Problems: []problem.Code{problem.CodeConflict},
		Op:       route.Op((*Family).confirmReset),
	},
	{
		ID: "account.verify_email", Method: "POST", Path: "/api/auth/verify-email",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		Summary:  "Verify an e-mail address with the token from the mail",
		Problems: []problem.Code{problem.CodeConflict},
		Op:       route.Op((*Family).verifyEmail),
	},
	{
		ID: "account.resend_verification", Method: "POST", Path: "/api/auth/verify-email/resend",
		Credential: auth.Session, Permission: auth.OwnAccount, Limit: route.LimitAccount, Throttle: route.StrictThrottle,
		Summary: "Send the mail that verifies the address again",
		Notes:   "Does nothing for an address that is verified already.",
		Op:      route.Op((*Family).resendVerification),
	},
	{
		ID: "account.sessions", Method: "GET", Path: "/api/auth/sessions",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "The caller's sessions, newest first",
		Op:      route.Op((*Family).sessions),
	},
	{
		ID: "account.end_session", Method: "DELETE", Path: "/api/auth/sessions/{id}",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "End a session",
		Op:      route.OnRecord((*Family).loadOwnSession, (*Family).endSession),
	},
	{
		ID: "account.jwks", Method: "GET", Path: "/.well-known/jwks.json",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "The public keys of access tokens",
		Op:      route.Op((*Family).jwks),
	},
}
