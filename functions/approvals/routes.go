package approvals

import (
	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/route"
)

const one = "/api/public/client-approval/{token}"

// Routes is the route table of this family.
var Routes = []route.Spec{
	{
		ID: "approvals.show", Method: "GET", Path: one,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary: "What a client is asked to sign",
		Notes: "A browser is sent to the page to read and sign. content_sha256 is the SHA-256 of content in the form of RFC 8785. " +
			"A link that is unknown, has expired, was revoked, or lost its meaning because the submission was reopened, is not found; one that was decided by shows the decision until it expires.",
		Fails: []problem.Code{problem.NotFound},
		Op:    route.Op((*Family).show),
	},
	{
		ID: "approvals.approve", Method: "POST", Path: one + "/approve",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Rate: route.Strict,
		Summary: "Approve and sign what is shown",
		Notes:   "There is one decision by a link: a second one is a conflict.",
		Fails:   []problem.Code{problem.Conflict},
		Op:      route.On((*Family).shown, (*Family).approve),
	},
	{
		ID: "approvals.reject", Method: "POST", Path: one + "/reject",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Rate: route.Strict,
		Summary: "Decline what is shown",
		Notes:   "The timesheet stays approved inside; its owner or an admin may reopen it. There is one decision by a link: a second one is a conflict.",
		Fails:   []problem.Code{problem.Conflict},
		Op:      route.On((*Family).shown, (*Family).reject),
	},
}
