package architecture

import (
	"strings"
	"testing"
)

// layers from the ground up. A package may import its own layer and those
// below: infra, scripts → functions → shared → shared/domain → shared/problem.
var layers = []string{"shared/problem", "shared/domain", "shared", "functions", "infra", "scripts", "internal"}

// layerOf is the height of a package; infra and scripts stand side by side.
func layerOf(path string) int {
	for height, folder := range layers {
		if isUnder(path, folder) {
			return min(height, 4)
		}
	}
	return -1
}

func TestImportsPointOneWay(t *testing.T) {
	for _, p := range ownPackages(t) {
		if layerOf(p.ImportPath) < 0 {
			t.Errorf("%s stands in no known folder", p.ImportPath)
		}
		for _, imported := range p.Imports {
			if layerOf(imported) > layerOf(p.ImportPath) {
				t.Errorf("%s imports %s, which stands above it", p.ImportPath, imported)
			}
			if isUnder(imported, "infra") && !isUnder(p.ImportPath, "infra") {
				t.Errorf("%s imports %s: infra is for itself", p.ImportPath, imported)
			}
		}
	}
}

// A family stands alone: what two families need lies in shared.
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

// The domain is the rules alone: no transport, no cloud, no storage.
func TestTheDomainIsPure(t *testing.T) {
	barred := []string{"net/http", "database/", "os/exec", "github.com/aws/", "github.com/awslabs/"}
	for _, p := range ownPackages(t) {
		if !isUnder(p.ImportPath, "shared/domain") {
			continue
		}
		for _, imported := range p.Imports {
			for _, prefix := range barred {
				if strings.HasPrefix(imported, prefix) {
					t.Errorf("%s imports %s", p.ImportPath, imported)
				}
			}
		}
		for _, dep := range p.Deps {
			if strings.HasPrefix(dep, "github.com/aws") {
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

// forbiddenInFunctions is what would make functions start slower, or bring into the cloud
// what is for tests and the home server.
var forbiddenInFunctions = []string{
	"testing", "github.com/aws/aws-cdk-go", "github.com/aws/jsii-runtime-go",
	"github.com/aws/aws-sdk-go-v2/config", // takes 2 ms of every cold start
	module + "/internal/testkit", module + "/shared/engine", module + "/shared/gateway",
	module + "/internal/apitest",
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
