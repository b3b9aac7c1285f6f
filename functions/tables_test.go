package functions_test

import (
	"net/http"
	"testing"

	"stint/functions"
	"stint/shared/route"
)

// Every table is correct with its input types, which a function reads when it first needs
// one. No request fits two routes equally well: then a ServeMux would refuse the table.
func TestTablesAreCorrect(t *testing.T) {
	t.Parallel()
	for _, f := range functions.Families() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			if err := route.Check(f.Routes); err != nil {
				t.Error(err)
			}
			mux := http.NewServeMux()
			for _, spec := range f.Routes {
				mux.HandleFunc(spec.Method+" "+spec.Path, func(http.ResponseWriter, *http.Request) {})
			}
		})
	}
}
