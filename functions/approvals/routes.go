package approvals

import (
	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/route"
)

const basePath = "/api/public/client-approval/{token}"

// Routes is the route table of this family.
var Routes = []route.Spec{
	{
		ID: "approvals.show", Method: "GET", Path: basePath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary: "What a client is asked to sign",
		Notes: "A browser is sent to the page to read and sign. content_sha256 is the SHA-256 of content in the form of RFC 8785. " +
			"A link that is unknown, has expired, was revoked, or lost its meaning because the submission was reopened, is not found; one that was decided by shows the decision until it expires.",
		Problems: []problem.Code{problem.CodeNotFound},
		Op:       route.Op((*Family).show),
	},
	{
		ID: "approvals.approve", Method: "POST", Path: basePath + "/approve",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		Summary:  "Approve and sign what is shown",
		Notes:    "There is one decision by a link: a second one is a conflict.",
		Problems: []problem.Code{problem.CodeConflict},
		Op:       route.OnRecord((*Family).loadLink, (*Family).approve),
	},
	{
		ID: "approvals.reject", Method: "POST", Path: basePath + "/reject",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		Summary:  "Decline what is shown",
		Notes:    "The timesheet stays approved inside; its owner or an admin may reopen it. There is one decision by a link: a second one is a conflict.",
		Problems: []problem.Code{problem.CodeConflict},
		Op:       route.OnRecord((*Family).loadLink, (*Family).reject),
	},
}
