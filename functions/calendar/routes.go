package calendar

import (
	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/route"
)

// The paths that people are sent along.
const (
	base          = "/api/calendar-connections"
	callbackPath  = base + "/external/callback"
	connectedPath = "/p/connected"
	failedPath    = "/p/connect-failed" // where browsers read what went wrong
)

// ofProvider are the ways in which a call to the provider may fail.
var ofProvider = []problem.Code{problem.CalendarDisabled, problem.CalendarProviderUnavailable, problem.CalendarProviderThrottled}

// Routes is the route table of this family. Where the calendar is not
// configured, every one of them says so.
var Routes = []route.Spec{
	{
		ID: "calendar.events", Method: "GET", Path: "/api/calendar-events",
		Credential: auth.Session, Permission: auth.OwnAccount, Calendar: true,
		Summary: "What is in one's own calendars",
		Notes: "Of the primary calendar and those that are shown, up to 25 in all. What recurs is listed each time; what was cancelled or declined is left out, and so is where people work from. " +
			"Whole days reach from midnight to midnight in the calendar's time zone. Nothing connected, nothing listed.",
		Fails: append([]problem.Code{problem.CalendarTokenRevoked}, ofProvider...),
		Op:    route.On((*Family).configured, (*Family).events),
	},
	{
		ID: "calendar.connections", Method: "GET", Path: base,
		Credential: auth.Session, Permission: auth.OwnAccount, Calendar: true,
		Summary: "The connections to one's own calendars",
		Notes:   "A connection belongs to the person, in whatever workspace. reconnect_required is one whose grant was withdrawn at the provider.",
		Fails:   []problem.Code{problem.CalendarDisabled},
		Op:      route.On((*Family).configured, (*Family).connections),
	},
	{
		ID: "calendar.start", Method: "GET", Path: base + "/external/start",
		Credential: auth.Session, Permission: auth.OwnAccount, Rate: route.Strict,
		Summary: "Begin to connect a calendar",
		Notes:   "Send the person to authorization_url. The state works once, for ten minutes, in the browser that is given the cookie, or with the same person's access token.",
		Fails:   []problem.Code{problem.CalendarDisabled},
		Op:      route.On((*Family).configured, (*Family).start),
	},
	{
		ID: "calendar.callback", Method: "GET", Path: callbackPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Rate: route.Strict, Landing: failedPath,
		Summary: "Come back from the calendar's provider",
		Notes:   "The connection is made for whoever began it. A browser is sent on to a page that says so, also when it went wrong.",
		Fails:   append([]problem.Code{problem.PKCEStateNotFound, problem.ExternalOAuthError, problem.Unauthorized}, ofProvider...),
		Op:      route.On((*Family).configured, (*Family).callback),
	},
	{
		ID: "calendar.disconnect", Method: "DELETE", Path: base + "/{provider}",
		Credential: auth.Session, Permission: auth.OwnAccount, Calendar: true,
		Summary: "End a connection",
		Notes:   "The grant is withdrawn at the provider as well, if it can be reached. Where there is no connection, that is fine too.",
		Fails:   []problem.Code{problem.CalendarDisabled},
		Op:      route.On((*Family).configured, (*Family).disconnect),
	},
}
