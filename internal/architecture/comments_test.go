package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"testing"
)

// foreignNames are names of packages of others that are named like one of this module.
var foreignNames = map[string]bool{"config.LoadDefaultConfig": true}

// mention is a name in a comment with the name of its package.
var mention = regexp.MustCompile(`(?:^|[^\w./])([a-z][a-z0-9]*)\.([A-Z]\w*)`)

// A comment that names something of a package of this module names what is there.
func TestCommentsNameWhatExists(t *testing.T) {
	t.Parallel()
	exported, comments := map[string]map[string]bool{}, map[string][]*ast.CommentGroup{}
	for _, name := range goFiles(t) {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if !ast.IsGenerated(file) {
			comments[name] = file.Comments
		}
		addExported(exported, file)
	}
	for name, groups := range comments {
		for _, group := range groups {
			for _, found := range mention.FindAllStringSubmatch(group.Text(), -1) {
				names, isOwn := exported[found[1]]
				if full := found[1] + "." + found[2]; isOwn && !names[found[2]] && !foreignNames[full] {
					t.Errorf("%s: a comment names %s, which does not exist", name, full)
				}
			}
		}
	}
}

// addExported adds the exported names of a file to those of its package. Packages of one name count as one.
func addExported(to map[string]map[string]bool, file *ast.File) {
	names := to[file.Name.Name]
	if names == nil {
		names = map[string]bool{}
		to[file.Name.Name] = names
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			names[n.Name.Name] = true
			return false
		case *ast.TypeSpec:
			names[n.Name.Name] = true
			return false
		case *ast.ValueSpec:
			for _, name := range n.Names {
				names[name.Name] = true
			}
			return false
		}
		return true
	})
}
