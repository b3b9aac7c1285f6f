package route

import (
	"net/http"
	"strings"

	"stint/shared/auth"
	"stint/shared/domain/audit"
	"stint/shared/problem"
	"stint/shared/wire"
)

// Spec declares one route.
type Spec struct {
	// ID is unique and public: the OpenAPI operation id, and the name of the route in
	// the log. It reads as subject.operation. The subject is usually the package of
	// the operation, but not always: members.* are in workspaces, api_keys.* in
	// apikeys, client_links.* in submissions, and entries.export is in reports. Ids
	// never change, so operations that move keep theirs.
	ID string

	Method     string          // GET, POST, PUT, PATCH or DELETE
	Path       string          // with {parameters}, without a trailing slash
	Credential auth.Credential // what the caller presents
	Permission auth.Permission // what the caller must be allowed to do; the zero value is refused by Check
	Summary    string          // a few words for the reference
	Notes      string          // what else a caller should know; plain text
	Op         Operation

	Creates      bool     // creates a record: honours Idempotency-Key
	WithTimer    bool     // the running timer is read with the caller
	WithCalendar bool     // the connection to the calendar is read with the caller
	Limit        Limit    // rate limit per client network
	Throttle     Throttle // of the gateway; the zero value is the stage's default
	LocalOnly    bool     // exists at home only
	FailurePage  string   // path of the page to which browsers are redirected after a failure; "" answers with the problem
	WithDeleted  bool     // the workspace in the path may be deleted, if the caller can restore it
	Preview      Preview  // how a request asks what it would write

	Fresh Freshness // when it needs a session whose user proved recently who they are

	AnyBody     bool // takes no body and succeeds with a malformed one, although the method usually has a body
	OwnProtocol bool // the body follows another protocol: the operation reads it with Request.Forward
	SessionOnly bool // has no twin for API keys, although it is about a workspace

	IfMatch bool // honours If-Match, although it is a POST or no route of its path shows the version

	// AnyOrigin marks a public route that pages of every origin may call and read, without credentials of the
	// browser, because all that counts is in the request itself. Its path has no parameters.
	AnyOrigin bool

	ReadsRefreshCookie bool // takes the refresh cookie as a credential
	SetsCookie         bool // may set or clear a cookie
	Streams            bool // may answer with more than Lambda buffers, where the deployment streams responses
	InParts            bool // may answer in parts: Link and Stint-Next-Cursor lead to the next one

	// NoHead marks a GET that makes something or uses something up, such as the state of a sign-in. Programs that
	// only look at an address send HEAD, and must not do that. Every other GET answers HEAD, too.
	NoHead bool

	// Metadata is the path of the metadata about the route as a protected resource (RFC 9728). A refused
	// credential gets its address in WWW-Authenticate (section 5.1). "" means the metadata of the public API on
	// a route for API keys, and none on other routes.
	Metadata string

	NeedsProvenEmail bool // refuses callers who have not proved their e-mail address, where the instance requires that

	Problems []problem.Code // for the reference: the problems that do not follow from the fields above

	Audit []audit.Action // what the route may tell the audit log of the workspace
}

// Freshness says which requests of a route need a fresh session: one whose user proved recently who they are.
// It marks every route that grants access or makes the service send data to somebody. A request with an
// API key needs none: keys are made by fresh sessions.
type Freshness string

// The values of Freshness. "" means that no request of the route needs a fresh session. The operation of a route with
// another value than FreshAlways calls Request.RequireFresh when the request is such a one.
const (
	FreshAlways    Freshness = "always"
	FreshForAdmins Freshness = "admins" // requests that make, invite or deactivate an owner or admin
	FreshForPolicy Freshness = "policy" // requests that change how members sign in, or which apps and keys act for them
)

// Throttle is the gateway's token bucket for one method of one path. It protects the
// service as a whole; Limit protects accounts against guessing.
type Throttle struct {
	PerSecond float64 // requests per second
	Burst     int     // bucket size
}

// StrictThrottle is the throttle of routes that cost a password hash or send mail. All
// callers share the bucket. It is so large that one address cannot empty it: the limits per
// network, account and caller do the work, and the throttle bounds the cost of floods.
var StrictThrottle = Throttle{PerSecond: 500, Burst: 1_000}

// methods are the methods that the route answers. A HEAD is answered like the GET, and the edge leaves the body out.
func (s Spec) methods() []string {
	if s.Method == http.MethodGet && !s.NoHead {
		return []string{http.MethodGet, http.MethodHead}
	}
	return []string{s.Method}
}

// answers reports whether the route answers a method. Every request asks this about many routes.
func (s *Spec) answers(method string) bool {
	return s.Method == method || method == http.MethodHead && s.Method == http.MethodGet && !s.NoHead
}

// SendsRateLimit reports whether the route counts the requests of its callers, and sends
// them the headers RateLimit and RateLimit-Policy.
func (s Spec) SendsRateLimit() bool { return s.Credential != auth.Public || s.Limit == LimitUser }

// TakesFile reports whether the body of a request is a file as it is, without JSON around it.
func (s Spec) TakesFile() bool { return s.Method == http.MethodPut && wire.TakesFile(s.Op.In) }

// ReadsBody reports whether the service parses the body of a request. It does so for the operation. On a route without
// input it does so to name the properties that it ignores. No GET takes a body. Every request asks this, so only a
// DELETE, which seldom has a body, looks at the type of its input.
func (s Spec) ReadsBody() bool {
	switch s.Method {
	case http.MethodGet:
		return false
	case http.MethodDelete:
		_, takesBody := s.Op.In.FieldByName("Body")
		return takesBody
	}
	return !s.AnyBody && !s.OwnProtocol && !s.TakesFile()
}

// StreamedPaths are the paths on which responses may be streamed. They count for all methods of a path, because a
// function decides by the path alone.
func StreamedPaths(specs []Spec) (paths []string) {
	for _, s := range specs {
		if s.Streams {
			paths = append(paths, s.Path)
		}
	}
	return paths
}

// Params lists the names of the path parameters in order.
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

// workspaceParam is the path parameter that names a workspace; "" when the route is
// about the active workspace.
func (s Spec) workspaceParam() string {
	for _, name := range s.Params() {
		if name == "workspaceId" || name == "wid" {
			return name
		}
	}
	return ""
}

// namesRecord reports whether the path has the id of a record other than the
// workspace.
func (s Spec) namesRecord() bool {
	for _, name := range s.Params() {
		if IsIDParam(name) && name != s.workspaceParam() {
			return true
		}
	}
	return false
}

// isPerUser reports whether the route is about the caller's account, independent of
// the active workspace.
func (s Spec) isPerUser() bool {
	rule, _ := auth.RuleOf(s.Permission)
	return rule.Requires == auth.RequiresAccount
}

// TakesIfMatch reports whether the route reads If-Match. GET and most POSTs ignore it.
func (s Spec) TakesIfMatch() bool {
	switch s.Method {
	case http.MethodPut, http.MethodPatch, http.MethodDelete:
		return true
	case http.MethodPost:
		return s.IfMatch
	}
	return false
}

// OpenPaths are the paths of the routes that pages of every origin may call.
func OpenPaths(routes []Spec) (paths []string) {
	for _, s := range routes {
		if s.AnyOrigin {
			paths = append(paths, s.Path)
		}
	}
	return paths
}
