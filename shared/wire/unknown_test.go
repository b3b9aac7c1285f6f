package wire_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stint/shared/wire"
)

type unknownRow struct {
	ID wire.Optional[string] `json:"id" maxLength:"3"`
}

type unknownIn struct {
	Limit wire.Optional[int] `query:"limit"`
	Body  struct {
		ProjectID wire.Optional[string]       `json:"projectId" maxLength:"3"`
		SomeRows  wire.Optional[[]unknownRow] `json:"someRows"`
		Name      string                      `json:"name"`
	}
}

// shown are the unknown names with their suggestions.
func shown(issues *wire.Issues) (all []string) {
	for _, unknown := range issues.Unknown() {
		all = append(all, unknown.String())
	}
	return all
}

const (
	unknownQuery = "page=1&limit=2&page=3&&%zz=1"
	unknownBody  = `{"colour":{"inner":1},"some_rows":[{"id":"1"},{"budgetHours":1,"id":"long","x":null}],"NAME":"x","project_id":"long"}`
)

// Unknown names are listed in document order, as sent, and once.
func TestUnknownNames(t *testing.T) {
	t.Parallel()
	_, issues := read[unknownIn](t, unknownQuery, unknownBody)
	want := []string{"page", "%25zz", "colour", "some_rows[1].budgetHours", "some_rows[1].x", "NAME (name?)"}
	if got := shown(issues); !slices.Equal(got, want) {
		t.Errorf("unknown %q, want %q", got, want)
	}
	wantProblems(t, issues.Err(), "some_rows[1].id:max_length", "project_id:max_length", "name:required")
}

// Strict handling reports unknown names among the other problems, in document order,
// and does not hide a problem of a value.
func TestUnknownNamesInStrictHandling(t *testing.T) {
	t.Parallel()
	_, issues, err := wire.ReadStrict[unknownIn](unknownQuery, "", "", []byte(unknownBody))
	if err != nil {
		t.Fatal(err)
	}
	wantProblems(t, issues.Err(), "page:unknown_property", "%zz:unknown_property", "colour:unknown_property",
		"some_rows[1].budgetHours:unknown_property", "some_rows[1].id:max_length", "some_rows[1].x:unknown_property",
		"NAME:unknown_property", "project_id:max_length", "name:required")
	if !issues.IsClean("someRows[0]") || issues.IsClean("someRows[1]") || !issues.IsClean("limit") {
		t.Error("an unknown name changes which values are clean")
	}
	wantProblems(t, issues.UnknownErr(), "page:unknown_property", "%zz:unknown_property", "colour:unknown_property",
		"some_rows[1].budgetHours:unknown_property", "some_rows[1].x:unknown_property", "NAME:unknown_property")
	_, _, err = wire.ReadStrict[unknownIn]("page=1", "", "", []byte(`[]`))
	wantProblems(t, err, "page:unknown_property", ":type_invalid")
}

func TestUnknownNamesAreEncodedAndFew(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 1000)
	_, issues := read[unknownIn](t, "", `{"name":"n","a b":1,"a.b[0],\r\n%\"":1,"ü~-_9":1,"":1,"`+long+`":1}`)
	want := []string{"a%20b", "a%2Eb%5B0%5D%2C%0D%0A%25%22", "%C3%BC~-_9", `""`, strings.Repeat("%C3%A9", 33)}
	if got := shown(issues); !slices.Equal(got, want) {
		t.Errorf("unknown %q, want %q", got, want)
	}
	var many strings.Builder
	for n := range 2 * wire.MaxUnknownNames {
		fmt.Fprintf(&many, `,"k%d":1`, n)
	}
	_, issues = read[unknownIn](t, "", `{"name":"n"`+many.String()+"}")
	if got := shown(issues); len(got) != wire.MaxUnknownNames || got[0] != "k0" ||
		got[wire.MaxUnknownNames-1] != "k19" {
		t.Errorf("unknown %q", got)
	}
	_, issues, err := wire.ReadStrict[unknownIn]("", "", "", []byte(`{"name":"n"`+many.String()+"}"))
	if err != nil || len(problemsOf(t, issues.Err())) != 2*wire.MaxUnknownNames {
		t.Errorf("strict handling reports %v, %v", issues.Err(), err)
	}
}

// Names cost nothing where all of them are known.
func TestKnownNamesAllocateNothingMore(t *testing.T) {
	body := []byte(`{"name":"n","projectId":"1","someRows":[{"id":"1"},{"id":"2"}]}`)
	count := func(read func(string, string, string, []byte) (unknownIn, *wire.Issues, error)) float64 {
		return testing.AllocsPerRun(100, func() { _, _, _ = read("limit=1", "", "", body) })
	}
	if lenient, strict := count(wire.Read[unknownIn]), count(wire.ReadStrict[unknownIn]); lenient > 40 ||
		strict > lenient {
		t.Errorf("%v allocations, %v in strict handling", lenient, strict)
	}
}
