package wire_test

import (
	"strings"
	"testing"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/wire"
)

type color string

type entry struct {
	ProjectID domain.ID                   `json:"projectId"`
	Start     domain.Instant              `json:"startedAt"`
	Note      wire.Optional[string]       `json:"note" maxLength:"5"`
	Billable  wire.Optional[bool]         `json:"billable"`
	TagIDs    wire.Optional[[]domain.ID]  `json:"tagIds" maxItems:"3"`
	Seconds   wire.Optional[int32]        `json:"seconds" minimum:"1"`
	Name      wire.Optional[domain.Name]  `json:"name" minLength:"1" maxLength:"3"`
	Color     wire.Optional[color]        `json:"color" enum:"red,blue"`
	Colors    wire.Optional[[]color]      `json:"colors" enum:"red,blue" minItems:"1"`
	Big       wire.Optional[int64]        `json:"big"`
	Grid      wire.Optional[[][]int]      `json:"grid" maximum:"9"`
	Place     wire.Optional[placeOfEntry] `json:"place"`
}

type placeOfEntry struct {
	City string `json:"city"`
	Room int    `json:"roomNumber"`
}

type entryIn struct{ Body entry }

const (
	anID    = "0198c0de-0000-7000-8000-00000000000a"
	instant = "2026-03-01T09:00:00Z"
	both    = `"projectId":"` + anID + `","startedAt":"` + instant + `"`
)

// TestBodyValues has one row for each rule about a value; the required
// properties are there.
func TestBodyValues(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name, members string
		want          []string
	}{
		{"fine", `"note":"hällo","billable":false,"seconds":1,"color":"red","big":-9223372036854775808`, nil},
		{"runes, not bytes", `"note":"äöüßé"`, nil},
		{"too long", `"note":"123456"`, []string{"note:max_length"}},
		{"NUL", `"note":"a\u0000"`, []string{"note:type_invalid"}},
		{"surrogate pair", `"note":"\ud83d\ude00"`, nil},
		{"number for string", `"note":1`, []string{"note:type_invalid"}},
		{"object for string", `"note":{"note":"x"}`, []string{"note:type_invalid"}},
		{"string for bool", `"billable":"true"`, []string{"billable:type_invalid"}},
		{"number for bool", `"billable":1`, []string{"billable:type_invalid"}},
		{"string for int", `"seconds":"5"`, []string{"seconds:type_invalid"}},
		{"bool for int", `"seconds":true`, []string{"seconds:type_invalid"}},
		{"fraction", `"seconds":1.5`, []string{"seconds:type_invalid"}},
		{"integer with a fraction of zero", `"seconds":1.0`, nil},
		{"integer with an exponent", `"seconds":1e2`, nil},
		{"fraction with an exponent", `"seconds":15e-1`, []string{"seconds:type_invalid"}},
		{"huge exponent", `"seconds":1e400`, []string{"seconds:type_invalid"}},
		{"below minimum", `"seconds":0`, []string{"seconds:min_value"}},
		{"minus zero", `"big":-0`, nil},
		{"above int32", `"seconds":2147483648`, []string{"seconds:max_value"}},
		{"above int64", `"big":9223372036854775808`, []string{"big:max_value"}},
		{"at int64", `"big":9223372036854775807`, nil},
		{"above 2^53", `"big":9007199254740993`, nil},
		{"below int64", `"big":-9223372036854775809`, []string{"big:min_value"}},
		{"million digits", `"big":` + strings.Repeat("9", 1e6), []string{"big:max_value"}},
		{"minus million digits", `"big":-` + strings.Repeat("9", 1e6), []string{"big:min_value"}},
		{"trimmed empty", `"name":"  "`, []string{"name:min_length"}},
		{"measured trimmed", `"name":"  abc  "`, nil},
		{"at both bounds", `"name":"a","note":"12345","colors":["red"]`, nil},
		{"twenty digits", `"big":11111111111111111111`, []string{"big:max_value"}},
		{"long name", `"name":"abcd"`, []string{"name:max_length"}},
		{"enum", `"color":"Red"`, []string{"color:enum_invalid"}},
		{"enum in list", `"colors":["red","pink",null,7]`,
			[]string{"colors[1]:enum_invalid", "colors[2]:required", "colors[3]:type_invalid"}},
		{"too few items", `"colors":[]`, []string{"colors:min_items"}},
		{"object for list", `"colors":{}`, []string{"colors:type_invalid"}},
		{"list for object", `"place":[]`, []string{"place:type_invalid"}},
		{"nested", `"place":{"roomNumber":1.5}`, []string{"place.roomNumber:type_invalid", "place.city:required"}},
		{"nested in snake_case", `"place":{"room_number":"1","city":null}`,
			[]string{"place.room_number:type_invalid", "place.city:required"}},
		{"list of lists", `"grid":[[1,10],2,[],[9,99]]`,
			[]string{"grid[0][1]:max_value", "grid[1]:type_invalid", "grid[3][1]:max_value"}},
		{"bad id in list", `"tagIds":["` + anID + `","x"]`, []string{"tagIds[1]:uuid_invalid"}},
		{"spelling sent in list", `"tag_ids":["x"]`, []string{"tag_ids[0]:uuid_invalid"}},
		{"too many items, the rest is read past", `"tagIds":["x","` + anID + `","` + anID + `","y",[{}]]`,
			[]string{"tagIds:max_items", "tagIds[0]:uuid_invalid"}},
		{"null means not given", `"note":null,"tagIds":null,"place":null`, nil},
		{"unknown properties", `"nope":{"a":[1,{"b":null}]},"":0,"Note":7,"NOTE":8,"tagids":9,"TagIds":1,"project_Id":1`,
			nil},
		{"long s is no s", `"ſeconds":"x"`, nil},
		{"both spellings", `"tagIds":[],"note":"x","tag_ids":["bad"]`, []string{"tag_ids:duplicate_value"}},
		{"both spellings, camelCase last", `"tag_ids":["bad"],"note":7,"tagIds":[]`,
			[]string{"tag_ids[0]:uuid_invalid", "note:type_invalid", "tagIds:duplicate_value"}},
		{"both spellings, one null", `"tag_ids":null,"tagIds":[]`, []string{"tagIds:duplicate_value"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, issues := read[entryIn](t, "", "{"+both+","+c.members+"}")
			wantProblems(t, issues.Err(), c.want...)
		})
	}
}

