package wire_test

import (
	"reflect"
	"testing"

	"stint/shared/wire"
)

type patch struct {
	Body struct {
		Note  wire.Optional[string]  `json:"note"`
		Title wire.Change[string]    `json:"title"`
		Rate  wire.Clearable[int64]  `json:"rate"`
		Tags  wire.Change[[]string]  `json:"tags"`
		Owner wire.Clearable[person] `json:"owner"`
	}
}

type person struct {
	Name string `json:"name"`
}

func TestPresence(t *testing.T) {
	t.Parallel()
	rate := int64(7)
	cases := []struct {
		name, body string
		title      string
		rate       *int64
		noteSet    bool
	}{
		{"absent leaves everything", `{}`, "old", &rate, false},
		{"absent body leaves everything", ``, "old", &rate, false},
		{"null clears and unsets", `{"note":null,"rate":null}`, "old", nil, false},
		{"values change", `{"note":"","title":"new","rate":0}`, "new", new(int64), true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			in, issues := read[patch](t, "", c.body)
			wantProblems(t, issues.Err())
			title, now := "old", &rate
			in.Body.Title.Apply(&title)
			in.Body.Rate.Apply(&now)
			equal(t, "title", title, c.title)
			equal(t, "note set", in.Body.Note.Set, c.noteSet)
			equal(t, "rate cleared", now == nil, c.rate == nil)
			if now != nil && c.rate != nil {
				equal(t, "rate", *now, *c.rate)
			}
		})
	}
}

func TestPresenceOfNested(t *testing.T) {
	t.Parallel()
	in, issues := read[patch](t, "", `{"tags":[],"owner":{"name":"Ada"}}`)
	wantProblems(t, issues.Err())
	if tags := in.Body.Tags; !tags.Set || tags.Value == nil || len(tags.Value) != 0 {
		t.Errorf("tags are %#v, want an empty list", tags)
	}
	equal(t, "owner", in.Body.Owner.Value.Name, "Ada")
}

func TestChangeRefusesNull(t *testing.T) {
	t.Parallel()
	in, issues := read[patch](t, "", `{"title":null,"tags":null,"owner":{"name":null}}`)
	wantProblems(t, issues.Err(), "title:required", "tags:required", "owner.name:required")
	equal(t, "title set", in.Body.Title.Set, false)
}

func TestOr(t *testing.T) {
	t.Parallel()
	equal(t, "unset", wire.Optional[int]{Value: 9}.Or(5), 5)
	equal(t, "set", wire.Some(0).Or(5), 0)
}

func TestNullableMustBeGiven(t *testing.T) {
	t.Parallel()
	type put struct {
		Body struct {
			Rate wire.Nullable[int64] `json:"hourlyRate" minimum:"0" maximum:"9"`
		}
	}
	for _, c := range []struct {
		body string
		want *int64
	}{
		{`{"hourlyRate":null}`, nil},
		{`{"hourly_rate":null}`, nil},
		{`{"hourlyRate":0}`, new(int64)},
	} {
		in, issues := read[put](t, "", c.body)
		wantProblems(t, issues.Err())
		rate := in.Body.Rate
		if !rate.Set || (rate.Value == nil) != (c.want == nil) || rate.Value != nil && *rate.Value != *c.want {
			t.Errorf("%s: %+v", c.body, rate)
		}
	}
	for body, want := range map[string]string{
		`{}`:                 "hourlyRate:required",
		`{"hourlyRate":10}`:  "hourlyRate:max_value",
		`{"hourlyRate":"1"}`: "hourlyRate:type_invalid",
	} {
		_, issues := read[put](t, "", body)
		wantProblems(t, issues.Err(), want)
	}
	p := wire.Describe(reflect.TypeFor[put]()).Body.Value.Properties[0]
	if !p.Required || !p.Nullable {
		t.Errorf("described as required %t, nullable %t", p.Required, p.Nullable)
	}
}
