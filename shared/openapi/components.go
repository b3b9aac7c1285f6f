package openapi

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/problem/httpproblem"
)

// refreshCookie is the security scheme of the refresh token.
const refreshCookie = "refresh_cookie"

// securitySchemes are the kinds of credential.
var securitySchemes = Map[*openapi3.SecurityScheme]{
	{string(auth.Session), &openapi3.SecurityScheme{
		Type: "http", Scheme: "bearer", BearerFormat: "JWT",
		Description: "The access_token of a session, valid for 15 minutes. For all addresses below /api except /api/v1.",
	}},
	{string(auth.APIKey), &openapi3.SecurityScheme{
		Type: "http", Scheme: "bearer", BearerFormat: "stint_<env>_<random>",
		Description: "An API key or the access token of an app, bound to one workspace. For all addresses below /api/v1.",
	}},
	{refreshCookie, &openapi3.SecurityScheme{
		Type: "apiKey", In: "cookie", Name: "stint_refresh",
		Description: "The refresh token of a session, which a sign-in sets. It is sent to /api/auth only, and scripts " +
			"cannot read it (HttpOnly). Each refresh replaces it.",
	}},
}

// entityTags are the values of If-Match: any version, or a list of entity tags (RFC 9110,
// section 13.1.1).
const entityTags = `^(\*|(W/)?"[!#-~\x80-\xff]*"([ \t]*,[ \t]*(W/)?"[!#-~\x80-\xff]*")*)$`

var sharedParameters = Map[*Parameter]{
	{"IdempotencyKey", &Parameter{
		Name: "Idempotency-Key", In: "header",
		Description: "Makes it safe to send the request again. Within 24 hours, the same key with the same body gets the " +
			"first response, and nothing is created twice.",
		Schema: &Schema{Type: Types{"string"}, MinLength: new(1), MaxLength: new(200), Pattern: "^[!-~]+$"},
	}},
	{"Prefer", &Parameter{
		Name: "Prefer", In: "header",
		Description: "With handling=strict, each unknown query parameter or property is refused as unknown_property " +
			"instead of ignored.",
		Schema: &Schema{Type: Types{"string"}, Examples: []any{"handling=strict"}},
	}},
	{"IfMatch", &Parameter{
		Name: "If-Match", In: "header",
		Description: `The ETag of the version to change, such as "3"; * is any version. If the record has another version, the response is a conflict.`,
		Schema:      &Schema{Type: Types{"string"}, Pattern: entityTags, Examples: []any{`"3"`}},
	}},
}

var sharedHeaders = Map[*Header]{
	{"CorrelationId", textHeader("Links the response to the log. It is the request's own id, if the request sent a " +
		"valid one.")},
	{"ETag", textHeader(`The version of the record in quotes, for If-Match.`)},
	{"IdempotencyReplayed", textHeader("true when this is the remembered response to an earlier request with the same " +
		"Idempotency-Key.")},
	{"StintIgnored", textHeader("The query parameters and properties of the request that the service does not know " +
		"and ignored, separated by commas, such as page, items[3].budgetHours, projct (projectId?): a known name that is " +
		"one letter away is in parentheses. At most 20 names, percent-encoded.")},
	{"PreferenceApplied", textHeader("handling=strict, if the request was handled so (RFC 7240).")},
	{"RetryAfter", &Header{Description: "Seconds to wait. Absent where waiting does not help.",
		Schema: &Schema{Type: Types{"integer"}, Minimum: new(int64(1))}}},
	{"RateLimit",
		textHeader(
			`Only for an authenticated caller, where limits are on: what is left to the caller and to the workspace, and for how many seconds, such as "caller";r=588;t=42, "workspace";r=5988;t=42 (draft-ietf-httpapi-ratelimit-headers).`)},
	{"RateLimitPolicy",
		textHeader(
			`Together with RateLimit: the requests that the caller and the workspace may send in a window of seconds, such as "caller";q=600;w=60, "workspace";q=6000;w=60.`)},
	{"WWWAuthenticate", textHeader("Bearer, where it helps with what is wrong in the words of RFC 6750. A 403 has it where the " +
		"access of a key or an app is too little. API Gateway renames this header to x-amzn-Remapped-WWW-Authenticate.")},
	{"Allow", textHeader("The methods of this address.")},
	{"SetCookie", textHeader("The refresh token of the session as stint_refresh (HttpOnly, SameSite=Lax, " +
		"Path=/api/auth), empty when the session ended. A start of a sign-in or connection at a provider sets the cookie " +
		"that binds it to this browser.")},
	{"Link",
		textHeader(
			`The address of the next part, relative to this one, as <…>; rel="next" (RFC 8288). Absent from the last part.`)},
	{"StintNextCursor", textHeader("The cursor of the next part. Absent from the last part.")},
	{"Location", textHeader("The address to which the browser is redirected.")},
}

