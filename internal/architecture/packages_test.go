package architecture

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"stint/internal/programs"
)

const module = "stint"

// pkg is a package as go list describes it, tests left out.
type pkg struct {
	ImportPath string
	Name       string
	Doc        string   // first sentence of the package comment
	Imports    []string // direct
	Deps       []string // all
	Standard   bool
}

// loadPackages reads all packages of the module and all that they depend on, by path, with
// the tag that functions are built with.
var loadPackages = sync.OnceValues(func() (map[string]pkg, error) {
	programs.KeepNoResults()
	command := exec.Command("go", "list", "-tags", "lambda.norpc", "-deps", "-test=false",
		"-json=ImportPath,Name,Doc,Imports,Deps,Standard", "./...")
	command.Dir = "../.."
	out, err := command.Output()
	if err != nil {
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			return nil, errors.New(string(failed.Stderr))
		}
		return nil, err
	}
	all := map[string]pkg{}
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p pkg
		switch err := decoder.Decode(&p); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		}
		all[p.ImportPath] = p
	}
})

func packages(t *testing.T) map[string]pkg {
	t.Helper()
	all, err := loadPackages()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// ownPackages are the packages of this module, in order.
func ownPackages(t *testing.T) []pkg {
	t.Helper()
	var all []pkg
	for path, p := range packages(t) {
		if path == module || strings.HasPrefix(path, module+"/") {
			all = append(all, p)
		}
	}
	slices.SortFunc(all, func(a, b pkg) int { return strings.Compare(a.ImportPath, b.ImportPath) })
	if len(all) < 10 {
		t.Fatalf("go list found only %d packages", len(all))
	}
	return all
}

// isUnder reports whether a path is that folder of the module, or below it.
func isUnder(path, folder string) bool {
	return path == module+"/"+folder || strings.HasPrefix(path, module+"/"+folder+"/")
}

// familyOf is the family that a package belongs to; "" for the catalogue of all
// families and for packages outside of functions.
func familyOf(path string) string {
	rest, ok := strings.CutPrefix(path, module+"/functions/")
	name, _, _ := strings.Cut(rest, "/")
	if !ok {
		return ""
	}
	return name
}

// isLambda reports whether a package is the main of a function.
func isLambda(p pkg) bool {
	return p.Name == "main" && familyOf(p.ImportPath) != "" && strings.HasSuffix(p.ImportPath, "/lambda")
}
