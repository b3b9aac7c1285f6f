package approvals

import (
	"stint/shared/auth"
	"stint/shared/domain/audit"
	"stint/shared/problem"
	"stint/shared/route"
)

const basePath = "/api/public/client-approval/{token}"

// Routes is the route table of this family.
var Routes = []route.Spec{
	{
		ID: "approvals.show", Method: "GET", Path: basePath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary: "Get the timesheet to sign",
		Notes: "Browsers are redirected to the page where a client reads and signs. content_sha256 is the SHA-256 of " +
			"content in the form of RFC 8785. " +
			"What is signed is the content with one of the attestations and its language. " +
			"Unknown, expired and revoked links are not found, nor is a link whose submission was reopened. A link that was " +
			"used for a decision shows it until the link expires.",
		Problems: []problem.Code{problem.CodeNotFound},
		Op:       route.Op((*Family).show),
	},
	{
		ID: "approvals.document", Method: "GET", Path: basePath + "/document",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary: "Get the timesheet as PDF",
		Notes: "The content of the link, with the decision if there is one, in the given language, or else in that of " +
			"Accept-Language: en, de, fr or es, otherwise English. " +
			"The same state is the same bytes. Invalid links are not found; browsers are redirected to the page that " +
			"explains this.",
		Problems: []problem.Code{problem.CodeNotFound},
		Audit:    []audit.Action{audit.DocumentMade},
		Op:       route.Op((*Family).document),
	},
	{
		ID: "approvals.approve", Method: "POST", Path: basePath + "/approve",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		Summary: "Approve and sign a timesheet",
		Notes: "A link allows one decision. A second one is a conflict. The client signs the content with the attestation " +
			"in the given language.",
		Problems: []problem.Code{problem.CodeConflict},
		Audit:    []audit.Action{audit.ClientApproved},
		Op:       route.OnRecord((*Family).loadLink, (*Family).approve),
	},
	{
		ID: "approvals.reject", Method: "POST", Path: basePath + "/reject",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		Summary: "Decline a timesheet",
		Notes: "The timesheet stays approved in the workspace; its owner or an admin can reopen it. A link allows one " +
			"decision. A second one is a conflict.",
		Problems: []problem.Code{problem.CodeConflict},
		Audit:    []audit.Action{audit.ClientRejected},
		Op:       route.OnRecordWithInput((*Family).loadLink, (*Family).reject),
	},
}
