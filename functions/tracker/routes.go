package tracker

import (
	"stint/shared/auth"
	"stint/shared/route"
)

// Routes is the route table of this family.
var Routes = []route.Spec{
	{
		ID: "tracker.suggestions", Method: "GET", Path: "/api/tracker/suggestions",
		Credential: auth.Session, Permission: auth.ReadTime,
		Summary: "What the caller may want to track next",
		Notes: "Entries are the different combinations of project, task, description, tags and billability among the caller's latest 400 entries of the last 180 days, " +
			"the running timer's among them, latest start first; those on an archived project or task, or on a project that is no longer visible, are left out. " +
			"Projects and tasks are those that are visible and not archived: first those used in these entries, by last use, then the others by name; of very many, the newest 2,000 are looked at. " +
			"search looks in descriptions and in the names of projects and tasks; what begins with it comes first.",
		Op: route.Op((*Family).suggestions),
	},
}
