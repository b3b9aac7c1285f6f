package account

import (
	"slices"

	"stint/shared/auth"
	"stint/shared/domain/audit"
	"stint/shared/problem"
	"stint/shared/route"
)

// Routes is the route table of this family.
var Routes = append([]route.Spec{
	{
		ID: "account.register", Method: "POST", Path: "/api/auth/register",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitAccount, Throttle: route.StrictThrottle,
		SetsCookie: true,
		Summary:    "Register an account",
		Notes: "Creates the user and a first workspace that they own, and opens a session. With an invitation token, the " +
			"user joins the workspace of the invitation instead. " +
			"Without one, an instance may refuse some or all addresses with registration_closed, but never its first account.",
		Problems: []problem.Code{problem.CodeForbidden, problem.CodeConflict},
		Audit:    []audit.Action{audit.WorkspaceCreated, audit.SessionOpened, audit.InvitationAccepted, audit.MemberJoined},
		Op:       route.Op((*Family).register),
	},
	{
		ID: "account.login", Method: "POST", Path: "/api/auth/login",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitAccount, Throttle: route.StrictThrottle,
		SetsCookie: true,
		Summary:    "Log in with a password",
		Notes: "The active workspace is the last active one, or else that of the oldest membership, or null. Unknown " +
			"addresses and wrong passwords get the same answer. An account with a second factor needs a code too: without " +
			"one, the right password gets 403 second_factor_required.",
		Problems: []problem.Code{problem.CodeUnauthorized, problem.CodeForbidden},
		Audit:    []audit.Action{audit.SessionOpened},
		Op:       route.OpWithInput((*Family).login),
	},
	{
		ID: "account.refresh", Method: "POST", Path: "/api/auth/refresh",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitUser, ReadsRefreshCookie: true,
		SetsCookie: true,
		Summary:    "Refresh the access token",
		Notes: "Can also switch the active workspace. Reads the refresh token from its cookie and replaces it. For ten " +
			"seconds, the previous refresh token returns the current one again; " +
			"any older refresh token ends the session. Without the cookie, a valid access token can switch the workspace; " +
			"the new access token expires when the old one does.",
		Problems: []problem.Code{problem.CodeUnauthorized, problem.CodeForbidden, problem.CodeNotFound, problem.CodeConflict},
		Audit:    []audit.Action{audit.SessionOpened},
		Op:       route.Op((*Family).refresh),
	},
	{
		ID: "account.logout", Method: "POST", Path: "/api/auth/logout", AnyBody: true,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitUser, ReadsRefreshCookie: true,
		SetsCookie: true,
		Summary:    "Log out",
		Notes:      "Ends the sessions of the cookie and of the access token that are sent, and clears the cookie.",
		Problems:   []problem.Code{problem.CodeForbidden},
		Op:         route.Op((*Family).logout),
	},
	{
		ID: "account.me", Method: "GET", Path: "/api/auth/me",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "Get the current user",
		Notes:   "With their workspaces and sign-in methods.",
		Op:      route.Op((*Family).me),
	},
	{
		ID: "account.providers", Method: "GET", Path: "/api/auth/providers",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "List sign-in methods",
		Notes: "The settings OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET enable the provider external. Register " +
			"this redirect address at the provider, " +
			"such as Google (https://accounts.google.com): the address of this service followed by " +
			"/api/auth/sso/external/callback.",
		Op: route.Op((*Family).providers),
	},
	{
		ID: "account.preferences", Method: "PATCH", Path: "/api/auth/me/preferences",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "Update preferences",
		Notes:   "A property that is absent stays unchanged.",
		Op:      route.OpWithInput((*Family).preferences),
	},
	{
		ID: "account.notifications", Method: "GET", Path: "/api/me/notifications",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "Get the notification settings",
		Notes: "Which mails the caller is sent on what concerns them. All are on until they are switched off. version " +
			"is that of the user.",
		Op: route.Op((*Family).notifications),
	},
	{
		ID: "account.replace_notifications", Method: "PUT", Path: "/api/me/notifications",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "Replace the notification settings",
		Notes: "A property that is absent is true. A mail that is switched off while it waits is not sent. Mails on " +
			"the security of the account cannot be switched off.",
		Op: route.OpWithInput((*Family).replaceNotifications),
	},
	{
		ID: "account.profile", Method: "PATCH", Path: "/api/me/profile",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "Update the profile",
		Notes: "The display name, the password, or both. A new password requires the current one and ends all other " +
			"sessions.",
		Op: route.Op((*Family).profile),
	},
	{
		ID: "account.delete", Method: "DELETE", Path: "/api/me",
		Credential: auth.Session, Permission: auth.OwnAccount, Fresh: route.FreshAlways, IfMatch: true, SetsCookie: true,
		Summary: "Delete the account",
		Notes: "Nobody can sign in to it from then on, and the address can register again. Workspaces of its own without " +
			"other members are deleted too. " +
			"All memberships end; time stays with its workspaces, of a user who is shown as \"Deleted user\". Nothing " +
			"brings the account back.",
		Problems: []problem.Code{problem.CodeConflict},
		Audit:    []audit.Action{audit.MemberLeft, audit.WorkspaceDeleted},
		Op:       route.Op((*Family).remove),
	},
	{
		ID: "account.export", Method: "GET", Path: "/api/me/export",
		Credential: auth.Session, Permission: auth.OwnAccount, WithCalendar: true,
		Summary: "Export the account",
		Notes: "Everything that the service holds about the caller, in pages. The first page has the account and all " +
			"records about it. Without limit, it also has as many entries and submissions as an answer holds. For the rest, " +
			"repeat the request with cursor until next_cursor is null. No secret is part of it.",
		Op: route.OpWithInput((*Family).export),
	},
	{
		ID: "account.unlink", Method: "DELETE", Path: "/api/auth/me/external-logins/{provider}",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary:  "Unlink an identity provider",
		Notes:    "The only way to sign in cannot be removed: set a password first.",
		Problems: []problem.Code{problem.CodeNotFound, problem.CodeConflict},
		Audit:    []audit.Action{audit.LoginUnlinked},
		Op:       route.OnRecord((*Family).loadLogin, (*Family).unlink),
	},
	{
		ID: "account.set_password", Method: "POST", Path: "/api/auth/password/set",
		Credential: auth.Session, Permission: auth.OwnAccount, Fresh: route.FreshAlways, Throttle: route.StrictThrottle,
		Summary: "Set a first password",
		Notes:   "For accounts without a password. Change an existing password with PATCH /api/me/profile.",
		Op:      route.Op((*Family).setPassword),
	},
	{
		ID: "account.reauthenticate", Method: "POST", Path: "/api/auth/reauthenticate",
		Credential: auth.Session, Permission: auth.OwnAccount, Throttle: route.StrictThrottle,
		Summary: "Reauthenticate",
		Notes: "The session counts as fresh again, for an hour unless the instance is configured otherwise. An " +
			"account without a password uses single sign-on with reauthenticate=true instead.",
		Problems: []problem.Code{problem.CodeForbidden, problem.CodeConflict, problem.CodeRateLimited},
		Op:       route.OpWithInput((*Family).reauthenticate),
	},
	{
		ID: "account.request_reset", Method: "POST", Path: "/api/auth/password-reset/request",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitAccount, Throttle: route.StrictThrottle,
		Summary: "Request a password reset",
		Notes: "The answer is the same whether or not the address has an account, and over the limits of attempts and " +
			"mail, when nothing is sent.",
		Op: route.OpWithInput((*Family).requestReset),
	},
	{
		ID: "account.confirm_reset", Method: "POST", Path: "/api/auth/password-reset/confirm",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		Summary: "Reset the password",
		Notes: "Takes the token from the mail. The token works once and is valid for 60 minutes. All sessions end, and " +
			"the address counts as verified. All API keys of the account end too, unless keepApiKeys is true. " +
			"If the address was not verified before, external logins and the calendar connection end as well, and API keys " +
			"in any case.",
		Problems: []problem.Code{problem.CodeConflict},
		Audit:    []audit.Action{audit.LoginUnlinked, audit.SecondFactorDisabled},
		Op:       route.Op((*Family).confirmReset),
	},
	{
		ID: "account.verify_email", Method: "POST", Path: "/api/auth/verify-email",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		Summary: "Verify an e-mail address",
		Notes: "Takes the token from the mail. Needs an access token of the account or its password. The first proof of " +
			"an address makes the account the prover's alone: it ends all other sessions, " +
			"and all API keys, external logins and calendar connections that were made before.",
		Problems: []problem.Code{problem.CodeUnauthorized, problem.CodeConflict},
		Audit:    []audit.Action{audit.LoginUnlinked},
		Op:       route.Op((*Family).verifyEmail),
	},
	{
		ID: "account.resend_verification", Method: "POST", Path: "/api/auth/verify-email/resend",
		Credential: auth.Session, Permission: auth.OwnAccount, Limit: route.LimitAccount, Throttle: route.StrictThrottle,
		Summary: "Resend the verification mail",
		Notes:   "Does nothing when the address is verified already, or over the limits of attempts and mail.",
		Op:      route.Op((*Family).resendVerification),
	},
	{
		ID: "account.sessions", Method: "GET", Path: "/api/auth/sessions",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "List sessions",
		Notes:   "The caller's own, newest first.",
		Op:      route.OpWithInput((*Family).sessions),
	},
	{
		ID: "account.end_other_sessions", Method: "DELETE", Path: "/api/auth/sessions",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary:  "End all other sessions",
		Notes:    "API keys stay valid. To end the session of the request too, log out.",
		Problems: []problem.Code{problem.CodeConflict},
		Op:       route.Op((*Family).endOtherSessions),
	},
	{
		ID: "account.end_session", Method: "DELETE", Path: "/api/auth/sessions/{id}",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "End a session",
		Notes:   "Its access tokens and its refresh token stop working at once.",
		Op:      route.OnRecord((*Family).loadOwnSession, (*Family).endSession),
	},
	{
		ID: "account.jwks", Method: "GET", Path: "/.well-known/jwks.json",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Get the public keys",
		Notes:   "They verify the signatures of access tokens.",
		Op:      route.Op((*Family).jwks),
	},
}, slices.Concat(totpRoutes, passkeyRoutes)...)

