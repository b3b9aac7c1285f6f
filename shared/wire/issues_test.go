package wire_test

import (
	"fmt"
	"strings"
	"testing"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/wire"
)

type item struct {
	ID        domain.ID                  `json:"id"`
	ProjectID wire.Optional[domain.ID]   `json:"projectId"`
	TagIDs    wire.Optional[[]domain.ID] `json:"tagIds"`
	Start     wire.Optional[string]      `json:"startedAt"`
}

type bulk struct {
	DryRun wire.Optional[bool] `query:"dryRun"`
	Body   struct {
		Note  wire.Optional[string]       `json:"note"`
		Items []item                      `json:"items" maxItems:"2000"`
		Place wire.Clearable[placeInBulk] `json:"place"`
	}
}

type placeInBulk struct {
	City wire.Optional[string] `json:"cityName"`
}

func TestIssuesAddedLaterFindTheirPlace(t *testing.T) {
	t.Parallel()
	_, issues := read[bulk](t, "dry_run=x", `{"items":[
		{"started_at":"x","id":"bad","project_id":"`+anID+`"},
		null,
		{"id":"`+anID+`","tag_ids":["`+anID+`","bad"]}
	],"nope":{},"note":"x"}`)
	for _, path := range []string{
		"place.cityName", "items[2].projectId", "items[2].tagIds[0]", "items[2].tagIds", "note", "items[0].projectId",
		"items[0].startedAt", "items[0]", "items", "", "dryRun", "items[7].id", "items[0].nope.deeper",
	} {
		issues.Add(path, problem.InPast)
	}
	wantProblems(t, issues.Err(),
		"dry_run:type_invalid", "dry_run:in_past", ":in_past", "items:in_past",
		"items[0]:in_past", "items[0].nope.deeper:in_past", "items[0].started_at:in_past", "items[0].id:uuid_invalid",
		"items[0].project_id:in_past",
		"items[1]:required",
		"items[2].tag_ids:in_past", "items[2].tag_ids[0]:in_past", "items[2].tag_ids[1]:uuid_invalid",
		"items[2].projectId:in_past", "items[7].id:in_past", "note:in_past", "place.cityName:in_past")
}

func TestAbsentPropertiesInOrderOfDeclaration(t *testing.T) {
	t.Parallel()
	_, issues := read[bulk](t, "", `{"items":[{"tagIds":[]}]}`)
	for _, path := range []string{"items[0].startedAt", "items[0].projectId", "items[0].tagIds"} {
		issues.Add(path, problem.InPast)
	}
	wantProblems(t, issues.Err(), "items[0].tagIds:in_past", "items[0].id:required", "items[0].projectId:in_past",
		"items[0].startedAt:in_past")
}

func TestIssuesAtOnePathStayInOrder(t *testing.T) {
	t.Parallel()
	_, issues := read[bulk](t, "", `{"items":[{"id":"bad"}]}`)
	issues.Add("items[0].id", problem.InPast)
	issues.AddMessage("items[0].id", problem.DuplicateEntryID, "is the same as items[9].id")
	wantProblems(t, issues.Err(), "items[0].id:uuid_invalid", "items[0].id:in_past", "items[0].id:duplicate_entry_id")
	equal(t, "message", asProblem(t, issues.Err()).Fields[2].Message, "is the same as items[9].id")
}

func TestIssuesTakeEitherSpelling(t *testing.T) {
	t.Parallel()
	_, issues := read[bulk](t, "", `{"items":[{"id":"`+anID+`","projectId":"`+anID+`"}]}`)
	issues.Add("items[0].project_id", problem.ProjectNotFound)
	wantProblems(t, issues.Err(), "items[0].projectId:project_not_found")
	equal(t, "clean", issues.IsClean("items[0].projectId"), false)
}

func TestIssuesAtUnknownPaths(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"items[", "items[]", "items[-1].id", "items[99999999999].id", "items.id", "items[0]id",
		"items[0]_id", "items[0]..id", ".", "[0]", "note.x", "items[0", "items[01]"} {
		_, issues := read[bulk](t, "", `{"items":[{"id":"`+anID+`"}]}`)
		issues.Add(path, problem.InPast)
		wantProblems(t, issues.Err(), path+":in_past")
	}
}

func TestIssuesIsClean(t *testing.T) {
	t.Parallel()
	_, issues := read[bulk](t, "dryRun=true", `{"items":[{"id":"bad","tag_ids":["`+anID+`","bad"]},{"id":"`+anID+
		`"}],"note":7}`)
	for path, want := range map[string]bool{
		"":                    false,
		"dryRun":              true,
		"note":                false,
		"note.below":          false,
		"items":               false,
		"items[0]":            false,
		"items[0].id":         false,
		"items[0].projectId":  true,
		"items[0].tagIds":     false,
		"items[0].tag_ids":    false,
		"items[0].tagIds[0]":  true,
		"items[0].tagIds[1]":  false,
		"items[0].tagIds[11]": true,
		"items[1]":            true,
		"items[1].id":         true,
		"items[10]":           true,
		"place":               true,
	} {
		equal(t, path, issues.IsClean(path), want)
	}
}

