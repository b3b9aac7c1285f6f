package reports

import (
	"stint/shared/auth"
	"stint/shared/domain/audit"
	"stint/shared/problem"
	"stint/shared/route"
)

// Routes is the route table of this family.
var Routes = append(route.WithTwins(reportRoutes), feedRoute)

// feedRoute is the address of a calendar feed. The family apikeys makes feeds.
var feedRoute = route.Spec{
	ID: "calendar_feeds.read", Method: "GET", Path: "/feeds/{token}",
	Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitFeed,
	Summary: "Get a calendar feed",
	Notes: "A calendar (RFC 5545). The token is the credential; .ics may follow it. It has the " +
		"latest 1,000 entries that started from 60 days before this day (UTC) on, and no running timer. The rights of the " +
		"user of the feed are checked each time. 404 for a token that opens nothing any more, and for a project whose time the " +
		"user may not read any more; 403 by the sign-in policy and the networks of the workspace. With the ETag in " +
		"If-None-Match, 304. A feed is read at most 60 times an hour.",
	Problems: []problem.Code{problem.CodeNotFound, problem.CodeForbidden},
	Op:       route.Op((*Family).readFeed),
}

// reportRoutes are the routes that API keys have, too.
var reportRoutes = []route.Spec{
	{
		ID: "reports.summary", Method: "GET", Path: "/api/reports/summary",
		Credential: auth.Session, Permission: auth.ReadTime,
		Summary: "Get a summary of entries",
		Notes: "Sums time and amounts by user, project, client, task, tag, day, rate or invoice. Covers all time that the " +
			"caller may read, or that of one user with user_id. Running timers do not count. " +
			"An entry counts under each of its tags, but once in the total. It counts fully on the day of its start in the " +
			"workspace's time zone. " +
			"key is an id, a date, a rate in minor units, the mark of an invoice, or null for none. " +
			"With several groupings, items have keys in place of key and name: one " +
			"key and name for each grouping, in order. A group with several currencies has one item for each. total.amount " +
			"is the sum in the workspace's currency. " +
			"A sum is null if it contains an amount that the caller may not see. The seconds of each entry are rounded by " +
			"the workspace's settings. " +
			"Days are in order. All other groups are ordered by seconds, most first. Several groupings with day are ordered " +
			"by the day first. " +
			"422 range_too_long for more than 366 days, more than 100,000 entries to read, or an answer of more than 5 MB " +
			"with several groupings. " +
			"hourly_rate is the rate of all time of an item, and null where there are several. By rate, time that is not " +
			"billable has none. " +
			"With format, the answer is a file, which the audit log records: CSV, or an XLSX workbook with widths, filters, " +
			"a header that stays in sight, and a total. Money is shown with its currency. " +
			"With stream=true, an answer may have 50 MB where the deployment streams answers, as the home server does.",
		Streams: true,
		Audit:   []audit.Action{audit.ExportMade},
		Op:      route.Op((*Family).summary),
	},
	{
		ID: "reports.start_summary", Method: "POST", Path: "/api/reports/summary/jobs",
		Credential: auth.Session, Permission: auth.ReadTime, Throttle: route.StrictThrottle, Creates: true,
		Summary: "Start a summary in the background",
		Notes: "For summaries that are too large for one request: the body has the properties of the query of a summary. " +
			"Ask for the job until its status is done or failed. Each workspace runs one such job at a time: a second one is " +
			"409. The period is summed up part by part, each as it is at that moment. Zone and rounding are those of the start.",
		Problems: []problem.Code{problem.CodeConflict},
		Op:       route.Op((*Family).startSummary),
	},
	{
		ID: "reports.summary_job", Method: "GET", Path: "/api/reports/summary/jobs/{id}",
		Credential: auth.Session, Permission: auth.ReadTime,
		Summary: "Get a summary from the background",
		Notes: "The job, and when it is done, the properties of a summary with as many items as one response takes. More " +
			"items come with next_cursor, for CSV with Stint-Next-Cursor and Link. The answer is kept for 24 hours. " +
			"A job is shown to the user who started it, as long as they may read all of its time. A job fails if the user has " +
			"left the workspace, if what its filter names is gone, for more than 100,000 groups, and for more than 100,000 " +
			"entries of one day.",
		InParts: true,
		Audit:   []audit.Action{audit.ExportMade},
		Op:      route.OnRecordWithInput((*Family).loadSummaryJob, (*Family).summaryJob),
	},
	{
		ID: "entries.export", Method: "GET", Path: "/api/entries/export",
		Credential: auth.Session, Permission: auth.ReadTime,
		Summary: "Export entries",
		Notes: "Finished entries, oldest first, as CSV (RFC 4180, UTF-8) or as an XLSX workbook with one sheet, with a " +
			"header row. date, start, end_date and end are in the workspace's time zone, started_at and stopped_at in UTC. " +
			"hours has four decimals. hourly_rate and amount are in units of the currency, such as 85.00, and empty if the " +
			"caller may not see them. " +
			"Nothing is rounded. Tags are separated by a comma and a space. " +
			"In CSV, an apostrophe comes before every sign that a spreadsheet could read as the start of a formula: at the " +
			"start of a text, and after a separator or a line break in it. " +
			"In XLSX, every text is a text cell and unchanged; dates, times of day, numbers and billable have their own type. " +
			"duration is hours, minutes and seconds, and invoice the mark of an invoiced entry. A workbook has widths, " +
			"filters, a header that stays in sight, formats for dates, durations and money, and a total. bom=true begins " +
			"CSV with a byte-order mark. " +
			"422 range_too_long for more than 366 days, more than 100,000 entries to read, or a file of more than 5 MB; " +
			"XLSX has as many rows as CSV, and fewer where the file would be too large for one response. " +
			"With parts=true, CSV has no such end: the header row is in the first part only, and the parts one after the " +
			"other are the file. Repeat the request with the cursor of Stint-Next-Cursor, or follow Link, until the answer " +
			"has neither. A part may be empty. " +
			"With stream=true, a file of either format may have 50 MB where the deployment streams answers, as the home " +
			"server does. Elsewhere it is 422 as without it: ask for parts then.",
		InParts: true,
		Streams: true,
		Audit:   []audit.Action{audit.ExportMade},
		Op:      route.Op((*Family).export),
	},
}
