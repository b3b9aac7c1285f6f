package architecture

import (
	"slices"
	"testing"

	"stint/functions"
)

// Every function is a family of the catalogue, except for the worker and the deliverer,
// which have no routes. Every family has a function.
func TestFunctionsAndFamiliesAgree(t *testing.T) {
	var built []string
	for _, p := range ownPackages(t) {
		if isLambda(p) && familyOf(p.ImportPath) != functions.Worker && familyOf(p.ImportPath) != functions.Deliverer {
			built = append(built, familyOf(p.ImportPath))
		}
	}
	var listed []string
	for _, f := range functions.Families() {
		listed = append(listed, f.Name)
	}
	slices.Sort(listed)
	if !slices.Equal(built, listed) {
		t.Errorf("functions %v, families %v", built, listed)
	}
}
