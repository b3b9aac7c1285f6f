package wire_test

import (
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/wire"
)

type allowedIn struct {
	Limit    wire.Optional[int]               `query:"limit" minimum:"1" maximum:"200"`
	Archived wire.Optional[bool]              `query:"is_archived"`
	Types    wire.Optional[[]feed.ChangeType] `query:"types"`
	Body     struct {
		Kind  wire.Optional[string]        `json:"kind" enum:"week,month"`
		Least wire.Optional[int]           `json:"least" minimum:"5"`
		Name  wire.Optional[domain.Name]   `json:"name" maxLength:"9"`
		Color wire.Optional[domain.Color]  `json:"color"`
		Tags  wire.Optional[[]string]      `json:"tags" maxItems:"1"`
		Inner wire.Optional[suggestingRow] `json:"inner"`
	}
}

// A message says which values are allowed.
func TestMessagesSayWhatIsAllowed(t *testing.T) {
	t.Parallel()
	for _, sent := range []struct{ query, body, want string }{
		{"limit=0", "", "must be from 1 to 200"},
		{"limit=201", "", "must be from 1 to 200"},
		{"limit=x", "", "must be an integer from 1 to 200"},
		{"is_archived=yes", "", "must be true or false"},
		{"types=client,clients", "", "must be one of " + changeTypes()},
		{"", `{"kind":"day"}`, "must be one of week, month"},
		{"", `{"kind":1}`, "must be a string"},
		{"", `{"least":4}`, "must be at least 5"},
		{"", `{"least":"5"}`, "must be an integer"},
		{"", `{"name":"a\u0001"}`, "must be a string without control characters"},
		{"", `{"color":"red"}`, "must be a colour such as #1f6feb"},
		{"", `{"tags":"a"}`, "must be a list"},
		{"", `{"tags":["a","b"]}`, "must have at most 1 item"},
		{"", `{"inner":[]}`, "must be an object"},
	} {
		_, issues := read[allowedIn](t, sent.query, sent.body)
		if got := asProblem(t, issues.Err()); got == nil || got.Fields[0].Message != sent.want {
			t.Errorf("%s %s: %v, want %s", sent.query, sent.body, got, sent.want)
		}
	}
}

func changeTypes() (all string) {
	for n, one := range feed.ChangeTypes() {
		if n > 0 {
			all += ", "
		}
		all += string(one)
	}
	return all
}
