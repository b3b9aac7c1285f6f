package entries

import (
	"reflect"
	"testing"

	"stint/shared/wire"
)

// A bulk row takes each property that the POST of a single entry takes, with the same
// type and bounds.
func TestBulkRowTakesWhatASinglePostTakes(t *testing.T) {
	t.Parallel()
	single := wire.Describe(reflect.TypeFor[createInput]()).Body.Value
	bulk := wire.Describe(reflect.TypeFor[bulkInput]()).Body.Value
	ofRow := map[string]wire.Property{}
	for _, p := range bulk.Properties[0].Items.Properties {
		ofRow[p.Name] = p
	}
	for _, want := range single.Properties {
		got, ok := ofRow[want.Name]
		if !ok {
			t.Errorf("a row of a batch does not take %s", want.Name)
			continue
		}
		want.Schema.Properties, got.Schema.Properties = nil, nil
		if !reflect.DeepEqual(want.Schema, got.Schema) {
			t.Errorf("%s: a row takes %+v, a single POST %+v", want.Name, got.Schema, want.Schema)
		}
	}
}
