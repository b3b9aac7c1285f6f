package pages

import (
	"stint/shared/auth"
	"stint/shared/domain/audit"
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
	timesheetPath  = "/p/timesheet"
	timerPath      = "/p/timer"
	signedInPath   = "/p/signed-in"

	notificationsPath = "/p/notifications"
)

// linkPath is the path of a client link in the API. The token follows.
const linkPath = "/api/public/client-approval/"

// Routes is the route table of this family.
var Routes = []route.Spec{
	{
		ID: "pages.verify_email", Method: "GET", Path: verifyPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary: "Show the page to confirm an e-mail address",
		Notes:   "The link in the mail leads here. Opening the page changes nothing.",
		Op:      route.Op((*Family).verifyEmail),
	},
	{
		ID: "pages.confirm_email", Method: "POST", Path: verifyPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		Summary:  "Confirm an e-mail address with the button of the page",
		Notes:    tokenNote,
		Problems: []problem.Code{problem.CodeForbidden, problem.CodeConflict},
		Audit:    []audit.Action{audit.LoginUnlinked},
		Op:       route.Op((*Family).confirmEmail),
	},
	{
		ID: "pages.password_reset", Method: "GET", Path: resetPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary: "Show the page to choose a new password",
		Notes:   "The link in the mail leads here. Opening the page changes nothing.",
		Op:      route.Op((*Family).passwordReset),
	},
	{
		ID: "pages.reset_password", Method: "POST", Path: resetPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		Summary:  "Reset the password with the form of the page",
		Notes:    "All sessions end, and the address counts as verified. " + tokenNote,
		Problems: []problem.Code{problem.CodeForbidden, problem.CodeConflict},
		Audit:    []audit.Action{audit.LoginUnlinked, audit.SecondFactorDisabled},
		Op:       route.Op((*Family).resetPassword),
	},
	{
		ID: "pages.invitation", Method: "GET", Path: invitationPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary:  "Show the page of an invitation",
		Notes:    "The link in the mail leads here. Opening the page changes nothing.",
		Problems: []problem.Code{problem.CodeNotFound},
		Op:       route.Op((*Family).invitation),
	},
	{
		ID: "pages.join", Method: "POST", Path: invitationPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitAccount, Throttle: route.StrictThrottle,
		Summary: "Join a workspace with the form of the page",
		Notes: "Registers and signs in a user without an account. A user with an account confirms with their password. " +
			"The address must be the one that the invitation was sent to, and counts as verified. " + tokenNote,
		Problems: []problem.Code{problem.CodeUnauthorized, problem.CodeForbidden, problem.CodeConflict},
		Audit:    []audit.Action{audit.InvitationAccepted, audit.MemberJoined, audit.SessionOpened, audit.LoginUnlinked},
		Op:       route.Op((*Family).join),
	},
	{
		ID: "pages.client_approval", Method: "GET", Path: approvalPath + "{token}",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary:  "Show the page on which a client signs a timesheet",
		Notes:    "The link in the mail leads here. Opening the page decides nothing.",
		Problems: []problem.Code{problem.CodeNotFound},
		Op:       route.Op((*Family).clientApproval),
	},
	{
		ID: "pages.sign", Method: "POST", Path: approvalPath + "{token}",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		Summary:  "Approve or decline a timesheet with the form of the page",
		Notes:    "A link allows one decision. Forms from pages of other sites are refused.",
		Problems: []problem.Code{problem.CodeNotFound, problem.CodeForbidden, problem.CodeConflict},
		Audit:    []audit.Action{audit.ClientApproved, audit.ClientRejected},
		Op:       route.Op((*Family).sign),
	},
	{
		ID: "pages.sso_verify", Method: "GET", Path: ssoVerifyPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary: "Show the page to confirm a sign-in",
		Notes:   "The link in the mail leads here. Opening the page changes nothing.",
		Op:      route.Op((*Family).ssoVerify),
	},
	{
		ID: "pages.confirm_sso", Method: "POST", Path: ssoVerifyPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		Summary: "Confirm a sign-in with the button of the page",
		Notes: "Links the login to the account of the address, or creates an account, and signs in. Asks for a code " +
			"where the account has a second factor. " + tokenNote,
		Problems: []problem.Code{problem.CodeUnauthorized, problem.CodeForbidden, problem.CodeConflict},
		Audit:    []audit.Action{audit.SessionOpened, audit.WorkspaceCreated, audit.LoginLinked},
		Op:       route.Op((*Family).confirmSSO),
	},
	{
		ID: "pages.timesheet", Method: "GET", Path: timesheetPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary: "Show the timesheet of a mail",
		Notes: "The link in the mail leads here. Opening the page changes nothing. 409 when nothing waits for the decision " +
			"any more, or when the person has lost a right since the mail was sent.",
		Problems: []problem.Code{problem.CodeNotFound, problem.CodeForbidden, problem.CodeConflict},
		Op:       route.Op((*Family).timesheet),
	},
	{
		ID: "pages.decide_timesheet", Method: "POST", Path: timesheetPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		Summary: "Approve or reject a timesheet with the form of the page",
		Notes: "Decides on the lines that wait for the person who was mailed, in their name. A token decides once. " +
			tokenNote,
		Problems: []problem.Code{problem.CodeNotFound, problem.CodeForbidden, problem.CodeConflict},
		Audit:    []audit.Action{audit.ApprovedAll, audit.LineRejected},
		Op:       route.Op((*Family).decideTimesheet),
	},
	{
		ID: "pages.timer", Method: "GET", Path: timerPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary: "Show the timer of a mail",
		Notes: "The link in the mail leads here. Opening the page changes nothing. 409 when the timer does not run any " +
			"more.",
		Problems: []problem.Code{problem.CodeNotFound, problem.CodeForbidden, problem.CodeConflict},
		Op:       route.Op((*Family).timer),
	},
	{
		ID: "pages.stop_timer", Method: "POST", Path: timerPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		Summary:  "Stop a timer with the form of the page",
		Notes:    "Stops the timer of the mail, and no other. " + tokenNote,
		Problems: []problem.Code{problem.CodeNotFound, problem.CodeForbidden, problem.CodeConflict},
		Op:       route.Op((*Family).stopTimer),
	},
	{
		ID: "pages.notifications", Method: "GET", Path: notificationsPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary:  "Show the page that switches a kind of mail off",
		Notes:    "The link in the mail leads here. Opening the page changes nothing.",
		Problems: []problem.Code{problem.CodeNotFound, problem.CodeConflict},
		Op:       route.Op((*Family).notifications),
	},
	{
		ID: "pages.mute", Method: "POST", Path: notificationsPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		Summary: "Switch a kind of mail off with the form of the page",
		Notes: "Mail programs send the one-click unsubscription here, also as multipart/form-data. It may be repeated. " +
			tokenNote,
		Problems: []problem.Code{problem.CodeNotFound, problem.CodeConflict},
		Op:       route.Op((*Family).mute),
	},
	{
		ID: "pages.passkeys", Method: "GET", Path: "/p/passkeys",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Show the page on which passkeys sign in and are added",
		Op:      route.Op((*Family).passkeys),
	},
	{
		ID: "pages.signed_in", Method: "GET", Path: signedInPath,
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Show the page after a sign-in",
		Op:      route.Op((*Family).signedIn),
	},
	{
		ID: "pages.connected", Method: "GET", Path: "/p/connected",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Show the page after connecting a calendar",
		Op:      route.Op((*Family).connected),
	},
	{
		ID: "pages.sign_in_failed", Method: "GET", Path: "/p/sign-in-failed",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Show the page after a failed sign-in",
		Op:      route.Op((*Family).signInFailed),
	},
	{
		ID: "pages.connect_failed", Method: "GET", Path: "/p/connect-failed",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Show the page after a calendar could not be connected",
		Op:      route.Op((*Family).connectFailed),
	},
	{
		ID: "pages.check_mail", Method: "GET", Path: "/p/check-mail",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Show the page that asks to check the mailbox",
		Op:      route.Op((*Family).checkMail),
	},
}

// tokenNote is part of the notes of every form.
const tokenNote = "The token can be in the query instead of the form. Forms from pages of other sites are refused."
