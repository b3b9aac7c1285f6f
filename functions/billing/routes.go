package billing

import (
	"stint/shared/auth"
	"stint/shared/route"
)

// Routes is the route table of this family.
var Routes = []route.Spec{
	{
		ID: "billing.settings", Method: "GET", Path: "/api/workspaces/me/billable-settings",
		Credential: auth.Session, Permission: auth.ReadSettings,
		Summary: "The workspace's settings for money",
		Op:      route.Op((*Family).get),
	},
	{
		ID: "billing.replace_settings", Method: "PUT", Path: "/api/workspaces/me/billable-settings",
		Credential: auth.Session, Permission: auth.ManageWorkspace,
		Summary: "Replace the workspace's settings for money",
		Notes: "Everything has to be given; defaultHourlyRate may be null. Existing entries keep the rate and the currency that they have. " +
			"The rate of an entry is the first that is set of: its own, the project member's, the project's, the workspace member's, the workspace's default. " +
			"It is fixed when the entry is stopped, created or moved to another project. " +
			"Rounding counts in reports and submissions, for each entry's seconds and the amount made from them; entries and exports are never rounded.",
		Op: route.Op((*Family).replace),
	},
}
