package wire_test

import (
	"reflect"
	"slices"
	"testing"

	"stint/shared/problem"
	"stint/shared/wire"
)

// A problem that an operation made by the declared name says where the name stands, as it was
// sent. The problem itself, which requests share, stays as it is.
func TestPlaced(t *testing.T) {
	t.Parallel()
	shared := problem.Invalid(problem.Field{Field: "limit", Code: problem.MaxValue},
		problem.Field{Field: "projectId", Code: problem.Required},
		problem.Field{Field: "X-Header", Code: problem.Required, In: problem.InHeader})
	_, issues := read[suggestingIn](t, "limit=1", `{"project_id":"x"}`)
	for _, c := range []struct {
		issues *wire.Issues
		want   []string
	}{
		{issues, []string{"query limit", "body project_id", "header X-Header"}},
		{nil, []string{"query limit", "body projectId", "header X-Header"}},
	} {
		var got []string
		for _, f := range wire.Placed(reflect.TypeFor[suggestingIn](), c.issues, shared).Fields {
			got = append(got, string(f.In)+" "+f.Field)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("placed %q, want %q", got, c.want)
		}
	}
	if shared.Fields[0].In != "" {
		t.Error("the shared problem was changed")
	}
}
