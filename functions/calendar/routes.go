package calendar

import (
	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/route"
)

// The paths that people are sent along.
const (
	basePath      = "/api/calendar-connections"
	callbackPath  = basePath + "/external/callback"
	connectedPath = "/p/connected"
	failedPath    = "/p/connect-failed" // where browsers read what went wrong
)

// providerProblems are the ways in which a call to the provider may fail.
var providerProblems = []problem.Code{problem.CodeCalendarDisabled, problem.CodeCalendarProviderUnavailable, problem.CodeCalendarProviderThrottled}

// Routes is the route table of this family. Where the calendar is not
// configured, every one of them says so.
var Routes = []route.Spec{
	{
		ID: "calendar.events", Method: "GET", Path: "/api/calendar-events",
		Credential: auth.Session, Permission: auth.OwnAccount, WithCalendar: true,
		Summary: "What is in one's own calendars",
		Notes: "Of the primary calendar and those that are shown, up to 25 in all. What recurs is listed each time; what was cancelled or declined is left out, and so is where people work from. " +
			"Whole days reach from midnight to midnight in the calendar's time zone. Nothing connected, nothing listed.",
		Problems: append([]problem.Code{problem.CodeCalendarTokenRevoked}, providerProblems...),
		Op:       route.OnRecord((*Family).requireProvider, (*Family).events),
	},
	{
		ID: "calendar.connections", Method: "GET", Path: basePath,
		Credential: auth.Session, Permission: auth.OwnAccount, WithCalendar: true,
		Summary:  "The connections to one's own calendars",
		Notes:    "A connection belongs to the person, in whatever workspace. reconnect_required is one whose grant was withdrawn at the provider.",
		Problems: []problem.Code{problem.CodeCalendarDisabled},
		Op:       route.OnRecord((*Family).requireProvider, (*Family).connections),
	},
	{
		ID: "calendar.start", Method: "GET", Path: basePath + "/external/start",
		Credential: auth.Session, Permission: auth.OwnAccount, Throttle: route.StrictThrottle,
		Summary:  "Begin to connect a calendar",
		Notes:    "Send the person to authorization_url. The state works once, for ten minutes, in the browser that is given the cookie, or with the same person's access token.",
		Problems: []problem.Code{problem.CodeCalendarDisabled},
		Op:       route.OnRecord((*Family).requireProvider, (*Family).start),
	},
	{
		ID: "calendar.callback", Method: "GET", Path: callbackPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle, FailurePage: failedPath,
		Summary:  "Come back from the calendar's provider",
		Notes:    "The connection is made for whoever began it. A browser is sent on to a page that says so, also when it went wrong.",
		Problems: append([]problem.Code{problem.CodePKCEStateNotFound, problem.CodeExternalOAuthError, problem.CodeUnauthorized}, providerProblems...),
		Op:       route.OnRecord((*Family).requireProvider, (*Family).callback),
	},
	{
		ID: "calendar.disconnect", Method: "DELETE", Path: basePath + "/{provider}",
		Credential: auth.Session, Permission: auth.OwnAccount, WithCalendar: true,
		Summary:  "End a connection",
		Notes:    "The grant is withdrawn at the provider as well, if it can be reached. Where there is no connection, that is fine too.",
		Problems: []problem.Code{problem.CodeCalendarDisabled},
		Op:       route.OnRecord((*Family).requireProvider, (*Family).disconnect),
	},
}
