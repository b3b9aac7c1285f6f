package architecture

import (
	"strings"
	"testing"
)

// A family does not import another one: what two families need belongs to shared.
func TestFamiliesAreIndependent(t *testing.T) {
	for _, p := range ownPackages(t) {
		mine := familyOf(p.ImportPath)
		if mine == "" {
			continue
		}
		for _, dep := range p.Deps {
			if isUnder(dep, "functions") && familyOf(dep) != mine {
				t.Errorf("%s depends on %s", p.ImportPath, dep)
			}
		}
	}
}

func TestProblemsNeedTheStandardLibraryOnly(t *testing.T) {
	all := packages(t)
	for _, p := range ownPackages(t) {
		if !isUnder(p.ImportPath, "shared/problem") {
			continue
		}
		for _, dep := range p.Deps {
			if !all[dep].Standard && !isUnder(dep, "shared/problem") {
				t.Errorf("%s depends on %s", p.ImportPath, dep)
			}
		}
	}
}

// forbiddenInFunctions are packages that make functions start slower, or that
// are for tests and the home server only.
var forbiddenInFunctions = []string{
	"testing", "github.com/aws/aws-cdk-go", "github.com/aws/jsii-runtime-go",
	"github.com/aws/aws-sdk-go-v2/config", // takes 2 ms of every cold start
	module + "/internal", module + "/shared/engine", module + "/shared/gateway",
}

func TestFunctionsLinkOnlyWhatTheyNeed(t *testing.T) {
	lambdas := 0
	for _, p := range ownPackages(t) {
		if !isLambda(p) {
			continue
		}
		lambdas++
		for _, dep := range p.Deps {
			if dep == module+"/functions" {
				t.Errorf("%s links the catalogue of all families", p.ImportPath)
			}
			for _, barred := range forbiddenInFunctions {
				if dep == barred || strings.HasPrefix(dep, barred+"/") {
					t.Errorf("%s links %s", p.ImportPath, dep)
				}
			}
		}
	}
	if lambdas == 0 {
		t.Error("no functions were found")
	}
}
