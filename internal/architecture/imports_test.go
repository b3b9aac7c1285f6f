package architecture

import (
	"slices"
	"strings"
	"testing"
)

// mcp runs operations of other families in its own process, and is the only family that may import others.
const composedFamily = "mcp"

// A family does not import another one: what two families need belongs to shared.
func TestFamiliesAreIndependent(t *testing.T) {
	for _, p := range ownPackages(t) {
		mine := familyOf(p.ImportPath)
		if mine == "" || mine == composedFamily {
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
	// takes 2 ms of every cold start
	"github.com/aws/aws-sdk-go-v2/config",
	"github.com/aws/aws-sdk-go-v2/service/kms", "github.com/aws/aws-sdk-go-v2/service/sesv2", // see decision 55
	"github.com/xuri/excelize", "github.com/getkin/kin-openapi", "github.com/yuin/goldmark",
	module + "/internal", module + "/shared/engine", module + "/shared/gateway", module + "/shared/client",
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

// functionsWithPages are the functions that show pages or write mails.
var functionsWithPages = []string{"meta", "oauth", "pages", "worker"}

// A template calls methods by their names, so the linker keeps every method of a program
// with templates: its binary has 6 MB more.
func TestTemplatesAreWhereTheyAreNeeded(t *testing.T) {
	for _, p := range ownPackages(t) {
		if !isLambda(p) {
			continue
		}
		linked := slices.Contains(p.Deps, "text/template") || slices.Contains(p.Deps, "html/template")
		if want := slices.Contains(functionsWithPages, familyOf(p.ImportPath)); linked != want {
			t.Errorf("%s links templates: %v, want %v", p.ImportPath, linked, want)
		}
	}
}

// functionsWithDocuments are the functions that may write PDF documents, and the one that runs operations of such a
// family.
var functionsWithDocuments = []string{"approvals", composedFamily, "submissions", "worker"}

// The library and its font are 2.5 MB.
func TestDocumentsAreWhereTheyAreNeeded(t *testing.T) {
	for _, p := range ownPackages(t) {
		if isLambda(p) && slices.Contains(p.Deps, "codeberg.org/go-pdf/fpdf") &&
			!slices.Contains(functionsWithDocuments, familyOf(p.ImportPath)) {
			t.Errorf("%s links the library for PDF documents", p.ImportPath)
		}
	}
}

// The library for calendar feeds makes 122 objects before main.
func TestFeedsAreWhereTheyAreNeeded(t *testing.T) {
	for _, p := range ownPackages(t) {
		family := familyOf(p.ImportPath)
		if isLambda(p) && slices.Contains(p.Deps, "github.com/arran4/golang-ical") && family != "reports" &&
			family != composedFamily {
			t.Errorf("%s links the library for calendar feeds", p.ImportPath)
		}
	}
}
