package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"stint/functions"
	"stint/shared/boot"
	"stint/shared/route"
)

// operationPlace is where the operation of a route is declared: the file without its
// suffix, and the method of the family.
type operationPlace struct{ file, method string }

// placesByID are the routes that do not follow the rule of expectedPlace.
var placesByID = map[string]operationPlace{
	"account.request_reset":    {"password_reset", "requestReset"},
	"account.confirm_reset":    {"password_reset", "confirmReset"},
	"pages.reset_password":     {"password_reset", "resetPassword"},
	"projects.members.manager": {"member_manager", "setManager"},
	"projects.budget.get":      {"budget", "getBudget"},
	"entries.export":           {"export", "export"},   // in reports, which shares its search
	"entries.invoice":          {"invoice", "invoice"}, // in billing, which has its jobs
	"webhooks.deliveries.list": {"delivery_list", "listDeliveries"},

	"apps.list_all":               {"apps", "listAllApps"},
	"oauth_clients.rotate_secret": {"oauth_clients", "rotateClientSecret"},
}

// nouns are the words for what an id names besides the records of its family.
var nouns = map[string]string{"members": "member", "client_links": "link", "audit_log": "audit_event",
	"budget": "budget", "deliveries": "delivery", "passkeys": "passkey",
	"logo": "logo", "apps": "app", "oauth_clients": "client", "calendar_feeds": "feed"}

// expectedPlace is where to look for the operation of a route, by its id. The last
// part of the id is the operation: timers.stop is in stop.go, as stop. The
// operations on records of another kind have its noun: members.remove is
// removeMember, in member_remove.go or in a file that operations share, such as members.go.
func expectedPlace(family, id string) operationPlace {
	if place, known := placesByID[id]; known {
		return place
	}
	parts := strings.Split(id, ".")
	operation := parts[len(parts)-1]
	method := operation
	if method == "delete" {
		method = "remove" // delete is a function of the language
	}
	plural := parts[len(parts)-2]
	if strings.ReplaceAll(plural, "_", "") == family {
		return operationPlace{operation, camelCase(method)}
	}
	noun := nouns[plural]
	if operation == "list" {
		return operationPlace{noun + "_list", camelCase(method + "_" + noun + "s")}
	}
	return operationPlace{noun + "_" + operation, camelCase(method + "_" + noun)}
}

func camelCase(words string) string {
	first, rest, more := strings.Cut(words, "_")
	for more {
		var word string
		word, rest, more = strings.Cut(rest, "_")
		if word == "sso" {
			word = "SSO"
		}
		first += strings.ToUpper(word[:1]) + word[1:]
	}
	return first
}

// TestRoutesAreFoundByTheirID checks that a reader who knows the id of a route
// finds its operation: the id leads to the folder, the file and the method.
func TestRoutesAreFoundByTheirID(t *testing.T) {
	for _, family := range functions.Families() {
		source := parseFamily(t, family.Name)
		for _, spec := range family.Routes {
			id := spec.ID
			if strings.HasSuffix(id, route.TwinSuffix) {
				continue // a twin runs the operation of its route
			}
			want := expectedPlace(family.Name, id)
			if got := source.operations[id]; got != want.method {
				t.Errorf("%s runs the method %s of %s, want %s", id, got, family.Name, want.method)
			}
			if got := source.files[want.method]; got != want.file && !source.isShared(got, family) {
				t.Errorf("%s: %s of %s is in %s.go, want %s.go", id, want.method, family.Name, got, want.file)
			}
		}
	}
}

// isShared reports whether operations that are read together share the file: it has several, and
// it is named after one of them or after their records.
func (s familySource) isShared(file string, family boot.Function) bool {
	operations, isNamedAfter := 0, false
	for _, spec := range family.Routes {
		if s.files[s.operations[spec.ID]] != file {
			continue
		}
		operations++
		parts := strings.Split(spec.ID, ".")
		isNamedAfter = isNamedAfter || slices.Contains(parts, file) || expectedPlace(family.Name, spec.ID).file == file
	}
	return operations > 1 && isNamedAfter
}

// familySource is what the source of a family says about its operations.
type familySource struct {
	operations map[string]string // method by the id of its route
	files      map[string]string // file without its suffix, by method
}

func parseFamily(t *testing.T, folder string) familySource {
	t.Helper()
	source := familySource{operations: map[string]string{}, files: map[string]string{}}
	for _, name := range sourceFiles(t, filepath.Join("..", "..", "functions", folder)) {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv != nil && types.ExprString(n.Recv.List[0].Type) == "*Family" {
					source.files[n.Name.Name] = strings.TrimSuffix(filepath.Base(name), ".go")
				}
			case *ast.CompositeLit:
				source.addRoute(n)
			}
			return true
		})
	}
	return source
}

// addRoute notes the operation of a literal like {ID: "timers.stop", Op:
// route.OnRecord((*Family).load, (*Family).stop)}: its last argument.
func (s familySource) addRoute(literal *ast.CompositeLit) {
	var id, method string
	for _, element := range literal.Elts {
		property, ok := element.(*ast.KeyValueExpr)
		if !ok {
			return
		}
		name, _ := property.Key.(*ast.Ident)
		switch value := property.Value.(type) {
		case *ast.BasicLit:
			if name != nil && name.Name == "ID" {
				id, _ = strconv.Unquote(value.Value)
			}
		case *ast.CallExpr:
			if name != nil && name.Name == "Op" {
				if last, ok := value.Args[len(value.Args)-1].(*ast.SelectorExpr); ok {
					method = last.Sel.Name
				}
			}
		}
	}
	if id != "" && method != "" {
		s.operations[id] = method
	}
}
