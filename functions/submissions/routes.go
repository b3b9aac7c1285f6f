package submissions

import (
	"stint/shared/auth"
	"stint/shared/domain/audit"
	"stint/shared/problem"
	"stint/shared/route"
)

const (
	pathSubmissions = "/api/workspaces/me/timesheet-submissions"
	pathSubmission  = pathSubmissions + "/{submissionId}"
	pathLine        = "/api/workspaces/me/submission-lines/{lineId}"
	pathLinks       = pathSubmission + "/client-approval-links"
)

// Routes is the route table of this family.
var Routes = route.WithTwins([]route.Spec{
	{
		ID: "submissions.list", Method: "GET", Path: pathSubmissions,
		Credential: auth.Session, Permission: auth.ReadTime,
		Summary: "List submissions",
		Notes: "The submissions come without their lines. Owners, admins and analysts see all submissions; users see " +
			"their own and those with a line of a project that they manage. " +
			"from (included) and to (excluded) limit the first day of the period. The submissions of one user are ordered " +
			"by period, latest first; all others by creation, latest first.",
		Op: route.Op((*Family).list),
	},
	{
		ID: "submissions.create", Method: "POST", Path: pathSubmissions,
		Credential: auth.Session, Permission: auth.SubmitTime, Creates: true,
		Summary: "Submit a timesheet",
		Notes: "Groups the caller's finished, unlocked entries of the period into lines, one per project, task, billable " +
			"flag and currency. " +
			"Entries are locked while their line is pending or approved. Seconds and amounts are rounded per entry by the " +
			"workspace's current rounding. " +
			"409 if there is nothing to submit, if a timer runs in the period, or if an open submission shares a day with " +
			"it. Next to an approved submission, the unlocked rest is submitted. " +
			"422 range_too_long for more than 500 lines or 10,000 entries, and " +
			"too_large for a period with 40,000 entries or 16 MB of them. " +
			"With dryRun the answer is what would be submitted, with an id that no submission gets; API keys that may only " +
			"read may ask for it. With contentDigest of that answer, just this is submitted, or nothing: 409 version_stale.",
		Audit: []audit.Action{audit.Submitted}, Preview: route.DryRun,
		Op: route.Op((*Family).create),
	},
	{
		ID: "submissions.get", Method: "GET", Path: pathSubmission,
		Credential: auth.Session, Permission: auth.ReadTime,
		Summary: "Get a submission",
		Notes:   "The submission with its lines.",
		Op:      route.OnRecord((*Family).loadSubmission, (*Family).get),
	},
	{
		ID: "submissions.document", Method: "GET", Path: pathSubmission + "/document",
		Credential: auth.Session, Permission: auth.ReadTime,
		Summary: "Get a submission as PDF",
		Notes: "In the caller's preferred_language (en, de, fr or es, otherwise English) and the workspace's time zone: " +
			"the lines with their totals, the entries by day, the decisions, and the signatures of clients since the " +
			"submission was last reopened. " +
			"Amounts are shown as in the submission. Entries of rejected lines and of withdrawn submissions are left out, " +
			"because they can change; so are all entries if they are too many for a document. " +
			"The same state is the same bytes. 409 if the submission keeps changing while it is read.",
		Audit: []audit.Action{audit.DocumentMade}, Problems: []problem.Code{problem.CodeConflict},
		Op: route.OnRecordWithInput((*Family).loadSubmission, (*Family).document),
	},
	{
		ID: "submissions.withdraw", Method: "POST", Path: pathSubmission + "/withdraw",
		Credential: auth.Session, Permission: auth.SubmitTime,
		Summary: "Withdraw a submission",
		Notes: "Unlocks its entries. The lines keep their status. Only the user who submitted may do this. 409 if the " +
			"submission is approved.",
		Audit: []audit.Action{audit.Withdrawn},
		Op:    route.OnRecord((*Family).loadSubmission, (*Family).withdraw),
	},
	{
		ID: "submissions.resubmit", Method: "POST", Path: pathSubmission + "/resubmit",
		Credential: auth.Session, Permission: auth.SubmitTime,
		Summary: "Resubmit rejected lines",
		Notes: "Dissolves the rejected lines and groups their entries as they are now, with the other unlocked entries " +
			"of the period, into pending lines. " +
			"A line for the same project, task, billable flag and currency keeps its id. An approved line that gains " +
			"entries is pending again. Only the user who submitted may do this. 409 unless a line is rejected. " +
			"dryRun and contentDigest are as for submitting.",
		Audit: []audit.Action{audit.Resubmitted}, Preview: route.DryRun,
		Op: route.OnRecordWithInput((*Family).loadSubmission, (*Family).resubmit),
	},
	{
		ID: "submissions.reopen", Method: "POST", Path: pathSubmission + "/reopen",
		Credential: auth.Session, Permission: auth.ReopenTime,
		Summary: "Reopen an approved submission",
		Notes: "All lines become pending. Client links without a decision become void. 409 unless the submission is " +
			"approved.",
		Audit: []audit.Action{audit.Reopened},
		Op:    route.OnRecord((*Family).loadSubmission, (*Family).reopen),
	},
	{
		ID: "submissions.approve_all", Method: "POST", Path: pathSubmission + "/approve-all",
		Credential: auth.Session, Permission: auth.DecideTime, IfMatch: true,
		Summary: "Approve all pending lines",
		Notes: "Approves every pending line that the caller may decide on, in one transaction. If-Match has the version of " +
			"the submission.",
		Audit: []audit.Action{audit.ApprovedAll},
		Op:    route.OnRecord((*Family).loadSubmission, (*Family).approveAll),
	},
	{
		ID: "submissions.events", Method: "GET", Path: pathSubmission + "/events",
		Credential: auth.Session, Permission: auth.ReadTime,
		Summary: "List events of a submission",
		Notes:   "The oldest event is first.",
		Op:      route.OnRecordWithInput((*Family).loadSubmissionRecord, (*Family).events),
	},
	{
		ID: "submissions.reject_line", Method: "POST", Path: pathLine + "/reject",
		Credential: auth.Session, Permission: auth.DecideTime, IfMatch: true,
		Summary: "Reject a line",
		Notes: "Unlocks the entries of the line. Rejecting it again is 200 without a new event, and the line keeps its " +
			"first reason. 409 if the line is approved: reopen the submission first. If-Match has the version of the line.",
		Audit: []audit.Action{audit.LineRejected},
		Op:    route.OnRecordWithInput((*Family).loadLine, (*Family).rejectLine),
	},
	{
		ID: "submissions.approve_line", Method: "POST", Path: pathLine + "/approve",
		Credential: auth.Session, Permission: auth.DecideTime, IfMatch: true,
		Summary: "Approve a line",
		Notes: "Approving it again is 200 without a new event. 409 if the line is rejected: it must be resubmitted first. " +
			"If-Match has the version of the line.",
		Audit: []audit.Action{audit.LineApproved},
		Op:    route.OnRecord((*Family).loadLine, (*Family).approveLine),
	},
	{
		ID: "client_links.list", Method: "GET", Path: pathLinks,
		Credential: auth.Session, Permission: auth.ReadTime,
		Summary: "List client links of a submission",
		Notes:   "The oldest link is first.",
		Op:      route.OnRecordWithInput((*Family).loadLinkParent, (*Family).listLinks),
	},
	{
		ID: "client_links.create", Method: "POST", Path: pathLinks,
		Credential: auth.Session, Permission: auth.ShareTime, Creates: true, Throttle: route.StrictThrottle,
		Summary: "Create a client link",
		Notes: "Sends a link to the client, who can sign the approved submission with it. For owners, admins and users " +
			"who manage all projects of the submission. What the client sees is fixed at this moment. " +
			"url and token are shown only once. With the delivery mail, the caller's address must be verified. Reopening " +
			"the submission makes a link without a decision void. A submission has at most 50 links.",
		Audit: []audit.Action{audit.ClientLinkCreated},
		Op:    route.OnRecord((*Family).loadLinkParent, (*Family).createLink),
	},
	{
		ID: "client_links.get", Method: "GET", Path: pathLinks + "/{linkId}",
		Credential: auth.Session, Permission: auth.ReadTime,
		Summary: "Get a client link",
		Notes: "The link comes with its content and its signature. To verify the signature, compare its content_sha256 " +
			"with the SHA-256 of content in RFC 8785 form.",
		Op: route.OnRecord((*Family).loadLink, (*Family).getLink),
	},
	{
		ID: "client_links.revoke", Method: "DELETE", Path: pathLinks + "/{linkId}",
		Credential: auth.Session, Permission: auth.ShareTime,
		Summary: "Revoke a client link",
		Notes:   "409 if the client has already decided.",
		Audit:   []audit.Action{audit.ClientLinkRevoked},
		Op:      route.OnRecord((*Family).loadLink, (*Family).revokeLink),
	},
})
