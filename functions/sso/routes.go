package sso

import (
	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/route"
)

// The paths below the provider's name.
const (
	basePath     = "/api/auth/sso/external"
	callbackPath = basePath + "/callback"
	failedPath   = "/p/sign-in-failed" // where browsers read what went wrong
)

// Routes is the route table of this family. Where single sign-on is not
// configured, none of them is there.
var Routes = []route.Spec{
	{
		ID: "sso.start", Method: "GET", Path: basePath + "/start",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitAccount, Throttle: route.StrictThrottle,
		Summary: "Begin to sign in through the identity provider",
		Notes: "With an access token the login is linked to that account instead. The state works once, for ten minutes, in the browser that is given the cookie. " +
			"return_to is a path on this site, or an address on an origin that may call this API.",
		Problems: []problem.Code{problem.CodeNotFound, problem.CodeUnauthorized, problem.CodeExternalOAuthError},
		Op:       route.OnRecord((*Family).requireProvider, (*Family).start),
	},
	{
		ID: "sso.callback", Method: "GET", Path: callbackPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle, FailurePage: failedPath,
		Summary: "Come back from the identity provider",
		Notes: "A login that is known opens its account. A verified address that nobody has gets an account with a first workspace. " +
			"Any other address is sent a mail first. The refresh token is set as a cookie; no token is ever in an address. " +
			"A browser is sent on to a page also when it went wrong.",
		Problems: []problem.Code{problem.CodeNotFound, problem.CodePKCEStateNotFound, problem.CodeExternalOAuthError, problem.CodeUnauthorized, problem.CodeConflict},
		Op:       route.OnRecord((*Family).requireProvider, (*Family).callback),
	},
	{
		ID: "sso.verify_email", Method: "GET", Path: basePath + "/verify-email",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary:  "Look at a mailed token",
		Notes:    "Changes nothing, so that mail scanners may follow links. A dead token is no error.",
		Problems: []problem.Code{problem.CodeNotFound},
		Op:       route.OnRecord((*Family).requireProvider, (*Family).verifyEmail),
	},
	{
		ID: "sso.confirm_email", Method: "POST", Path: basePath + "/verify-email",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		Summary: "Confirm a sign-in with the token from the mail",
		Notes: "The token works once, for 24 hours. It links the login to the account of the address, or makes one. " +
			"An address that was not verified before is from now on; a password set before that, and its sessions, end.",
		Problems: []problem.Code{problem.CodeNotFound, problem.CodeConflict},
		Op:       route.OnRecord((*Family).requireProvider, (*Family).confirmEmail),
	},
}
