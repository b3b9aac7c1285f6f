// Package habits says how often the users of a team send which request. The cost of a team and the growth of a large
// workspace are computed from it.
package habits

// Workdays are those of a month.
const Workdays = 22

// Habit is how often a user sends a request.
type Habit struct {
	Route    string  // and case, as in the table of budgets
	PerDay   float64 // requests on each workday
	PerMonth float64 // requests in addition to PerDay
	Signs    bool    // whether the request signs an access token
	Mails    bool    // whether the request sends a mail
	ExtraMS  float64 // time in addition to the usual, such as a password hash
	MemoryGB float64 // of the function; 0 is the usual memory
}

// All are the requests of one user in a month. The user tracks all working time
// with timers, in a program that is open all day. Every tenth user is a manager, whose
// additional requests are spread over all users.
var All = []Habit{
	{Route: "account.login", PerMonth: 4, Signs: true, ExtraMS: 60},
	{Route: "account.refresh", PerDay: 32, Signs: true}, // a token lives 15 minutes
	{Route: "timers.current", PerDay: 100},
	{Route: "timers.start one runs on a project", PerDay: 8},
	{Route: "timers.start none runs", PerDay: 4},
	{Route: "timers.stop on a project, which may have a rate", PerDay: 4},
	{Route: "tracker.suggestions of a user", PerDay: 12},
	{Route: "entries.list one's own week", PerDay: 40},
	{Route: "entries.create", PerDay: 1},
	{Route: "entries.edit a text", PerDay: 4},
	{Route: "projects.list", PerDay: 6},
	{Route: "clients.list", PerDay: 3},
	{Route: "tasks.list", PerDay: 6},
	{Route: "tags.list", PerDay: 3},
	{Route: "reports.summary a week by project", PerDay: 2, MemoryGB: 1.73},
	{Route: "entries.export a week of everyone's, on projects with clients", PerMonth: 1},
	{Route: "submissions.create", PerMonth: 4.3},
	{Route: "submissions.get", PerMonth: 13},
	{Route: "submissions.approve_all", PerMonth: 4.3},
	{Route: "client_links.create", PerMonth: 1, Mails: true},
	{Route: "pages.client_approval", PerMonth: 2},
	{Route: "pages.sign", PerMonth: 1},
}
