package billing

import (
	"strconv"

	"stint/shared/auth"
	"stint/shared/domain/audit"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/moneydb"
)

var rerateNote = "Running timers do not change. Locked entries are skipped and counted. Up to " +
	strconv.Itoa(moneydb.MaxRerateEntries) +
	" changes are made in one transaction. More changes, or more than 2,000 entries to read, are a job, also for a " +
	"preview. " +
	"The request finishes a job of up to 500 changes itself. A longer job continues in the background: status is " +
	"running, and the figures are those so far. " +
	"A job uses the rates of the moment when it started. Each workspace runs one job at a time: a second one is 409."

// Routes is the route table of this family.
var Routes = route.WithTwins([]route.Spec{
	{
		ID: "billing.settings", Method: "GET", Path: "/api/workspaces/me/billable-settings",
		Credential: auth.Session, Permission: auth.ReadSettings,
		Summary: "Get the billing settings",
		Notes:   "Currency, rates and rounding of the workspace.",
		Op:      route.Op((*Family).settings),
	},
	{
		ID: "billing.replace_settings", Method: "PUT", Path: "/api/workspaces/me/billable-settings",
		Credential: auth.Session, Permission: auth.ManageWorkspace,
		Summary: "Replace the billing settings",
		Notes: "All properties are required; defaultHourlyRate may be null. Existing entries keep their rate and currency. " +
			"The rate of an entry is the first of these that is set: its own, the project member's, the project's, the " +
			"workspace member's, the workspace's default. " +
			"It is fixed when the entry is created, stopped or moved to another project. " +
			"Rounding applies to the seconds of each entry in reports and submissions, and so to the amounts. Entries and " +
			"exports are never rounded.",
		Audit: []audit.Action{audit.BillingChanged},
		Op:    route.Op((*Family).replaceSettings),
	},
	{
		ID: "billing.resnapshot", Method: "POST", Path: "/api/workspaces/me/billable-settings/resnapshot",
		Credential: auth.Session, Permission: auth.ManageWorkspace, Throttle: route.StrictThrottle,
		Preview: route.Preview{Names: []string{"apply"}, Value: "false"},
		Summary: "Recalculate rates",
		Notes: "Takes the rates of existing entries from today's rates. An entry's own rate stays, in the workspace's " +
			"currency. " + rerateNote,
		Problems: []problem.Code{problem.CodeConflict},
		Audit:    []audit.Action{audit.BillingResnapshot},
		Op:       route.Op((*Family).resnapshot),
	},
	{
		ID: "billing.apply", Method: "POST", Path: "/api/workspaces/me/billable-settings/apply",
		Credential: auth.Session, Permission: auth.ManageWorkspace, Throttle: route.StrictThrottle,
		Preview:  route.DryRun,
		Summary:  "Set rates on existing entries",
		Notes:    rerateNote,
		Problems: []problem.Code{problem.CodeConflict},
		Audit:    []audit.Action{audit.BillingApplied},
		Op:       route.Op((*Family).apply),
	},
	{
		ID: "entries.invoice", Method: "POST", Path: "/api/entries:invoice",
		Credential: auth.Session, Permission: auth.InvoiceTime, Throttle: route.StrictThrottle,
		Preview: route.DryRun,
		Summary: "Set the invoice of entries",
		Notes: "Marks the entries that ids or filter selects with an invoice, or takes their marks away with null: all of " +
			"them or none. Only finished entries count. Owner and admins mark all time, managers that of their projects. " +
			"An entry that has another mark is 409 with the reason invoiced, and the detail names it. " +
			"An invoiced entry is locked, like one on a timesheet: its changes answer 409 with the reason invoiced. It can " +
			"be submitted, and reopening its timesheet leaves the mark. " +
			"Up to " + strconv.Itoa(moneydb.MaxMarkedEntries) + " changes are made in one transaction. More are a billing " +
			"job. The request finishes a job of up to 10,000 entries itself, unless it takes too long. A longer job " +
			"continues in the background: status is running.",
		Problems: []problem.Code{problem.CodeConflict},
		Audit:    []audit.Action{audit.EntriesInvoiced},
		Op:       route.Op((*Family).invoice),
	},
	{
		ID: "billing.job", Method: "GET", Path: "/api/workspaces/me/billing-jobs/{id}",
		Credential: auth.Session, Permission: auth.ReadJobs,
		Summary: "Get a billing job",
		Notes:   "With its progress so far. Managers get the invoices that they started.",
		Op:      route.OnRecord((*Family).loadJob, (*Family).job),
	},
	{
		ID: "billing.cancel_job", Method: "DELETE", Path: "/api/workspaces/me/billing-jobs/{id}",
		Credential: auth.Session, Permission: auth.ManageWorkspace,
		Summary: "Cancel a billing job",
		Notes: "Entries that the job has changed stay changed; an invoice has changed none. 409 if the job is done or has " +
			"failed, and for an invoice that has begun to mark its entries.",
		Audit: []audit.Action{audit.BillingCancelled},
		Op:    route.OnRecord((*Family).loadJob, (*Family).cancelJob),
	},
})
