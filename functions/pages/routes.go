package pages

import (
	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/route"
)

// The paths of the pages. Mails link to them.
const (
	verifyPath     = "/p/verify-email"
	resetPath      = "/p/password-reset"
	invitationPath = "/p/invitation"
	approvalPath   = "/p/client-approval/" // the token follows
	ssoVerifyPath  = "/p/sso-verify"
)

// Routes is the route table of this family.
var Routes = []route.Spec{
	{
		ID: "pages.verify_email", Method: "GET", Path: verifyPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary: "The page to confirm an e-mail address",
		Notes:   "Where the link in the mail leads. Opening it changes nothing.",
		Op:      route.Op((*Family).verifyEmail),
	},
	{
		ID: "pages.confirm_email", Method: "POST", Path: verifyPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		Summary:  "Confirm an e-mail address by the page's button",
		Notes:    tokenNote,
		Problems: []problem.Code{problem.CodeForbidden, problem.CodeConflict},
		Op:       route.Op((*Family).confirmEmail),
	},
	{
		ID: "pages.password_reset", Method: "GET", Path: resetPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary: "The page to choose a new password",
		Notes:   "Where the link in the mail leads. Opening it changes nothing.",
		Op:      route.Op((*Family).passwordReset),
	},
	{
		ID: "pages.reset_password", Method: "POST", Path: resetPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		Summary:  "Choose a new password by the page's form",
		Notes:    "All sessions end, and the address counts as verified. " + tokenNote,
		Problems: []problem.Code{problem.CodeForbidden, problem.CodeConflict},
		Op:       route.Op((*Family).resetPassword),
	},
	{
		ID: "pages.invitation", Method: "GET", Path: invitationPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary:  "The page of an invitation",
		Notes:    "Where the link in the mail leads. Opening it changes nothing.",
		Problems: []problem.Code{problem.CodeNotFound},
		Op:       route.Op((*Family).invitation),
	},
	{
		ID: "pages.join", Method: "POST", Path: invitationPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitAccount, Throttle: route.StrictThrottle,
		Summary: "Join a workspace by the page's form",
		Notes: "Registers whoever has no account yet, and signs them in; whoever has one proves it by password. " +
			"The address must be the one that the invitation was sent to; it counts as verified. " + tokenNote,
		Problems: []problem.Code{problem.CodeUnauthorized, problem.CodeForbidden, problem.CodeConflict},
		Op:       route.Op((*Family).join),
	},
	{
		ID: "pages.client_approval", Method: "GET", Path: approvalPath + "{token}",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary:  "The page on which a client reads and signs a timesheet",
		Notes:    "Where the link in the mail leads. Opening it decides nothing.",
		Problems: []problem.Code{problem.CodeNotFound},
		Op:       route.Op((*Family).clientApproval),
	},
	{
		ID: "pages.sign", Method: "POST", Path: approvalPath + "{token}",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		Summary:  "Approve or decline a timesheet by the page's form",
		Notes:    "There is one decision by a link. A form from a foreign page is refused.",
		Problems: []problem.Code{problem.CodeNotFound, problem.CodeForbidden, problem.CodeConflict},
		Op:       route.Op((*Family).sign),
	},
	{
		ID: "pages.sso_verify", Method: "GET", Path: ssoVerifyPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary: "The page to confirm a sign-in",
		Notes:   "Where the link in the mail leads. Opening it changes nothing.",
		Op:      route.Op((*Family).ssoVerify),
	},
	{
		ID: "pages.confirm_sso", Method: "POST", Path: ssoVerifyPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		Summary:  "Confirm a sign-in by the page's button",
		Notes:    "Links the login to the account of the address, or makes one, and signs in. " + tokenNote,
		Problems: []problem.Code{problem.CodeForbidden, problem.CodeConflict},
		Op:       route.Op((*Family).confirmSSO),
	},
	{
		ID: "pages.signed_in", Method: "GET", Path: "/p/signed-in",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Where a browser ends up that has signed in, unless it said otherwise",
		Op:      route.Op((*Family).signedIn),
	},
	{
		ID: "pages.connected", Method: "GET", Path: "/p/connected",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Where a browser ends up that has connected a calendar",
		Op:      route.Op((*Family).connected),
	},
	{
		ID: "pages.sign_in_failed", Method: "GET", Path: "/p/sign-in-failed",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Where a browser ends up that could not be signed in",
		Op:      route.Op((*Family).signInFailed),
	},
	{
		ID: "pages.connect_failed", Method: "GET", Path: "/p/connect-failed",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Where a browser ends up whose calendar could not be connected",
		Op:      route.Op((*Family).connectFailed),
	},
	{
		ID: "pages.check_mail", Method: "GET", Path: "/p/check-mail",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Where a browser ends up whose sign-in must be confirmed first",
		Op:      route.Op((*Family).checkMail),
	},
}

// tokenNote is said of every form.
const tokenNote = "The token may stand in the query instead of the form. A form from a foreign page is refused."
