package openapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/getkin/kin-openapi/openapi3"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/openapi"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

// Family is a small one that has some of everything.
type Family struct{}

// thingAnswer is a thing as its owner sees it.
type thingAnswer struct {
	ID       domain.ID          `json:"id"`
	ClientID *domain.ID         `json:"client_id"`
	Source   timelog.RateSource `json:"source"`
	Rate     *int64             `json:"rate"` // minor units
	Nested   nestedAnswer       `json:"nested"`
	Maybe    *nestedAnswer      `json:"maybe"` // null: there is none
	Tags     []domain.ID        `json:"tags"`
	Zone     domain.Timezone    `json:"zone"`
	Kind     string             `json:"kind" enum:"big,small"` // how large it is
	Secret   string             `json:"secret,omitzero"`
	route.Versioned
}

type nestedAnswer struct {
	At    domain.Instant  `json:"at"` // When it happened.
	Until *domain.Instant `json:"until"`
}

// row is one of two shapes.
type row struct{}

func (row) OneOf() []any { return []any{thingAnswer{}, route.Deleted{}} }

// resultAnswer is a thing, or only its id.
type resultAnswer struct {
	ID domain.ID `json:"id"`
	*thingAnswer
	Gone bool `json:"gone,omitzero"`
}

type rowsAnswer struct {
	Results []resultAnswer `json:"results"`
	Rows    []row          `json:"rows"`
}

type listInput struct {
	paging.Query
	ClientID wire.Optional[domain.ID] `query:"client_id"` // only those of this client
	Apply    bool                     `query:"apply"`
}

type editInput struct {
	Body struct {
		Name     wire.Change[domain.Name]    `json:"name" minLength:"1" maxLength:"100"` // unique
		ClientID wire.Clearable[domain.ID]   `json:"clientId"`
		Tags     wire.Optional[[]domain.ID]  `json:"tags" maxItems:"50"`
		Mode     wire.Optional[string]       `json:"mode" enum:"up,down"` // The direction in which durations are rounded.
		Rate     wire.Clearable[int64]       `json:"rate" minimum:"0" maximum:"100000000"`
		Parts    wire.Optional[[]part]       `json:"parts" maxItems:"3"`
		Color    wire.Optional[domain.Color] `json:"color"`
	}
}

type part struct {
	ID domain.ID `json:"id"` // the client may choose it
}

func (*Family) list(context.Context, *route.Call[listInput]) (route.List[thingAnswer], error) {
	panic("never called")
}
func (*Family) edit(context.Context, *route.Call[editInput]) (thingAnswer, error) {
	panic("never called")
}
func (*Family) create(context.Context, *route.Call[editInput]) (rowsAnswer, error) {
	panic("never called")
}
func (*Family) drop(context.Context, *route.Call[route.NoInput]) (route.Deleted, error) {
	panic("never called")
}
func (*Family) lookup(context.Context, *route.Call[route.NoInput]) (route.OrRedirect[nestedAnswer], error) {
	panic("never called")
}

// PageFamily shows pages.
type PageFamily struct{}

type signInput struct {
	Token wire.Optional[string] `query:"token"`
	Form  struct {
		SignerName domain.Name `form:"signerName" minLength:"1"` // in full
	}
}

func (*PageFamily) ErrorPage(*http.Request, *problem.Error, string) route.Responder {
	panic("never called")
}
func (*PageFamily) sign(context.Context, *route.Call[signInput]) (route.Redirect, error) {
	panic("never called")
}

var list = route.Spec{
	ID: "things.list", Method: "GET", Path: "/api/things", Credential: auth.Session, Permission: auth.ReadWorkspace,
	Summary: "All things", Notes: "Newest first.", Op: route.Op((*Family).list),
}

var table = []route.Spec{
	list, route.WithTwins([]route.Spec{list})[1],
	{ID: "things.create", Method: "POST", Path: "/api/things", Credential: auth.Session, Permission: auth.ManageTags,
		Creates: true, Summary: "Make one", Op: route.Op((*Family).create)},
	{ID: "things.edit", Method: "PATCH", Path: "/api/things/{thingId}", Credential: auth.Session,
		Permission: auth.ManageTags, Summary: "Change one", Op: route.Op((*Family).edit)},
	{ID: "things.drop", Method: "DELETE", Path: "/api/things/{thingId}", Credential: auth.Session,
		Permission: auth.ManageTags, Summary: "Drop one", Op: route.Op((*Family).drop)},
	{ID: "things.look", Method: "GET", Path: "/api/look/{token}", Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Look", Op: route.Op((*Family).lookup),
		Problems: []problem.Code{problem.CodePKCEStateNotFound, problem.CodeMalformedRequest}},
	{ID: "desk.sign", Method: "POST", Path: "/p/sign", Credential: auth.Public, Permission: auth.Everyone, Summary: "Sign",
		Op: route.Op((*PageFamily).sign)},
	{ID: "things.refresh", Method: "POST", Path: "/api/refresh", Credential: auth.Public, Permission: auth.Everyone,
		ReadsRefreshCookie: true, SetsCookie: true, Summary: "Refresh", Op: route.Op((*Family).lookup),
		Problems: []problem.Code{problem.CodeUnauthorized}},
	{ID: "things.logout", Method: "POST", Path: "/api/logout", Credential: auth.Public, Permission: auth.Everyone,
		ReadsRefreshCookie: true, Summary: "Log out", Op: route.Op((*Family).lookup)},
	{ID: "things.void", Method: "DELETE", Path: "/api/void/{thingId}", Credential: auth.Session,
		Permission: auth.ManageTags, IfMatch: true, Summary: "Void one", Op: route.Op((*Family).drop)},
	{ID: "things.home", Method: "GET", Path: "/_local/things", Credential: auth.Public, Permission: auth.Everyone,
		Summary: "At home", LocalOnly: true, Op: route.Op((*Family).lookup)},
}

