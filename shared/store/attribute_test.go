package store

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"stint/shared/domain/feed"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
	"stint/shared/store/internal/core"
	"stint/shared/store/peopledb"
)

// withoutField are the attributes that are no field of a record: the mark of the call that used the
// state of a visit to a provider.
var withoutField = []string{"used"}

// Every attribute of an expression is named by a field of a record that is stored.
func TestAttributesAreFieldsOfRecords(t *testing.T) {
	t.Parallel()
	named := 0
	for where, call := range callsInSources(t) {
		switch record, literals := namedFields(call); {
		case record != "":
			for _, path := range literals {
				named++
				if _, err := core.AttributeOf(recordType(t, record), path); err != nil {
					t.Errorf("%s: %v", where, err)
				}
			}
		case isCallOf(call, "expression.Name"), isCallOf(call, "table.UpdateAttributes"),
			isCallOf(call, "table.UpdateAttributesUnversioned"):
			for _, name := range literals {
				if !slices.Contains(withoutField, name) {
					t.Errorf("%s: the attribute %q is not named by a field", where, name)
				}
			}
		}
	}
	if named < 100 {
		t.Errorf("only %d fields are named", named)
	}
}

// callsInSources are the calls in the files of the package, by their positions.
func callsInSources(t *testing.T) map[string]*ast.CallExpr {
	t.Helper()
	all, set := map[string]*ast.CallExpr{}, token.NewFileSet()
	for _, file := range sourceFiles(t) {
		parsed, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				all[fmt.Sprint(set.Position(call.Lparen))] = call
			}
			return true
		})
	}
	return all
}

// namedFields are the type of a record, "" for a call that names none, and the literals of a call.
func namedFields(call *ast.CallExpr) (record string, literals []string) {
	for _, argument := range call.Args {
		if literal, ok := argument.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			text, _ := strconv.Unquote(literal.Value)
			literals = append(literals, text)
		}
	}
	if !namesFields(call) {
		return "", literals
	}
	switch of := call.Fun.(*ast.IndexExpr).Index.(type) {
	case *ast.SelectorExpr:
		return of.Sel.Name, literals
	case *ast.Ident:
		if of.Name != "T" { // the callers name the fields
			return of.Name, literals
		}
	}
	return "", literals
}

// namesFields reports whether a call names fields of a record.
func namesFields(call *ast.CallExpr) bool {
	generic, ok := call.Fun.(*ast.IndexExpr)
	if !ok {
		return false
	}
	name, ok := generic.X.(*ast.Ident)
	if from, isOther := generic.X.(*ast.SelectorExpr); isOther {
		name, ok = from.Sel, true
	}
	return ok && slices.Contains([]string{"field", "attribute", "attributes"}, strings.ToLower(name.Name))
}

func isCallOf(call *ast.CallExpr, name string) bool {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	from, ok := selector.X.(*ast.Ident)
	return ok && from.Name+"."+selector.Sel.Name == name
}

func recordType(t *testing.T, name string) reflect.Type {
	t.Helper()
	for _, record := range recordTypes {
		if record.Name() == name {
			return record
		}
	}
	t.Fatalf("%s is not in recordTypes", name)
	return nil
}

// The counts that a record shows are its fields.
func TestCountsAreFieldsOfRecords(t *testing.T) {
	t.Parallel()
	for want, got := range map[core.Count]string{
		core.Ownerships:     core.Attribute[people.User]("TimesOwner"),
		core.WorkspacesMade: core.Attribute[people.User]("WorkspacesMade"),
		core.Joins:          core.Attribute[people.Workspace]("Joins"),
		core.WebhooksNow:    core.Attribute[people.Workspace]("Webhooks"),
		core.Wakings:        core.Attribute[feed.Webhook]("Woken"),
		core.WatchWakings:   core.Attribute[timelog.TimerWatch]("Wakes"),
		core.ProjectsNow:    core.Attribute[projects.Client]("ProjectCount"),
		core.TasksMade:      core.Attribute[projects.Project]("TasksMade"),
		core.RightsLost:     core.Attribute[people.Member]("RightsEpoch"),
		core.KeysMade:       core.Attribute[peopledb.KeyGuard]("Made"),
	} {
		if string(want) != got {
			t.Errorf("the count %s is stored as %s", want, got)
		}
	}
	if got := core.Attribute[feed.Webhook]("LastDelivery"); string(core.LastDelivery) != got {
		t.Errorf("the count of deliveries is stored as %s", got)
	}
	if got := core.Attribute[core.OverlapGuard]("N"); string(core.OverlapWrites) != got {
		t.Errorf("the count of an overlap guard is stored as %s", got)
	}
}

// Projects, tasks and tags are marked as used by one attribute.
func TestTheMarkOfFirstUseIsOfAllKinds(t *testing.T) {
	t.Parallel()
	for _, name := range []string{core.Attribute[projects.Task]("Used"), core.Attribute[projects.Tag]("Used")} {
		if name != core.AttrUsed {
			t.Errorf("the mark is %s, want %s", name, core.AttrUsed)
		}
	}
}

func TestAttributeOfAFieldInAnother(t *testing.T) {
	t.Parallel()
	if got := core.Attribute[people.User]("SecondFactor.Sealed"); got != "totp.sealed" {
		t.Errorf("got %s", got)
	}
	for _, path := range []string{"None", "SecondFactor.None"} {
		if name, err := core.AttributeOf(reflect.TypeFor[people.User](), path); err == nil {
			t.Errorf("%s is stored as %s", path, name)
		}
	}
}
