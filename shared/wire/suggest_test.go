package wire_test

import (
	"slices"
	"strings"
	"testing"

	"stint/shared/problem"
	"stint/shared/wire"
)

type suggestingRow struct {
	StartedAt wire.Optional[string] `json:"startedAt"`
}

type suggestingIn struct {
	Limit  wire.Optional[int]      `query:"limit"`
	UserID wire.Optional[string]   `query:"user_id"`
	TagIDs wire.Optional[[]string] `query:"tag_ids"`
	Body   struct {
		ProjectID wire.Optional[string]          `json:"projectId"`
		Name      wire.Optional[string]          `json:"name"`
		Color     wire.Optional[string]          `json:"color"`
		Rows      wire.Optional[[]suggestingRow] `json:"rows"`
	}
}

// A name that is one letter away from a known one comes with that name, in its own spelling.
func TestUnknownNamesSuggestKnownOnes(t *testing.T) {
	t.Parallel()
	for _, sent := range []struct{ query, body, want string }{
		{"", `{"projct":1}`, "projct (projectId?)"},
		{"", `{"project":1}`, "project (projectId?)"},
		{"", `{"projctId":1}`, "projctId (projectId?)"},
		{"", `{"project_idd":1}`, "project_idd (project_id?)"},
		{"", `{"project-id":1}`, "project-id (projectId?)"},
		{"", `{"nmae":1}`, "nmae (name?)"},
		{"", `{"names":1}`, "names (name?)"},
		{"", `{"Name":1}`, "Name (name?)"},
		{"", `{"dame":1}`, "dame (name?)"},
		{"", `{"colour":1}`, "colour (color?)"},
		{"", `{"n":1,"nm":1,"amen":1,"nam\u00e9":1}`, "n, nm, amen, nam%C3%A9 (name?)"},
		{"", `{"rows":[{},{"startedAtt":1}]}`, "rows[1].startedAtt (startedAt?)"},
		{"", `{"` + strings.Repeat("name", 100) + `":1}`, strings.Repeat("name", 50)[:198]},
		{"limt=1&usr_id=2&tag=3", "", "limt (limit?), usr_id (user_id?), tag (tagIds?)"},
	} {
		_, issues := read[suggestingIn](t, sent.query, sent.body)
		if got := strings.Join(shown(issues), ", "); got != sent.want {
			t.Errorf("%s %s: %s, want %s", sent.query, sent.body, got, sent.want)
		}
	}
}

// In strict handling, the message has the suggestion.
func TestUnknownPropertySuggestsAKnownName(t *testing.T) {
	t.Parallel()
	_, issues, err := wire.ReadStrict[suggestingIn]("limt=1", "", "", []byte(`{"projct":1,"other":1}`))
	if err != nil {
		t.Fatal(err)
	}
	const unknown = problem.UnknownProperty
	want := []problem.Field{
		{Field: "limt", Code: unknown, Message: "is not known here; did you mean limit?", In: problem.InQuery},
		{Field: "projct", Code: unknown, Message: "is not known here; did you mean projectId?", In: problem.InBody},
		{Field: "other", Code: unknown, Message: "is not known here", In: problem.InBody},
	}
	if got := asProblem(t, issues.Err()).Fields; !slices.Equal(got, want) {
		t.Errorf("reported %v, want %v", got, want)
	}
}