func textHeader(description string) *Header {
	return &Header{Description: description, Schema: &Schema{Type: Types{"string"}}}
}

// problemSchemas are the schemas of problems.
func problemSchemas() Map[*Schema] {
	return Map[*Schema]{
		{"Problem", requiredObject("Every error, as application/problem+json (RFC 7807).", 5,
			property{"type", &Schema{Type: Types{"string"}, Format: "uri",
				Description: "Stable address of the kind of problem. Its last segment is the code."}},
			property{"title", &Schema{Type: Types{"string"}, Description: "The reason phrase of the status."}},
			property{"status", &Schema{Type: Types{"integer"}, Description: "The HTTP status."}},
			property{"detail", &Schema{Type: Types{"string"}, Description: "What happened, often just the code. With " +
				"forbidden, the rule that applied."}},
			property{"correlationId", &Schema{Type: Types{"string"}, Description: "Identifies the request in the log."}},
			property{"errors", &Schema{Type: Types{"array"}, Items: &Schema{Ref: "#/components/schemas/FieldProblem"},
				Description: "Only with validation: everything that is wrong, in the order of the request."}},
			property{"reason", &Schema{Type: Types{"string"}, Description: describeReasons(), ExtensibleEnum: reasonValues()}},
		)},
		{"FieldProblem", requiredObject("What is wrong with one property.", 4,
			property{"field", &Schema{Type: Types{"string"},
				Description: "JSON path in the spelling of the request, such as items[3].startedAt, or the name of a " +
					`query parameter or of a header; "" for the whole body.`}},
			property{"code", &Schema{Type: Types{"string"}, ExtensibleEnum: fieldCodes(),
				Description: "Why the value was refused: " + joinWords(fieldCodes()) + "; more may be added."}},
			property{"message", &Schema{Type: Types{"string"}, Description: "The reason as text, with the values that are " +
				"allowed. It never repeats the value."}},
			property{"in", &Schema{Type: Types{"string"}, ExtensibleEnum: places(),
				Description: "The part of the request in which the field is: query, body or header."}},
		)},
	}
}

type property = Member[*Schema]

// requiredObject is the schema of an object whose first properties are required.
func requiredObject(description string, required int, properties ...property) *Schema {
	s := &Schema{Type: Types{"object"}, Description: description, Properties: properties}
	for _, p := range properties[:required] {
		s.Required = append(s.Required, p.Name)
	}
	return s
}

// places are the parts of a request.
func places() []any {
	var all []any
	for _, place := range problem.Places() {
		all = append(all, string(place))
	}
	return all
}

func fieldCodes() []any {
	var all []any
	for _, code := range slices.Sorted(maps.Keys(problem.FieldCodes())) {
		all = append(all, string(code))
	}
	return all
}

// reasonValues are the reasons of conflict and forbidden problems.
func reasonValues() []any {
	var all []any
	for _, r := range problem.Reasons() {
		all = append(all, string(r.Reason))
	}
	for _, d := range problem.Details() {
		all = append(all, string(d))
	}
	return all
}

// describeReasons lists the reasons with their meaning.
func describeReasons() string {
	var list strings.Builder
	list.WriteString("Only with conflict and forbidden: a stable word for programs; more may be added. With conflict:\n")
	for _, r := range problem.Reasons() {
		fmt.Fprintf(&list, "\n- `%s`: %s", r.Reason, r.Meaning)
	}
	list.WriteString("\n\nWith forbidden:\n")
	for _, d := range problem.Details() {
		fmt.Fprintf(&list, "\n- `%s`: %s", d, d.Meaning())
	}
	return list.String()
}

// exampleProblem is a problem with this code, made by package problem.
func exampleProblem(code problem.Code) any {
	e := problem.New(code)
	switch code {
	case problem.CodeValidation:
		e = problem.InvalidIn(problem.InBody, "startedAt", problem.InFuture)
	case problem.CodeForbidden:
		e = problem.Forbidden(problem.RoleInsufficient)
	case problem.CodeConflict:
		e = problem.Conflict(problem.VersionStale, "The record has another version than If-Match names.")
	}
	return jsontext.Value(httpproblem.Body(e, "https://stint.example", "b5d1c1e2-0c66-4f5e-9a51-3f2f2a6f7c11"))
}
