package architecture

import (
	"slices"
	"testing"

	"stint/functions"
)

// Every function that is built is a family of the catalogue, or the worker,
// which no route leads to; and every family can be built.
func TestFunctionsAndFamiliesAgree(t *testing.T) {
	var built []string
	for _, p := range own(t) {
		if isLambda(p) && family(p.ImportPath) != "worker" {
			built = append(built, family(p.ImportPath))
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
