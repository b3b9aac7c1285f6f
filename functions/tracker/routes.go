package tracker

import (
	"stint/shared/auth"
	"stint/shared/route"
)

// Routes is the route table of this family.
var Routes = route.WithTwins([]route.Spec{
	{
		ID: "tracker.suggestions", Method: "GET", Path: "/api/tracker/suggestions",
		Credential: auth.Session, Permission: auth.ReadTime,
		Summary: "Suggest what to track",
		Notes: "Entries are the distinct combinations of project, task, description, tags and billable flag in the " +
			"caller's latest 400 entries of the last 180 days, " +
			"the running timer included, latest start first. Combinations with an archived project or task, or with a " +
			"project that is no longer visible, are left out. " +
			"Projects and tasks are those that are visible and not archived: first those used in these entries, by last " +
			"use, then the others by name. At most the newest 2,000 are considered. " +
			"search looks in descriptions and in names of projects and tasks. Matches at the beginning come first.",
		Op: route.OpWithInput((*Family).suggestions),
	},
})
