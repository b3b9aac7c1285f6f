package sso

import (
	"stint/shared/auth"
	"stint/shared/domain/audit"
	"stint/shared/oidc"
	"stint/shared/problem"
	"stint/shared/route"
)

// The paths of this family.
const (
	basePath     = "/api/auth/sso/external"
	callbackPath = oidc.CallbackPath
	failedPath   = "/p/sign-in-failed" // the failure page of browsers
)

// Routes is the route table of this family. All routes answer 404 when single
// sign-on is not configured.
var Routes = []route.Spec{
	{
		ID: "sso.start", Method: "GET", Path: basePath + "/start",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitAccount, Throttle: route.StrictThrottle,
		SetsCookie: true, NoHead: true,
		Summary: "Start single sign-on",
		Notes: "Signs in. With an access token, it links the login to the account of the token instead of signing in, which " +
			"needs a fresh session. With reauthenticate=true, " +
			"the user of the access token proves at the provider again who they are, and the session is fresh afterwards. " +
			"The state works once, for ten minutes, in the browser that gets the cookie. " +
			"return_to is a path on this site, or an address on an origin that may call this API. If it is a page on which " +
			"users allow apps, the flow signs in to those pages only, and the provider asks for a new sign-in.",
		Problems: []problem.Code{problem.CodeNotFound, problem.CodeUnauthorized, problem.CodeForbidden, problem.CodeConflict,
			problem.CodeExternalOAuthError},
		Op: route.OnRecord((*Family).requireProvider, (*Family).start),
	},
	{
		ID: "sso.callback", Method: "GET", Path: callbackPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		FailurePage: failedPath, SetsCookie: true, NoHead: true,
		Summary: "Finish single sign-on",
		Notes: "The identity provider redirects here. A linked login signs in to its account. A verified address without " +
			"an account gets one with a first workspace, unless the instance refuses it with registration_closed. " +
			"For any other address, a mail is sent to confirm it first. The refresh token is set as a cookie; no address " +
			"contains a token. " +
			"Browsers are redirected to a page, also after a failure. A flow to a page on which users allow apps sets the " +
			"cookie of these pages instead, and returns to the page after a failure, with sign_in_error in its query.",
		Problems: []problem.Code{problem.CodeNotFound, problem.CodePKCEStateNotFound, problem.CodeExternalOAuthError,
			problem.CodeUnauthorized, problem.CodeForbidden, problem.CodeConflict},
		Audit: []audit.Action{audit.SessionOpened, audit.WorkspaceCreated, audit.LoginLinked},
		Op:    route.OnRecord((*Family).requireProvider, (*Family).callback),
	},
	{
		ID: "sso.verify_email", Method: "GET", Path: basePath + "/verify-email",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary:  "Check a mailed token",
		Notes:    "Changes nothing, since mail scanners follow links. An invalid token is no error.",
		Problems: []problem.Code{problem.CodeNotFound},
		Op:       route.OnRecord((*Family).requireProvider, (*Family).verifyEmail),
	},
	{
		ID: "sso.confirm_email", Method: "POST", Path: basePath + "/verify-email",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		SetsCookie: true,
		Summary:    "Confirm a sign-in",
		Notes: "Takes the token from the mail. The token works once and is valid for 24 hours. It links the login to the " +
			"account of the address, or creates an account. " +
			"Where the account has a second factor, its code is needed too, as at login. " +
			"The address counts as verified. If it did not before, the password, the sessions, the API keys, other external " +
			"logins and the calendar connection of the account end.",
		Problems: []problem.Code{problem.CodeNotFound, problem.CodeUnauthorized, problem.CodeForbidden, problem.CodeConflict},
		Audit:    []audit.Action{audit.SessionOpened, audit.WorkspaceCreated, audit.LoginLinked},
		Op:       route.OnRecord((*Family).requireProvider, (*Family).confirmEmail),
	},
}
