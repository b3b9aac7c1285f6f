package reports

import (
	"stint/shared/auth"
	"stint/shared/route"
)

// Routes is the route table of this family.
var Routes = []route.Spec{
	{
		ID: "reports.summary", Method: "GET", Path: "/api/reports/summary",
		Credential: auth.Session, Permission: auth.ReadTime,
		Summary: "Time and amounts, summed up by user, project, client, task, tag or day",
		Notes: "Everything the caller may read, unless user_id names one person; running timers do not count. " +
			"An entry counts under each of its tags, but once in the total, and wholly on the day of its start in the workspace's time zone. " +
			"key is an id, a date, or null for none. A group in several currencies is one item for each; total.amount counts the workspace's currency. " +
			"A sum with an amount in it that the caller may not see is null. Each entry's seconds are rounded as the workspace's settings say. " +
			"Days come in order; all else by seconds, most first. " +
			"range_too_long: more than 366 days, or more than 100,000 entries to look at.",
		Op: route.Op((*Family).summary),
	},
	{
		ID: "entries.export", Method: "GET", Path: "/api/entries/export",
		Credential: auth.Session, Permission: auth.ReadTime,
		Summary: "Finished entries as a file, oldest first",
		Notes: "CSV as in RFC 4180, in UTF-8 with a header row. date, start, end_date and end are in the workspace's time zone, started_at and stopped_at in UTC. " +
			"hours is seconds in hours, to four decimals; hourly_rate and amount are in units of the currency, such as 85.00, and empty where the caller may not see them. " +
			"Nothing is rounded. Several tags are separated by a comma and a space. " +
			"A text that a spreadsheet could take for a formula (it begins with =, +, -, @, a tab or a line break) has an apostrophe in front. " +
			"range_too_long: more than 366 days, more than 100,000 entries to look at, or more than 5 MB.",
		Op: route.Op((*Family).export),
	},
}
