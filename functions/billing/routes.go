package billing

import (
	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/route"
)

const rerateNote = "Running timers are left alone; locked entries are skipped and counted. Up to 99 changes happen at once or not at all; more are a job, " +
	"which a request with up to 500 still finishes itself, and which goes on in the background else: status is running then, and the figures are those so far. " +
	"A request that would have to look at more than 2,000 entries is a job as well, a preview too. A job works with the rates as they were when it began. One job runs per workspace: a second is a conflict."

// Routes is the route table of this family.
var Routes = []route.Spec{
	{
		ID: "billing.settings", Method: "GET", Path: "/api/workspaces/me/billable-settings",
		Credential: auth.Session, Permission: auth.ReadSettings,
		Summary: "The workspace's settings for money",
		Op:      route.Op((*Family).settings),
	},
	{
		ID: "billing.replace_settings", Method: "PUT", Path: "/api/workspaces/me/billable-settings",
		Credential: auth.Session, Permission: auth.ManageWorkspace,
		Summary: "Replace the workspace's settings for money",
		Notes: "Everything has to be given; defaultHourlyRate may be null. Existing entries keep the rate and the currency that they have. " +
			"The rate of an entry is the first that is set of: its own, the project member's, the project's, the workspace member's, the workspace's default. " +
			"It is fixed when the entry is stopped, created or moved to another project. " +
			"Rounding counts in reports and submissions, for each entry's seconds and the amount made from them; entries and exports are never rounded.",
		Op: route.Op((*Family).replaceSettings),
	},
	{
		ID: "billing.resnapshot", Method: "POST", Path: "/api/workspaces/me/billable-settings/resnapshot",
		Credential: auth.Session, Permission: auth.ManageWorkspace, Throttle: route.StrictThrottle,
		Summary:  "Take the rates of existing entries anew, from those of today",
		Notes:    "An entry's own rate stays, in the workspace's currency. " + rerateNote,
		Problems: []problem.Code{problem.CodeConflict},
		Op:       route.Op((*Family).resnapshot),
	},
	{
		ID: "billing.apply", Method: "POST", Path: "/api/workspaces/me/billable-settings/apply",
		Credential: auth.Session, Permission: auth.ManageWorkspace, Throttle: route.StrictThrottle,
		Summary:  "Set billable flag and rate on existing entries",
		Notes:    rerateNote,
		Problems: []problem.Code{problem.CodeConflict},
		Op:       route.Op((*Family).apply),
	},
	{
		ID: "billing.job", Method: "GET", Path: "/api/workspaces/me/billing-jobs/{id}",
		Credential: auth.Session, Permission: auth.ReadSettings,
		Summary: "A resnapshot or apply in the background, with what it has done so far",
		Op:      route.OnRecord((*Family).loadJob, (*Family).job),
	},
	{
		ID: "billing.cancel_job", Method: "DELETE", Path: "/api/workspaces/me/billing-jobs/{id}",
		Credential: auth.Session, Permission: auth.ManageWorkspace,
		Summary: "Cancel a job that runs",
		Notes:   "What it has done stays done. A job that has ended otherwise is a conflict.",
		Op:      route.OnRecord((*Family).loadJob, (*Family).cancelJob),
	},
}
