package wire_test

import (
	"fmt"
	"strings"
	"testing"

	"stint/shared/domain"
	"stint/shared/wire"
)

type paging struct {
	Limit  wire.Optional[int]    `query:"limit" minimum:"1" maximum:"200"`
	Cursor wire.Optional[string] `query:"cursor"`
}

type listIn struct {
	From domain.Instant `query:"from"`
	paging
	ProjectID wire.Optional[domain.ID]   `query:"projectId"`
	After     wire.Optional[string]      `query:"created_after" maxLength:"3"`
	Archived  wire.Optional[bool]        `query:"archived"`
	GroupBy   wire.Optional[color]       `query:"groupBy" enum:"red,blue"`
	Colors    wire.Optional[[]color]     `query:"paint_colors" enum:"red,blue" maxItems:"3"`
	IDs       wire.Optional[[]domain.ID] `query:"ids"`
}

func TestQuery(t *testing.T) {
	t.Parallel()
	const from = "from=" + instant
	cases := []struct {
		name, query string
		want        []string
	}{
		{"fine", from + "&limit=200&cursor=&project_id=" + anID + "&archived=true&group_by=red", nil},
		{"nothing", "", []string{"from:required"}},
		{"empty counts as given", "limit=&from=&archived=&cursor=",
			[]string{"limit:type_invalid", "from:date_time_invalid", "archived:type_invalid"}},
		{"without equals sign", "limit&" + from, []string{"limit:type_invalid"}},
		{"in the order sent, missing last", "project_id=x&limit=0",
			[]string{"project_id:uuid_invalid", "limit:min_value", "from:required"}},
		{"other order", "limit=201&project_id=x&" + from, []string{"limit:max_value", "project_id:uuid_invalid"}},
		{"plus is a space", from + "&limit=+5", []string{"limit:type_invalid"}},
		{"encoded plus", from + "&limit=%2B5", []string{"limit:type_invalid"}},
		{"leading zero", from + "&limit=05", []string{"limit:type_invalid"}},
		{"fraction", from + "&limit=1.0", []string{"limit:type_invalid"}},
		{"other digits", from + "&limit=%D9%A5", []string{"limit:type_invalid"}},
		{"out of int64", from + "&limit=99999999999999999999", []string{"limit:max_value"}},
		{"booleans are exact", from + "&archived=True", []string{"archived:type_invalid"}},
		{"1 is no boolean", from + "&archived=1", []string{"archived:type_invalid"}},
		{"enum", from + "&groupBy=green", []string{"groupBy:enum_invalid"}},
		{"runes", from + "&createdAfter=%C3%A4%C3%B6%C3%BC", nil},
		{"too long", from + "&created_after=1234", []string{"created_after:max_length"}},
		{"camelCase of a snake_case tag", from + "&createdAfter=1234", []string{"createdAfter:max_length"}},
		{"repeated", from + "&limit=1&limit=2&limit=x", []string{"limit:duplicate_value"}},
		{"repeated at the later place", from + "&limit=0&projectId=x&limit=1",
			[]string{"limit:min_value", "projectId:uuid_invalid", "limit:duplicate_value"}},
		{"both spellings", from + "&projectId=" + anID + "&project_id=" + anID, []string{"project_id:duplicate_value"}},
		{"unknown, repeated, broken", from + "&nope=1&nope=%zz&Limit=x&LIMIT=x&%zz=1&limit%=x&&=&=x", nil},
		{"broken escape", from + "&cursor=%zz", []string{"cursor:type_invalid"}},
		{"cut escape", from + "&cursor=a%2", []string{"cursor:type_invalid"}},
		{"invalid UTF-8", from + "&cursor=%ff", []string{"cursor:type_invalid"}},
		{"raw invalid UTF-8", from + "&cursor=\xff", []string{"cursor:type_invalid"}},
		{"NUL", from + "&cursor=%00", []string{"cursor:type_invalid"}},
		{"encoded name", from + "&%6cimit=x", []string{"limit:type_invalid"}},
		{"a list", from + "&paintColors=red,blue&paintColors=red&ids=" + anID + "%2C" + anID, nil},
		{"a value too many", from + "&paint_colors=red,blue&paint_colors=red,red", []string{"paint_colors:max_items"}},
		{"far too many", from + "&paintColors=red,red,red,red,x&paintColors=red", []string{"paintColors:max_items"}},
		{"an issue for a list", from + "&paintColors=green,x,,&paintColors=pink&ids=x," + anID + ",y",
			[]string{"paintColors:enum_invalid", "ids:uuid_invalid"}},
		{"an empty list", from + "&paintColors=&ids=", []string{"paintColors:enum_invalid", "ids:uuid_invalid"}},
		{"an empty value", from + "&paintColors=red,&ids=" + anID + ",",
			[]string{"paintColors:enum_invalid", "ids:uuid_invalid"}},
		{"a list in both spellings", from + "&paintColors=red&paint_colors=red", []string{"paint_colors:duplicate_value"}},
		{"a broken list", from + "&ids=" + anID + "&ids=%zz", []string{"ids:type_invalid"}},
		{"semicolon is no separator", from + "&cursor=a;limit=x", nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, issues := read[listIn](t, c.query, "")
			wantProblems(t, issues.Err(), c.want...)
		})
	}
}