// sourceComments is the module as the builder reads it, with the files of this
// test where it looks for the source of this package.
func sourceComments(t *testing.T) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	for there, here := range map[string]string{
		"shared/openapi_test/build.go": "build_test.go", "shared/openapi_test/defaults.go": "defaults_test.go",
		"shared/domain/timelog/entry.go": "../domain/timelog/entry.go", "shared/paging/paging.go": "../paging/paging.go",
		"shared/route/answer.go": "../route/answer.go",
	} {
		text, err := os.ReadFile(here)
		if err != nil {
			t.Fatal(err)
		}
		files[there] = &fstest.MapFile{Data: text}
	}
	return files
}

func build(t *testing.T) []byte {
	t.Helper()
	options := openapi.Options{Title: "Things", Version: "v1", Server: "https://things.example", Source: sourceComments(t)}
	out, err := openapi.Build(table, options).JSON()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The validator of kin-openapi finds no fault. It shares only the types without order with this
// package; the linters of two other makers check the document of the service.
func TestDocumentIsValid(t *testing.T) {
	t.Parallel()
	loaded, err := openapi3.NewLoader().LoadFromData(build(t))
	if err != nil {
		t.Fatal(err)
	}
	if !loaded.IsOpenAPI31OrLater() {
		t.Errorf("version %s", loaded.OpenAPI)
	}
	if err := loaded.Validate(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestDocumentIsAlwaysTheSame(t *testing.T) {
	t.Parallel()
	first := build(t)
	for range 5 {
		if !bytes.Equal(first, build(t)) {
			t.Fatal("two documents of one table differ")
		}
	}
}

// at finds a value in the document by its JSON pointer without the slash at
// the front; ~ replaces a slash in a name.
func at(t *testing.T, document []byte, pointer string) any {
	t.Helper()
	var here any
	if err := json.Unmarshal(document, &here); err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Split(pointer, "/") {
		object, _ := here.(map[string]any)
		var ok bool
		if here, ok = object[strings.ReplaceAll(name, "~", "/")]; !ok {
			t.Errorf("nothing at %s", pointer)
			return nil
		}
	}
	return here
}

func TestDocumentContents(t *testing.T) {
	t.Parallel()
	document := build(t)
	thing := "components/schemas/Thing/properties/"
	body := "components/schemas/ThingCreateRequest/properties/"
	result := "components/schemas/Result/"
	for _, want := range []struct{ pointer, json string }{
		{"paths/~api~things/get/operationId", `"things.list"`},
		{"paths/~api~things/get/description", `"Newest first."`},
		{"paths/~api~things/get/security", `[{"session":[]}]`},
		{"paths/~api~v1~things/get/security", `[{"api_key":[]}]`},
		{"paths/~api~look~{token}/get/security", `[]`},
		{"paths/~api~refresh/post/security", `[{"refresh_cookie":[]},{"session":[]}]`},
		{"paths/~api~refresh/post/responses/200/headers/Set-Cookie", `{"$ref":"#/components/headers/SetCookie"}`},
		{"paths/~api~logout/post/security", `[{"refresh_cookie":[]},{"session":[]},{}]`},
		{"paths/~api~things/post/responses/409", `{"$ref":"#/components/responses/Conflict"}`},
		{"paths/~api~look~{token}/get/responses/404", `{"$ref":"#/components/responses/NotFound"}`},
		{"components/securitySchemes/refresh_cookie/in", `"cookie"`},
		{"components/schemas/Thing/description", `"A thing as its owner sees it."`},
		{"components/schemas/Thing/required",
			`["id","client_id","source","rate","nested","maybe","tags","zone","kind","version"]`},
		{thing + "id", `{"description":"The id of the record.","format":"uuid","type":"string"}`},
		{thing + "client_id",
			`{"description":"The id of the client; null without one.","format":"uuid","type":["string","null"]}`},
		{thing + "source/type", `"string"`},
		{thing + "source/x-extensible-enum", `["entry","project_member","project","member","workspace","none"]`},
		{thing + "source/description",
			`"One of entry, project_member, project, member, workspace, none; more may be added."`},
		{thing + "rate", `{"description":"Minor units.","format":"int64","type":["integer","null"]}`},
		{thing + "nested", `{"$ref":"#/components/schemas/Nested"}`},
		{thing + "maybe",
			`{"anyOf":[{"$ref":"#/components/schemas/Nested"},{"type":"null"}],"description":"Null: there is none."}`},
		{thing + "kind",
			`{"description":"How large it is. One of big, small; more may be added.","type":"string","x-extensible-enum":["big","small"]}`},
		{thing + "version",
			`{"description":"The number of changes of the record, counted from 1. It is also the ETag.","format":"int64","type":"integer"}`},
		{result + "required", `["id"]`},
		{result + "properties/maybe/anyOf", `[{"$ref":"#/components/schemas/Nested"},{"type":"null"}]`},
		{"components/schemas/Nested/properties/at",
			`{"description":"When it happened.","format":"date-time","type":"string"}`},
		{"components/schemas/Nested/properties/until", `{"format":"date-time","type":["string","null"]}`},
		{"components/schemas/ThingList/description", `"A page of a list."`},
		{body + "name",
			`{"description":"Unique.","maxLength":100,"minLength":1,"pattern":"^[\\t-\\r\\x85 ]*[^\\x00-\\x1f\\x7f-\\x9f]*[\\t-\\r\\x85 ]*$","type":"string"}`},
		{body + "clientId",
			`{"description":"The id of the client; null without one.","format":"uuid","type":["string","null"]}`},
		{body + "tags", `{"items":{"format":"uuid","type":"string"},"maxItems":50,"type":["array","null"]}`},
		{body + "mode",
			`{"anyOf":[{"enum":["up","down"],"type":"string"},{"type":"null"}],"description":"The direction in which durations are rounded."}`},
		{body + "rate", `{"format":"int64","maximum":100000000,"minimum":0,"type":["integer","null"]}`},
		{body + "parts", `{"items":{"$ref":"#/components/schemas/ThingCreatePart"},"maxItems":3,"type":["array","null"]}`},
		{"components/schemas/ThingCreatePart/properties",
			`{"id":{"description":"The client may choose it.","format":"uuid","type":"string"}}`},
	} {
		got, _ := json.Marshal(at(t, document, want.pointer))
		if string(got) != want.json {
			t.Errorf("%s:\n%s\nwant\n%s", want.pointer, got, want.json)
		}
	}
}

func TestAnswersOfAnOperation(t *testing.T) {
	t.Parallel()
	document := build(t)
	for _, want := range []struct{ operation, statuses string }{
		{"~api~things/get", "200 401 403 422 429 500 503"},
		{"~api~things/post", "200 400 401 403 409 413 415 422 429 500 503"},
		{"~api~things~{thingId}/patch", "200 400 401 403 404 409 413 415 422 429 500 503"},
		{"~api~things~{thingId}/delete", "200 400 401 403 404 409 413 422 429 500 503"},
		{"~api~look~{token}/get", "200 302 400 404 422 429 500 503"},
	} {
		answers, _ := at(t, document, "paths/"+want.operation+"/responses").(map[string]any)
		var got []string
		for status := range answers {
			got = append(got, status)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want.statuses {
			t.Errorf("%s: %v, want %s", want.operation, got, want.statuses)
		}
	}
}

// parameters lists an operation's parameters, references by their last part.
func parameters(t *testing.T, document []byte, operation string) string {
	t.Helper()
	all, _ := at(t, document, "paths/"+operation+"/parameters").([]any)
	var names []string
	for _, one := range all {
		p := one.(map[string]any)
		if ref, ok := p["$ref"].(string); ok {
			names = append(names, ref[strings.LastIndexByte(ref, '/')+1:])
			continue
		}
		name := p["in"].(string) + ":" + p["name"].(string)
		if p["required"] == true {
			name += "!"
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

func TestParametersOfAnOperation(t *testing.T) {
	t.Parallel()
	document := build(t)
	for operation, want := range map[string]string{
		"~api~things/get":              "query:limit query:cursor query:client_id query:apply! Prefer",
		"~api~things/post":             "IdempotencyKey Prefer",
		"~api~things~{thingId}/patch":  "path:thingId! IfMatch Prefer",
		"~api~things~{thingId}/delete": "path:thingId! IfMatch Prefer",
		"~api~void~{thingId}/delete":   "path:thingId! IfMatch Prefer",
		"~api~look~{token}/get":        "path:token! Prefer",
	} {
		if got := parameters(t, document, operation); got != want {
			t.Errorf("%s: %s, want %s", operation, got, want)
		}
	}
}

func TestLocalRoutesAndPagesAreLeftOut(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"/_local/", "/p/"} {
		if bytes.Contains(build(t), []byte(`"`+address)) {
			t.Errorf("the document has routes below %s", address)
		}
	}
}
