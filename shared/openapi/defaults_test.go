package openapi_test

import (
	"context"
	"reflect"
	"testing"

	"stint/shared/auth"
	"stint/shared/openapi"
	"stint/shared/paging"
	"stint/shared/route"
	"stint/shared/wire"
)

// defaultsInput names defaults in its descriptions.
type defaultsInput struct {
	paging.Query
	Paper wire.Optional[string]   `query:"paper" enum:"a4,letter"` // Default a4.
	By    wire.Optional[[]string] `query:"by" enum:"day,task"`     // Several are fine. Default task.
	Other wire.Optional[string]   `query:"other" enum:"a,b"`       // Default of the workspace.
	Body  struct {
		Shown wire.Optional[bool] `json:"shown"` // Default false. It hides nothing.
	}
}

func (*Family) withDefaults(context.Context, *route.Call[defaultsInput]) (thingAnswer, error) {
	panic("never called")
}

// The schemas have the defaults that descriptions name. The default of the limit is that of
// the pages.
func TestDefaultsAreThoseOfTheDescriptions(t *testing.T) {
	t.Parallel()
	spec := route.Spec{
		ID: "things.defaults", Method: "POST", Path: "/api/defaults", Credential: auth.Session, Permission: auth.ManageTags,
		Summary: "Defaults", Op: route.Op((*Family).withDefaults),
	}
	document := openapi.Build([]route.Spec{spec}, openapi.Options{Source: sourceComments(t)})
	path, _ := document.Paths.Get(spec.Path)
	operation, _ := (*path).Get("post")
	got := map[string]any{}
	for _, p := range operation.Parameters {
		if p.Schema != nil {
			got[p.Name] = p.Schema.Default
		}
	}
	body, _ := document.Components.Schemas.Get("ThingDefaultsRequest")
	shown, _ := body.Properties.Get("shown")
	got["shown"] = shown.Default
	want := map[string]any{
		// a property of the body
		"limit": int64(paging.DefaultLimit), "cursor": nil, "paper": "a4", "by": []any{"task"}, "other": nil, "shown": nil,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%#v, want %#v", got, want)
	}
}
