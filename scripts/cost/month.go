package main

import "fmt"

const workdays = 22

// habit is how often a user sends a request.
type habit struct {
	route    string  // and case, as in the table of budgets
	perDay   float64 // requests on each workday
	perMonth float64 // requests in addition to perDay
	signs    bool    // whether the request signs an access token
	mails    bool    // whether the request sends a mail
	extraMS  float64 // time in addition to the usual, such as a password hash
	memoryGB float64 // of the function; 0 is the usual memory
}

// habits are the requests of one user in a month. The user tracks all working time
// with timers, in a program that is open all day. Every tenth user is a manager, whose
// additional requests are spread over all users.
var habits = []habit{
	{route: "account.login", perMonth: 4, signs: true, extraMS: 60},
	{route: "account.refresh", perDay: 32, signs: true}, // a token lives 15 minutes
	{route: "timers.current", perDay: 100},
	{route: "timers.start one runs on a project", perDay: 8},
	{route: "timers.start none runs", perDay: 4},
	{route: "timers.stop on a project, which may have a rate", perDay: 4},
	{route: "tracker.suggestions of a user", perDay: 12},
	{route: "entries.list one's own week", perDay: 40},
	{route: "entries.create", perDay: 1},
	{route: "entries.edit a text", perDay: 4},
	{route: "projects.list", perDay: 6},
	{route: "clients.list", perDay: 3},
	{route: "tasks.list", perDay: 6},
	{route: "tags.list", perDay: 3},
	{route: "reports.summary a week by project", perDay: 2, memoryGB: 1.73},
	{route: "entries.export a week of everyone's, on projects with clients", perMonth: 1},
	{route: "submissions.create", perMonth: 4.3},
	{route: "submissions.get", perMonth: 13},
	{route: "submissions.approve_all", perMonth: 4.3},
	{route: "client_links.create", perMonth: 1, mails: true},
	{route: "pages.client_approval", perMonth: 2},
	{route: "pages.sign", perMonth: 1},
}

// month is what the requests of all users consume in a month.
type month struct {
	requests, reads, writes, milliseconds, gbSeconds, signatures, mails float64
}

func computeMonth(budgets map[string]budget, users float64) (m month, err error) {
	for _, h := range habits {
		b, ok := budgets[h.route]
		if !ok {
			return m, fmt.Errorf("the table has no budget for %q", h.route)
		}
		m.add(h, b, users*(h.perDay*workdays+h.perMonth))
	}
	return m, nil
}

func (m *month) add(h habit, b budget, times float64) {
	took := functionMilliseconds + roundTripMilliseconds*b.roundTrips + h.extraMS
	memory := h.memoryGB
	if memory == 0 {
		memory = memoryGB
	}
	m.requests += times
	m.reads += times * b.reads
	m.writes += times * b.writes
	m.milliseconds += times * took
	m.gbSeconds += times * took / 1000 * memory
	if h.signs {
		m.signatures += times
	}
	if h.mails {
		m.mails += times
	}
}

// costs are the month's costs that depend on requests.
func (m month) costs(p prices) []cost {
	return []cost{
		{"API Gateway", m.requests * p.of("gateway request")},
		{"Lambda, calls", m.requests * p.of("function call")},
		{"Lambda, time", m.gbSeconds * p.of("function GB-second")},
		{"DynamoDB, reads", m.reads * p.of("read unit")},
		{"DynamoDB, writes", m.writes * p.of("write unit")},
		{"logs", m.requests * logBytes / gigabyte * p.of("GB of logs")},
		{"signatures by KMS", m.signatures * p.of("signature")},
		{"mail", m.mails * p.of("mail")},
	}
}
