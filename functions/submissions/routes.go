package submissions

import (
	"stint/shared/auth"
	"stint/shared/route"
)

const (
	pathSubmissions = "/api/workspaces/me/timesheet-submissions"
	pathSubmission  = pathSubmissions + "/{submissionId}"
	pathLine        = "/api/workspaces/me/submission-lines/{lineId}"
	pathLinks       = pathSubmission + "/client-approval-links"
)

// Routes is the route table of this family.
var Routes = []route.Spec{
	{
		ID: "submissions.list", Method: "GET", Path: pathSubmissions,
		Credential: auth.Session, Permission: auth.ReadTime,
		Summary: "The timesheet submissions that the caller may see, without their lines",
		Notes: "Owner, admins and analysts see all, others their own and those with a line of a project that they manage. " +
			"from and to are dates, half-open, on the first day of the period. One's own, and one user's, come by period, the latest first; all others the latest made first.",
		Op: route.Op((*Family).list),
	},
	{
		ID: "submissions.create", Method: "POST", Path: pathSubmissions,
		Credential: auth.Session, Permission: auth.SubmitTime, Creates: true,
		Summary: "Submit one's own time of a period",
		Notes: "Takes the caller's finished entries of the period that are not locked, and groups them into lines, one per project, task, billable flag and currency. " +
			"The entries are locked while their line is pending or approved. Seconds and amounts are rounded per entry, by the workspace's rounding at this moment. " +
			"409 when there is nothing to submit, when a timer runs in the period, and beside an open submission that shares a day; beside an approved one the unlocked rest is taken. " +
			"More than 500 lines or 10,000 entries are 422 range_too_long.",
		Op: route.Op((*Family).create),
	},
	{
		ID: "submissions.get", Method: "GET", Path: pathSubmission,
		Credential: auth.Session, Permission: auth.ReadTime,
		Summary: "A submission with its lines",
		Op:      route.OnRecord((*Family).loadSubmission, (*Family).get),
	},
	{
		ID: "submissions.withdraw", Method: "POST", Path: pathSubmission + "/withdraw",
		Credential: auth.Session, Permission: auth.SubmitTime,
		Summary: "Take one's own submission back and unlock its entries",
		Notes:   "An approved one cannot be withdrawn: 409. Its lines go on to show how they stood, and lock nothing.",
		Op:      route.OnRecord((*Family).loadSubmission, (*Family).withdraw),
	},
	{
		ID: "submissions.resubmit", Method: "POST", Path: pathSubmission + "/resubmit",
		Credential: auth.Session, Permission: auth.SubmitTime,
		Summary: "Submit the rejected lines of one's own submission again",
		Notes: "Dissolves the rejected lines and groups their entries as they are now, plus new unlocked ones of the period, into pending lines. " +
			"A project, task, billable flag and currency that has a line already keeps its id; an approved line that gains entries is pending again. 409 unless something is rejected.",
		Op: route.OnRecord((*Family).loadSubmission, (*Family).resubmit),
	},
	{
		ID: "submissions.reopen", Method: "POST", Path: pathSubmission + "/reopen",
		Credential: auth.Session, Permission: auth.ReopenTime,
		Summary: "Make every line of an approved submission pending again",
		Notes:   "Links to clients that nobody has decided by are void from then on. 409 unless it is approved.",
		Op:      route.OnRecord((*Family).loadSubmission, (*Family).reopen),
	},
	{
		ID: "submissions.approve_all", Method: "POST", Path: pathSubmission + "/approve-all",
		Credential: auth.Session, Permission: auth.DecideTime,
		Summary: "Approve every pending line that the caller may decide on, all at once",
		Op:      route.OnRecord((*Family).loadSubmission, (*Family).approveAll),
	},
	{
		ID: "submissions.events", Method: "GET", Path: pathSubmission + "/events",
		Credential: auth.Session, Permission: auth.ReadTime,
		Summary: "What happened to a submission, oldest first",
		Op:      route.OnRecord((*Family).loadSubmissionRecord, (*Family).events),
	},
	{
		ID: "submissions.reject_line", Method: "POST", Path: pathLine + "/reject",
		Credential: auth.Session, Permission: auth.DecideTime,
		Summary: "Reject a line, which unlocks its entries",
		Notes:   "Again is 200 without a new event. An approved line cannot be rejected, unless the submission is reopened: 409.",
		Op:      route.OnRecord((*Family).loadLine, (*Family).rejectLine),
	},
	{
		ID: "submissions.approve_line", Method: "POST", Path: pathLine + "/approve",
		Credential: auth.Session, Permission: auth.DecideTime,
		Summary: "Approve a line",
		Notes:   "Again is 200 without a new event. A rejected line has to be resubmitted first: 409.",
		Op:      route.OnRecord((*Family).loadLine, (*Family).approveLine),
	},
	{
		ID: "client_links.list", Method: "GET", Path: pathLinks,
		Credential: auth.Session, Permission: auth.ReadTime,
		Summary: "The links by which clients can sign a submission, oldest first",
		Op:      route.OnRecord((*Family).loadLinkParent, (*Family).listLinks),
	},
	{
		ID: "client_links.create", Method: "POST", Path: pathLinks,
		Credential: auth.Session, Permission: auth.ShareTime, Creates: true, Throttle: route.StrictThrottle,
		Summary: "Make a link by which a client can sign an approved submission, and mail it",
		Notes: "For owner, admins, and who manages all projects of the submission. What the client is shown is fixed at this moment. " +
			"url and token are shown this once. Reopening the submission makes an undecided link worthless. At most 50 links per submission.",
		Op: route.OnRecord((*Family).loadLinkParent, (*Family).createLink),
	},
	{
		ID: "client_links.get", Method: "GET", Path: pathLinks + "/{linkId}",
		Credential: auth.Session, Permission: auth.ReadTime,
		Summary: "A link with what it shows and the signature",
		Notes:   "The signature can be verified: its content_sha256 is the SHA-256 of content in the form of RFC 8785.",
		Op:      route.OnRecord((*Family).loadLink, (*Family).getLink),
	},
	{
		ID: "client_links.revoke", Method: "DELETE", Path: pathLinks + "/{linkId}",
		Credential: auth.Session, Permission: auth.ShareTime,
		Summary: "Revoke a link that nobody has decided by",
		Op:      route.OnRecord((*Family).loadLink, (*Family).revokeLink),
	},
}
