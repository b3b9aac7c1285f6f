package wire_test

import (
	"fmt"
	"testing"

	"stint/shared/wire"
)

// Only the named property is read, and only from the given index on.
func TestIDsBeyond(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"a":[{"items":1}],"items":[{"id":"0"},{"id":"1","x":{"id":"no"}},{"x":[{"id":"no"}],"id":"2"}],"id":"no"}`: "1=1 2=2 ",
		`{"items":[1,2,null,{"id":3},{"id":"4"},{},[{"id":"no"}],{"id":["no"]},{"id":"8"}]}`:                         "4=4 8=8 ",
		`{"items":[{"id":"0"}]}`:      "",
		`{"items":{"id":"no"}}`:       "",
		`{"items":"no","x":[]}`:       "",
		`[{"items":[{},{"id":"a"}]}]`: "",
		`{"items":[{},{"id":"\u0061`:  "",
		``:                            "",
	} {
		got := ""
		wire.IDsBeyond([]byte(body), 1, func(i int, text string) { got += fmt.Sprintf("%d=%s ", i, text) })
		equal(t, body, got, want)
	}
}
