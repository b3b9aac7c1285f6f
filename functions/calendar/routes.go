package calendar

import (
	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/route"
)

// The paths of this family.
const (
	basePath      = "/api/calendar-connections"
	callbackPath  = basePath + "/external/callback"
	connectedPath = "/p/connected"
	failedPath    = "/p/connect-failed" // the failure page of browsers
)

// providerProblems are the problems of routes that call the provider.
var providerProblems = []problem.Code{problem.CodeCalendarDisabled, problem.CodeCalendarProviderUnavailable,
	problem.CodeCalendarProviderThrottled}

// Routes is the route table of this family. All routes answer calendar_disabled
// when no provider is configured.
var Routes = []route.Spec{
	{
		ID: "calendar.events", Method: "GET", Path: "/api/calendar-events",
		Credential: auth.Session, Permission: auth.OwnAccount, WithCalendar: true,
		Summary: "List calendar events",
		Notes: "Lists events of the primary calendar and of the calendars selected at the provider, up to 25 calendars. " +
			"Recurring events are listed once per occurrence. Cancelled and declined events and working locations are left " +
			"out. " +
			"All-day events last from midnight to midnight in the calendar's time zone. The list is empty when no calendar " +
			"is connected.",
		Problems: append([]problem.Code{problem.CodeCalendarTokenRevoked}, providerProblems...),
		Op:       route.OnRecord((*Family).requireProvider, (*Family).events),
	},
	{
		ID: "calendar.connections", Method: "GET", Path: basePath,
		Credential: auth.Session, Permission: auth.OwnAccount, WithCalendar: true,
		Summary: "List calendar connections",
		Notes: "A connection belongs to the user and is the same in every workspace. The status reconnect_required " +
			"means that the grant was withdrawn at the provider.",
		Problems: []problem.Code{problem.CodeCalendarDisabled},
		Op:       route.OnRecord((*Family).requireProvider, (*Family).connections),
	},
	{
		ID: "calendar.start", Method: "GET", Path: basePath + "/external/start",
		Credential: auth.Session, Permission: auth.OwnAccount, Throttle: route.StrictThrottle, NeedsProvenEmail: true,
		SetsCookie: true, NoHead: true,
		Summary: "Start connecting a calendar",
		Notes: "Send the user to authorization_url. The state works once, for ten minutes, in the browser that gets " +
			"the cookie or with an access token of the same user.",
		Problems: []problem.Code{problem.CodeCalendarDisabled},
		Op:       route.OnRecord((*Family).requireProvider, (*Family).start),
	},
	{
		ID: "calendar.callback", Method: "GET", Path: callbackPath,
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken, Throttle: route.StrictThrottle,
		FailurePage: failedPath, NoHead: true,
		Summary: "Finish connecting a calendar",
		Notes: "The provider redirects here. The connection belongs to the user who started the flow. Browsers are " +
			"redirected to a page, also after a failure.",
		Problems: append([]problem.Code{problem.CodePKCEStateNotFound, problem.CodeExternalOAuthError,
			problem.CodeUnauthorized, problem.CodeForbidden}, providerProblems...),
		Op: route.OnRecord((*Family).requireProvider, (*Family).callback),
	},
	{
		ID: "calendar.disconnect", Method: "DELETE", Path: basePath + "/{provider}",
		Credential: auth.Session, Permission: auth.OwnAccount, WithCalendar: true,
		Summary: "Disconnect a calendar",
		Notes: "Withdraws the grant at the provider as well, if the provider can be reached. It is no error when " +
			"there is no connection.",
		Problems: []problem.Code{problem.CodeCalendarDisabled},
		Op:       route.OnRecord((*Family).requireProvider, (*Family).disconnect),
	},
}
