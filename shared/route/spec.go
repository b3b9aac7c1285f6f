package route

import (
	"strings"

	"stint/shared/auth"
	"stint/shared/problem"
)

// Spec declares one route.
type Spec struct {
	ID         string          // family.operation, unique; the OpenAPI operation id
	Method     string          // GET, POST, PUT, PATCH or DELETE
	Path       string          // with {parameters}, without a trailing slash
	Credential auth.Credential // what the caller presents
	Permission auth.Permission // what the caller may do; none refuses to bind
	Summary    string          // a few words for the reference
	Notes      string          // what a caller should know besides; plain text
	Op         Operation       // what happens

	Creates      bool     // makes a record: honours Idempotency-Key
	WithTimer    bool     // wants the running timer read with the caller
	WithCalendar bool     // wants the connection to the calendar read with the caller
	Limit        Limit    // fixed windows kept in the table, per client address
	Throttle     Throttle // the gateway's; the zero value is the stage's
	LocalOnly    bool     // exists at home only
	FailurePage  string   // path of a page: others send people's browsers here, and what goes wrong is shown to them there

	Problems []problem.Code // for the reference: what it may answer beside what follows from the rest
}

// Limit counts requests per client address in fixed windows of a minute.
// Routes of one kind share their window.
type Limit string

// The kinds of limits per client address. How many are let through is a
// setting of the instance (default 60 a minute).
const (
	NoLimit      Limit = ""
	LimitAccount Limit = "account" // login, register, reset
	LimitToken   Limit = "token"   // look-ups by a token from a link
)

// Throttle is the gateway's token bucket for one method of one path.
type Throttle struct {
	PerSecond float64 // steady rate
	Burst     int     // bucket size
}

// StrictThrottle is the throttle of routes that cost a password hash or send mail.
var StrictThrottle = Throttle{PerSecond: 20, Burst: 40}

// Twin declares the same operation for API keys under another path.
func (s Spec) Twin(path string) Spec {
	s.ID += ".v1"
	s.Path = path
	s.Credential = auth.APIKey
	return s
}

// Params lists the names of the path's parameters in order.
func (s Spec) Params() []string {
	var names []string
	for _, part := range strings.Split(s.Path, "/") {
		if strings.HasPrefix(part, "{") && strings.HasSuffix(part, "}") {
			names = append(names, part[1:len(part)-1])
		}
	}
	return names
}

// IsIDParam reports whether a path parameter of that name is a UUID.
func IsIDParam(param string) bool {
	return param == "id" || param == "wid" || strings.HasSuffix(param, "Id")
}

// workspaceParam is the parameter that names a workspace in the path; "" when
// the route means the active one.
func (s Spec) workspaceParam() string {
	for _, name := range s.Params() {
		if name == "workspaceId" || name == "wid" {
			return name
		}
	}
	return ""
}

// namesRecord reports whether the path names a thing by id beside a workspace.
func (s Spec) namesRecord() bool {
	for _, name := range s.Params() {
		if IsIDParam(name) && name != s.workspaceParam() {
			return true
		}
	}
	return false
}

// isPerUser reports whether the route is about the caller alone, whatever
// workspace is active.
func (s Spec) isPerUser() bool {
	rule, _ := auth.RuleOf(s.Permission)
	return rule.Requires == auth.RequiresAccount
}