func TestBodyIsRead(t *testing.T) {
	t.Parallel()
	in, issues := read[entryIn](t, "", `{"project_id":"`+strings.ToUpper(anID)+
		`","startedAt":"2026-03-01T10:00:00.9+01:00",
		"name":" \u0041b ","colors":["blue","red"],"tagIds":["`+anID+`"],"place":{"city":"Ulm","room_number":4},"grid":[[1],[2,3]],"seconds":3,"billable":true}`)
	wantProblems(t, issues.Err())
	equal(t, "projectId", in.Body.ProjectID, anID)
	equal(t, "startedAt", in.Body.Start.String(), instant)
	equal(t, "name", in.Body.Name.Value, "Ab")
	equal(t, "colors", in.Body.Colors.Value[1], "red")
	equal(t, "tagIds", in.Body.TagIDs.Value[0], anID)
	equal(t, "place", in.Body.Place.Value, placeOfEntry{"Ulm", 4})
	equal(t, "grid", in.Body.Grid.Value[1][1], 3)
	equal(t, "seconds", in.Body.Seconds, wire.Some[int32](3))
	equal(t, "billable", in.Body.Billable, wire.Some(true))
	equal(t, "note", in.Body.Note, wire.Optional[string]{})
}

func TestFirstSpellingIsRead(t *testing.T) {
	t.Parallel()
	in, _ := read[entryIn](t, "", `{"tag_ids":["`+anID+`"],"tagIds":[]}`)
	equal(t, "tags", len(in.Body.TagIDs.Value), 1)
}

func TestItemsBeyondTheBoundAreNotRead(t *testing.T) {
	t.Parallel()
	in, issues := read[entryIn](t, "", `{`+both+`,"tagIds":["`+strings.Repeat(anID+`","`, 9)+anID+`"]}`)
	wantProblems(t, issues.Err(), "tagIds:max_items")
	equal(t, "tags", len(in.Body.TagIDs.Value), 3)
}

func TestRequired(t *testing.T) {
	t.Parallel()
	for body, want := range map[string][]string{
		`{}`:                                  {"projectId:required", "startedAt:required"},
		`{"note":1}`:                          {"note:type_invalid", "projectId:required", "startedAt:required"},
		`{"startedAt":null}`:                  {"startedAt:required", "projectId:required"},
		`{"started_at":null,"PROJECTID":"x"}`: {"started_at:required", "projectId:required"},
		`{"startedAt":"x","projectId":""}`:    {"startedAt:date_time_invalid", "projectId:uuid_invalid"},
	} {
		_, issues := read[entryIn](t, "", body)
		wantProblems(t, issues.Err(), want...)
	}
}

func TestMessagesNameTheBound(t *testing.T) {
	t.Parallel()
	_, issues := read[entryIn](t, "", `{`+both+
		`,"note":"123456","seconds":0,"name":"","colors":[],"color":"x","tagIds":[1,2,3,4],"big":1e-1}`)
	want := []string{
		"must be at most 5 characters", "must be at least 1", "must be at least 1 character", "must have at least 1 item",
		"must be one of red, blue", "must have at most 3 items", "must be a string", "must be a string", "must be a string",
		"must be an integer",
	}
	fields := asProblem(t, issues.Err()).Fields
	if len(fields) != len(want) {
		t.Fatalf("%d fields, want %d", len(fields), len(want))
	}
	for n, f := range fields {
		equal(t, f.Field, f.Message, want[n])
	}
}

func TestBodyThatIsNoObject(t *testing.T) {
	t.Parallel()
	type in struct {
		Limit wire.Optional[int] `query:"limit"`
		Body  struct {
			Name wire.Optional[string] `json:"name"`
		}
	}
	for _, body := range []string{`null`, `[]`, `7`, `"x"`, `true`, ` [{"name":"x"}] `} {
		_, _, err := wire.Read[in]("limit=x", "", "", []byte(body))
		wantProblems(t, err, "limit:type_invalid", ":type_invalid")
	}
	_, _, err := wire.Read[in]("limit=x", "", "", []byte(`[`))
	wantCode(t, err, problem.CodeMalformedRequest)
}

func TestAbsentBody(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"", " ", " \r\n\t "} {
		_, _, err := wire.Read[entryIn]("", "", "", []byte(body))
		wantProblems(t, err, ":required")
		_, issues, err := wire.Read[patch]("", "", "", []byte(body))
		wantProblems(t, err)
		wantProblems(t, issues.Err())
	}
	_, _, err := wire.Read[entryIn]("", "text/plain", "gzip", nil)
	wantProblems(t, err, ":required")
}
