package apikeys

import (
	"stint/shared/auth"
	"stint/shared/domain/audit"
	"stint/shared/problem"
	"stint/shared/route"
)

const feedsPath = "/api/workspaces/{workspaceId}/calendar-feeds"

// feedRoutes are the routes about calendar feeds. The address of a feed is in the family reports.
var feedRoutes = []route.Spec{
	{
		ID: "calendar_feeds.list", Method: "GET", Path: feedsPath,
		Credential: auth.Session, Permission: auth.OwnKeys, SessionOnly: true,
		Summary: "List calendar feeds",
		Notes:   "The caller's own in this workspace, newest first, also those that have ended.",
		Op:      route.OpWithInput((*Family).listFeeds),
	},
	{
		ID: "calendar_feeds.create", Method: "POST", Path: feedsPath,
		Credential: auth.Session, Permission: auth.OwnKeys, SessionOnly: true, Fresh: route.FreshAlways, Creates: true,
		NeedsProvenEmail: true,
		Summary:          "Create a calendar feed",
		Notes: "An address for calendar programs, with the caller's own time, or that of a project for those who may read " +
			"all of its time. Whoever has the address reads it, so only this answer shows it, as url. A replay with the same " +
			"Idempotency-Key has null instead. A person has at most 20 feeds. A feed ends with what ends API keys.",
		Problems: []problem.Code{problem.CodeConflict},
		Audit:    []audit.Action{audit.CalendarFeedCreated},
		Op:       route.Op((*Family).createFeed),
	},
	{
		ID: "calendar_feeds.delete", Method: "DELETE", Path: feedsPath + "/{id}",
		Credential: auth.Session, Permission: auth.OwnKeys, SessionOnly: true,
		Summary: "Delete a calendar feed",
		Notes:   "Its address is not found from then on. Programs keep what they have fetched.",
		Audit:   []audit.Action{audit.CalendarFeedDeleted},
		Op:      route.OnRecord((*Family).loadFeed, (*Family).removeFeed),
	},
}
