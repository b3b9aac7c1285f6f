package architecture

import (
	"slices"
	"strings"
	"testing"
)

// folderLayers are the top folders from the ground up. A package may import
// packages of its own folder and of lower layers. Folders in one row do not
// import each other.
var folderLayers = [][]string{
	{"shared", "docs"},
	{"functions"},
	{"infra"}, // imports the catalogue of families, and nothing imports it
	{"internal"},
	{"scripts"},
}

// sharedLayers are the folders of shared from the ground up. A package may
// import packages of its own folder and of lower layers. Packages in one row do
// not import each other.
var sharedLayers = [][]string{
	{"problem", "pattern", "client", "version"},
	{"problem/httpproblem", "domain", "retry", "config", "fairqueue"},
	{"awsclient", "xlsx", "formula", "locale", "logo"},
	{"kms"},
	{"wire", "secret", "audit", "egress"}, // wire knows the bounds that domain declares
	{"auth", "edge", "mail", "limits", "dynamo", "engine"},
	{"oauth", "vault", "lambdahttp"},
	{"oidc", "gcal"},
	{"table"}, // what knows DynamoDB and nothing of time tracking
	{"store", "route"},
	{"paging", "page", "openapi", "gateway", "access"},
	{"tracking", "signing", "rerating", "accounts", "named", "apps"},
	{"totals", "timesheetpdf"},
	{"answers"},
	{"changes"},
	{"accountdeletion"},
	{"boot"},
	{"summing"},
}

// stintLayers are the packages of the command from the ground up, by the same rule. A source of an import knows no
// other source, and the reader of files knows none.
var stintLayers = [][]string{
	{"formula", "screen", "settings", "when"},
	{"exporter", "signin", "timefile"},
	{"sources/clockify", "sources/csvfile", "sources/harvest", "sources/kimai", "sources/solidtime", "sources/stintfolder",
		"sources/toggl"},
	{"sources"},
	{"importer"},
	{"commands"},
}

// findLayer returns the height of a package and its folder in the row; the
// longest folder counts. Height is -1 for a package outside of all folders.
func findLayer(layers [][]string, root, path string) (height int, folder string) {
	height = -1
	for h, row := range layers {
		for _, name := range row {
			if isUnder(path, root+name) && len(name) > len(folder) {
				height, folder = h, name
			}
		}
	}
	return height, folder
}

// checkLayers fails for every import that does not point down.
func checkLayers(t *testing.T, layers [][]string, root string) {
	t.Helper()
	for _, p := range ownPackages(t) {
		if root != "" && !isUnder(p.ImportPath, strings.TrimSuffix(root, "/")) {
			continue
		}
		height, folder := findLayer(layers, root, p.ImportPath)
		if height < 0 {
			t.Errorf("%s is in no layer; add its folder to the list", p.ImportPath)
		}
		for _, imported := range p.Imports {
			below, other := findLayer(layers, root, imported)
			if below > height || below == height && other != folder {
				t.Errorf("%s imports %s, which is not in a lower layer", p.ImportPath, imported)
			}
		}
	}
}

func TestImportsPointDown(t *testing.T) { checkLayers(t, folderLayers, "") }

func TestImportsPointDownInsideShared(t *testing.T) { checkLayers(t, sharedLayers, "shared/") }

func TestImportsPointDownInsideTheCommand(t *testing.T) {
	checkLayers(t, stintLayers, "scripts/stint/internal/")
}

// The functions' code and what it shares never import test kits and local
// stand-ins, which are all under internal. Tests of them may.
func TestProductDoesNotImportInternal(t *testing.T) {
	for _, p := range ownPackages(t) {
		if !isUnder(p.ImportPath, "shared") && !isUnder(p.ImportPath, "functions") && !isUnder(p.ImportPath, "infra") {
			continue
		}
		for _, dep := range p.Deps {
			if isUnder(dep, "internal") {
				t.Errorf("%s depends on %s", p.ImportPath, dep)
			}
		}
	}
}

// pureFolders have only rules and values in them: no transport, no cloud, no
// storage and no clock of their own. That makes them quick to test and lets
// every other package import them.
var pureFolders = []string{"shared/domain", "shared/problem"}

// impure are the packages and organisations that a pure package must not depend
// on, directly or not.
var impure = []string{
	"net/http", "crypto/tls", "os/exec", "log/slog", "database/sql", "github.com/aws", "github.com/awslabs",
	"github.com/go-json-experiment",
}

func TestDomainAndProblemsArePure(t *testing.T) {
	for _, p := range ownPackages(t) {
		if !slices.ContainsFunc(pureFolders, func(f string) bool { return isUnder(p.ImportPath, f) }) ||
			isUnder(p.ImportPath, "shared/problem/httpproblem") {
			continue
		}
		for _, dep := range p.Deps {
			for _, barred := range impure {
				if dep == barred || strings.HasPrefix(dep, barred+"/") && dep != "database/sql/driver" { // types only, for uuid
					t.Errorf("%s depends on %s", p.ImportPath, dep)
				}
			}
		}
	}
}