// totpRoutes are the routes of the second factor.
var totpRoutes = []route.Spec{
	{
		ID: "account.totp", Method: "GET", Path: "/api/auth/totp",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "Get the second factor",
		Notes:   "Whether the account has one, and how many recovery codes are left.",
		Op:      route.Op((*Family).totp),
	},
	{
		ID: "account.enroll_totp", Method: "POST", Path: "/api/auth/totp",
		Credential: auth.Session, Permission: auth.OwnAccount, Fresh: route.FreshAlways,
		Summary: "Enroll an authenticator app",
		Notes: "The secret is shown this once. It counts only after a code of the app has confirmed it. Until then " +
			"another one may take its place.",
		Problems: []problem.Code{problem.CodeConflict},
		Op:       route.Op((*Family).enrollTotp),
	},
	{
		ID: "account.confirm_totp", Method: "POST", Path: "/api/auth/totp/confirm",
		Credential: auth.Session, Permission: auth.OwnAccount, Fresh: route.FreshAlways, Throttle: route.StrictThrottle,
		Summary:  "Confirm the second factor",
		Notes:    "The recovery codes are shown this once. The code counts as used.",
		Problems: []problem.Code{problem.CodeConflict, problem.CodeRateLimited},
		Audit:    []audit.Action{audit.SecondFactorEnabled},
		Op:       route.OpWithInput((*Family).confirmTotp),
	},
	{
		ID: "account.disable_totp", Method: "DELETE", Path: "/api/auth/totp",
		Credential: auth.Session, Permission: auth.OwnAccount, Fresh: route.FreshAlways, Throttle: route.StrictThrottle,
		Summary:  "Disable the second factor",
		Notes:    "Takes a code of the app or a recovery code.",
		Problems: []problem.Code{problem.CodeConflict, problem.CodeRateLimited},
		Audit:    []audit.Action{audit.SecondFactorDisabled},
		Op:       route.Op((*Family).disableTotp),
	},
	{
		ID: "account.replace_recovery_codes", Method: "POST", Path: "/api/auth/totp/recovery-codes",
		Credential: auth.Session, Permission: auth.OwnAccount, Fresh: route.FreshAlways, Throttle: route.StrictThrottle,
		Summary: "Replace the recovery codes",
		Notes: "Takes a code of the app or a recovery code. The new codes are shown this once, and the earlier ones " +
			"stop working.",
		Problems: []problem.Code{problem.CodeConflict, problem.CodeRateLimited},
		Audit:    []audit.Action{audit.RecoveryCodesReplaced},
		Op:       route.Op((*Family).replaceRecoveryCodes),
	},
}