func TestQueryIsRead(t *testing.T) {
	t.Parallel()
	in, issues := read[listIn](t, "from=2026-03-01T10%3A00%3A00%2B01%3A00&limit=7&cursor=a%20b+c%26;d=e&project_id="+anID+
		"&archived=false&group_by=blue", "")
	wantProblems(t, issues.Err())
	equal(t, "from", in.From.String(), instant)
	equal(t, "limit", in.Limit, wire.Some(7))
	equal(t, "cursor", in.Cursor, wire.Some("a b c&;d=e"))
	equal(t, "projectId", in.ProjectID.Value, anID)
	equal(t, "archived", in.Archived, wire.Some(false))
	equal(t, "groupBy", in.GroupBy, wire.Some(color("blue")))
	equal(t, "after", in.After.Set, false)
	equal(t, "a list that was not sent", in.Colors.Set, false)
}

func TestListsInAQuery(t *testing.T) {
	t.Parallel()
	for _, query := range []string{"paintColors=red,blue,red", "paint_colors=red&limit=1&paint_colors=blue%2Cred",
		"paintColors=red&paintColors=blue&paintColors=red"} {
		in, issues := read[listIn](t, "from="+instant+"&"+query, "")
		wantProblems(t, issues.Err())
		equal(t, query, fmt.Sprint(in.Colors.Set, in.Colors.Value), "true [red blue red]")
	}
}

// A + in a query is a space. A time with one gets a hint, and other invalid times do not.
func TestPlusInATime(t *testing.T) {
	t.Parallel()
	for sent, hinted := range map[string]bool{
		"2026-03-01T10:00:00+01:00": true, "2026-03-01T10:00:00%2001:00": true, "2026-03-01T10:00:00+0100": false,
		"2026-03-01+10:00:00Z": false, "x+y": false, "x": false,
	} {
		in, issues := read[listIn](t, "from="+sent, "")
		wantProblems(t, issues.Err(), "from:date_time_invalid")
		if got := strings.Contains(asProblem(t, issues.Err()).Fields[0].Message, "%2B"); got != hinted {
			t.Errorf("%s: hint %v", sent, got)
		}
		equal(t, "value", in.From, domain.Instant{})
	}
}

func TestQueryComesBeforeBody(t *testing.T) {
	t.Parallel()
	type in struct {
		Body struct {
			Name string `json:"name"`
		}
		From wire.Optional[domain.Date] `query:"from"`
		To   domain.Date                `query:"to"`
	}
	_, issues := read[in](t, "from=x", `{"name":1}`)
	wantProblems(t, issues.Err(), "from:date_invalid", "to:required", "name:type_invalid")
}
