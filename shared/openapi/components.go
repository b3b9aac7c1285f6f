package openapi

import (
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/problem/httpproblem"
)

// securitySchemes are the two kinds of credential.
var securitySchemes = Map[*SecurityScheme]{
	{string(auth.Session), &SecurityScheme{
		Type: "http", Scheme: "bearer", BearerFormat: "JWT",
		Description: "The access_token of a session, good for 15 minutes; for everything below /api but /api/v1.",
	}},
	{string(auth.APIKey), &SecurityScheme{
		Type: "http", Scheme: "bearer", BearerFormat: "stint_<env>_<random>",
		Description: "An API key, bound to one workspace; for everything below /api/v1.",
	}},
}

var sharedParameters = Map[*Parameter]{
	{"IdempotencyKey", &Parameter{
		Name: "Idempotency-Key", In: "header",
		Description: "Makes it safe to send the request again: within 24 hours the same key with the same body gets the first answer, and nothing is created twice.",
		Schema:      &Schema{Type: Types{"string"}, MinLength: pointer(1), MaxLength: pointer(200), Pattern: "^[!-~]+$"},
	}},
	{"IfMatch", &Parameter{
		Name: "If-Match", In: "header",
		Description: `The ETag of the version that is to be changed, such as "3"; * is any. Another version is a conflict.`,
		Schema:      &Schema{Type: Types{"string"}},
	}},
}

var sharedHeaders = Map[*Header]{
	{"CorrelationId", textHeader("Links the answer to the logs: the request's own, where it sent a good one.")},
	{"ETag", textHeader(`The record's version in quotes, for If-Match.`)},
	{"IdempotencyReplayed", textHeader("true when the answer is that of an earlier request with the same Idempotency-Key.")},
	{"RetryAfter", &Header{Description: "Seconds to wait.", Schema: &Schema{Type: Types{"integer"}, Minimum: pointer(int64(1))}}},
	{"WWWAuthenticate", textHeader("Bearer. A REST API of API Gateway renames it to x-amzn-Remapped-WWW-Authenticate.")},
	{"Allow", textHeader("The methods that the address knows.")},
	{"Location", textHeader("Where the browser is sent.")},
}

func textHeader(description string) *Header {
	return &Header{Description: description, Schema: &Schema{Type: Types{"string"}}}
}

// problemSchemas are the shape of every error.
func problemSchemas() Map[*Schema] {
	return Map[*Schema]{
		{"Problem", requiredObject("Every error, as application/problem+json (RFC 7807).", 5,
			property{"type", &Schema{Type: Types{"string"}, Format: "uri", Description: "Stable address of the kind of problem; its last segment is the code."}},
			property{"title", &Schema{Type: Types{"string"}, Description: "The reason phrase of the status."}},
			property{"status", &Schema{Type: Types{"integer"}, Description: "The HTTP status."}},
			property{"detail", &Schema{Type: Types{"string"}, Description: "What happened; often just the code. For forbidden, the rule that applied."}},
			property{"correlationId", &Schema{Type: Types{"string"}, Description: "Finds the request in the logs."}},
			property{"errors", &Schema{Type: Types{"array"}, Items: &Schema{Ref: "#/components/schemas/FieldProblem"}, Description: "With validation only: everything that is wrong, in the order of the document."}},
		)},
		{"FieldProblem", requiredObject("What is wrong with one property.", 3,
			property{"field", &Schema{Type: Types{"string"}, Description: `JSON path as it was sent, such as items[3].startedAt; a query parameter by its name; "" for the whole body.`}},
			property{"code", &Schema{Type: Types{"string"}, Enum: fieldCodes(), Description: "Why it was refused. More codes may come."}},
			property{"message", &Schema{Type: Types{"string"}, Description: "The same for people. It never repeats the value."}},
		)},
	}
}

type property = Member[*Schema]

// requiredObject is a schema whose first properties are required.
func requiredObject(description string, required int, properties ...property) *Schema {
	s := &Schema{Type: Types{"object"}, Description: description, Properties: properties}
	for _, p := range properties[:required] {
		s.Required = append(s.Required, p.Name)
	}
	return s
}

func fieldCodes() []any {
	var all []any
	for _, code := range slices.Sorted(maps.Keys(problem.FieldCodes())) {
		all = append(all, string(code))
	}
	return all
}

// exampleProblem is a problem of that code, made by the code that makes them all.
func exampleProblem(code problem.Code) any {
	e := problem.New(code)
	switch code {
	case problem.CodeValidation:
		e = problem.InvalidField("startedAt", problem.InFuture)
	case problem.CodeForbidden:
		e = problem.Forbidden(problem.RoleInsufficient)
	}
	return jsontext.Value(httpproblem.Body(e, "https://stint.example", "b5d1c1e2-0c66-4f5e-9a51-3f2f2a6f7c11"))
}
