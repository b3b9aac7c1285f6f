package architecture

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stint/functions"
	"stint/shared/auth"
	"stint/shared/boot"
	"stint/shared/route"
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

// familyRow is a row of the table of families in docs/architecture.md: the name, the beginnings of the
// paths, and what is public.
var familyRow = regexp.MustCompile("(?m)^\\| `([a-z]+)` \\| (`/.*`) \\| (.*)\\|$")

// The table of families in docs/architecture.md has every family, its paths and what is public.
func TestTheTableOfFamiliesIsTrue(t *testing.T) {
	text, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]string{}
	for _, found := range familyRow.FindAllStringSubmatch(string(text), -1) {
		rows[found[1]] = found[2:]
	}
	for _, f := range functions.Families() {
		row, ok := rows[f.Name]
		if !ok {
			t.Errorf("the table has no row of %s", f.Name)
			continue
		}
		checkPaths(t, f, strings.Split(strings.Trim(row[0], "`"), "`, `"))
		if got, want := strings.TrimSpace(row[1]), publicRoutes(f); want == "" != (got == "") ||
			(want == "all") != strings.HasPrefix(got, "all") {
			t.Errorf("%s: %q is public, want %q", f.Name, got, want)
		}
		delete(rows, f.Name)
	}
	for name := range rows {
		t.Errorf("%s is no family", name)
	}
}

// checkPaths checks that every route of a family has one of the beginnings, and that each beginning has a
// route. Twins are left out.
func checkPaths(t *testing.T, f boot.Function, beginnings []string) {
	t.Helper()
	unused := slices.Clone(beginnings)
	for _, spec := range f.Routes {
		if strings.HasSuffix(spec.ID, ".v1") {
			continue
		}
		isBeginning := func(b string) bool { return beginsWith(spec.Path, b) }
		if !slices.ContainsFunc(beginnings, isBeginning) {
			t.Errorf("%s: no beginning of %s", f.Name, spec.Path)
		}
		unused = slices.DeleteFunc(unused, isBeginning)
	}
	if len(unused) > 0 {
		t.Errorf("%s: no path begins with %v", f.Name, unused)
	}
}

// beginsWith reports whether a path is the beginning, or goes on after it with another segment or an action
// such as :upsert. The beginning / is that path alone.
func beginsWith(path, beginning string) bool {
	rest, ok := strings.CutPrefix(path, beginning)
	return ok && (rest == "" || beginning != "/" && strings.ContainsAny(rest[:1], "/:"))
}

// publicRoutes is "all", "" for none, or "some".
func publicRoutes(f boot.Function) string {
	isPublic := func(s route.Spec) bool { return s.Credential == auth.Public }
	switch {
	case !slices.ContainsFunc(f.Routes, isPublic):
		return ""
	case slices.ContainsFunc(f.Routes, func(s route.Spec) bool { return !isPublic(s) }):
		return "some"
	}
	return "all"
}