func TestCleanWithoutProblems(t *testing.T) {
	t.Parallel()
	_, issues := read[bulk](t, "", `{"items":[]}`)
	equal(t, "whole body", issues.IsClean(""), true)
	equal(t, "items", issues.IsClean("items"), true)
	issues.Add("", problem.RangeInvalid)
	equal(t, "items below a problem", issues.IsClean("items[0].id"), false)
}

func TestCleanAfterBothSpellings(t *testing.T) {
	t.Parallel()
	_, issues := read[bulk](t, "", `{"items":[{"id":"`+anID+`","projectId":"`+anID+`","project_id":"`+anID+`"}]}`)
	equal(t, "clean", issues.IsClean("items[0].projectId"), false)
}

func TestWorkspaceMismatchHidesOtherIssues(t *testing.T) {
	t.Parallel()
	_, issues := read[bulk](t, "", `{}`)
	issues.SetWorkspaceMismatch()
	wantCode(t, issues.Err(), problem.CodeForbidden)
	equal(t, "detail", asProblem(t, issues.Err()).Detail, string(problem.WorkspaceMismatch))
}

func TestErrCanBeCalledTwice(t *testing.T) {
	t.Parallel()
	_, issues := read[bulk](t, "", `{"note":1}`)
	wantProblems(t, issues.Err(), "note:type_invalid", "items:required")
	issues.Add("place", problem.InPast)
	wantProblems(t, issues.Err(), "note:type_invalid", "items:required", "place:in_past")
}

func TestZeroIssues(t *testing.T) {
	t.Parallel()
	var issues wire.Issues
	wantProblems(t, issues.Err())
	issues.Add("b", problem.InPast)
	issues.Add("a.c", problem.InPast)
	wantProblems(t, issues.Err(), "b:in_past", "a.c:in_past")
	equal(t, "a", issues.IsClean("a"), false)
	equal(t, "c", issues.IsClean("c"), true)
}

func TestIssuesAreCapped(t *testing.T) {
	t.Parallel()
	in, issues := read[bulk](t, "", `{"items":[`+strings.Repeat(`{"id":"bad"},`, 1500)+`{}]}`)
	fields := asProblem(t, issues.Err()).Fields
	equal(t, "issues", len(fields), wire.MaxIssues)
	equal(t, "last", fields[len(fields)-1].Field, fmt.Sprintf("items[%d].id", wire.MaxIssues-1))
	equal(t, "items read, up to maxItems", len(in.Body.Items), 1501)
	equal(t, "clean", issues.IsClean("note"), false)
	issues.Add("note", problem.InPast)
	equal(t, "issues", len(asProblem(t, issues.Err()).Fields), wire.MaxIssues)
}

func TestIssuesAddedFirstAreAlwaysListed(t *testing.T) {
	t.Parallel()
	for _, others := range []int{2, wire.MaxIssues - 2, wire.MaxIssues - 1, wire.MaxIssues, 1500} {
		_, issues := read[bulk](t, "", `{"items":[{"id":"`+anID+`"},`+strings.Repeat(`{"id":"bad"},`, others)+`{"id":"`+anID+
			`"}]}`)
		issues.AddFirst(fmt.Sprintf("items[%d].id", others+1), problem.DuplicateEntryID)
		issues.AddFirst("items[0].id", problem.DuplicateEntryID)
		fields := asProblem(t, issues.Err()).Fields
		equal(t, "issues", len(fields), min(others+2, wire.MaxIssues))
		equal(t, "first", fields[0].Field, "items[0].id")
		second := 1
		if others+2 <= wire.MaxIssues {
			second = others + 1 // in document order
		}
		equal(t, "second", fields[second].Field, fmt.Sprintf("items[%d].id", others+1))
		equal(t, "its code", fields[second].Code, problem.DuplicateEntryID)
		equal(t, "clean", issues.IsClean(fmt.Sprintf("items[%d]", others+1)), false)
	}
}

func TestLongListsAreNotReadAfterTooManyIssues(t *testing.T) {
	t.Parallel()
	type unbounded struct {
		Body struct {
			Numbers []int64 `json:"numbers"`
		}
	}
	in, _ := read[unbounded](t, "", `{"numbers":[`+strings.Repeat(`"x",`, 1500)+`1]}`)
	equal(t, "numbers read", len(in.Body.Numbers), wire.MaxIssues)
}
