package openapi

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"reflect"
	"strconv"
	"strings"
)

// packageComments has the comments and constants of one package.
type packageComments struct {
	doc    string
	types  map[string]string            // comment by type
	fields map[string]map[string]string // comment by struct, then by JSON or query name
	values map[string][]string          // constants by string type, in order
}

func (w *packageComments) readFile(files fs.FS, name string) {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return // the compiler reports it better
	}
	if file.Doc != nil {
		w.doc = file.Doc.Text()
	}
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok {
			w.readDeclaration(g)
		}
	}
}

func (w *packageComments) readDeclaration(g *ast.GenDecl) {
	for _, spec := range g.Specs {
		switch x := spec.(type) {
		case *ast.TypeSpec:
			w.types[x.Name.Name] = firstComment(x.Doc, g.Doc)
			if body, ok := x.Type.(*ast.StructType); ok {
				w.readStruct(x.Name.Name, body)
			}
		case *ast.ValueSpec:
			w.readConstants(x)
		}
	}
}

// readStruct keeps the comments of a struct's fields. An anonymous struct is kept under
// the name of the field that has it.
func (w *packageComments) readStruct(name string, body *ast.StructType) {
	words := map[string]string{}
	w.fields[name] = words
	for _, f := range body.Fields.List {
		if inner, ok := f.Type.(*ast.StructType); ok && len(f.Names) == 1 {
			w.readStruct(name+"."+f.Names[0].Name, inner)
		}
		if f.Tag == nil {
			continue
		}
		text, _ := strconv.Unquote(f.Tag.Value)
		if on := wireName(reflect.StructTag(text)); on != "" {
			words[on] = toSentence(firstComment(f.Doc, f.Comment))
		}
	}
}

func (w *packageComments) readConstants(x *ast.ValueSpec) {
	of, ok := x.Type.(*ast.Ident)
	if !ok {
		return
	}
	for _, v := range x.Values {
		if literal, ok := v.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			text, _ := strconv.Unquote(literal.Value)
			w.values[of.Name] = append(w.values[of.Name], text)
		}
	}
}

// wireName is the name in a json or query tag; "" without one.
func wireName(tag reflect.StructTag) string {
	for _, key := range []string{"json", "query", "form"} {
		if name, _, _ := strings.Cut(tag.Get(key), ","); name != "" && name != "-" {
			return name
		}
	}
	return ""
}

func firstComment(first, second *ast.CommentGroup) string {
	if first == nil {
		first = second
	}
	if first == nil {
		return ""
	}
	return strings.Join(strings.Fields(first.Text()), " ")
}
