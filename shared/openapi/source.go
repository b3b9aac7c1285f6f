package openapi

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"strconv"
	"strings"
)

// module is the prefix of this module's packages.
const module = "stint/"

// source reads what the Go source says beside types and fields, package by package. Without
// files, the document has fewer descriptions.
type source struct {
	files    fs.FS // root of the module; may be nil
	packages map[string]*packageSource
}

func newSource(files fs.FS) *source {
	return &source{files: files, packages: map[string]*packageSource{}}
}

// packageSource has the comments and constants of one package.
type packageSource struct {
	doc    string
	types  map[string]string            // comment by type
	names  map[string]string            // schema name by type, of the directive openapi:schema
	fields map[string]map[string]string // comment by struct, then by JSON or query name
	values map[string][]string          // constants by string type, in order
}

// of returns what a package of this module says.
func (s *source) of(pkg string) *packageSource {
	if known, ok := s.packages[pkg]; ok {
		return known
	}
	p := &packageSource{
		types: map[string]string{}, names: map[string]string{}, fields: map[string]map[string]string{},
		values: map[string][]string{},
	}
	s.packages[pkg] = p
	folder, ours := strings.CutPrefix(pkg, module)
	if s.files == nil || !ours {
		return p
	}
	names, _ := fs.Glob(s.files, path.Join(folder, "*.go"))
	for _, name := range names {
		if !strings.HasSuffix(name, "_test.go") {
			p.readFile(s.files, name)
		}
	}
	return p
}

func (p *packageSource) readFile(files fs.FS, name string) {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return // the compiler reports it better
	}
	if file.Doc != nil {
		p.doc = file.Doc.Text()
	}
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok {
			p.readDeclaration(g)
		}
	}
}

func (p *packageSource) readDeclaration(g *ast.GenDecl) {
	for _, spec := range g.Specs {
		switch x := spec.(type) {
		case *ast.TypeSpec:
			p.readType(x, g.Doc)
		case *ast.ValueSpec:
			p.readConstants(x)
		}
	}
}

// schemaDirective begins the line of a type's comment that names its schema.
const schemaDirective = "//openapi:schema "

func (p *packageSource) readType(x *ast.TypeSpec, doc *ast.CommentGroup) {
	name := x.Name.Name
	if x.Doc != nil {
		doc = x.Doc
	}
	p.types[name] = textOf(doc)
	if doc != nil {
		for _, line := range doc.List {
			if schema, ok := strings.CutPrefix(line.Text, schemaDirective); ok {
				p.names[name] = schema
			}
		}
	}
	if body, ok := x.Type.(*ast.StructType); ok {
		p.readStruct(name, body)
	}
}

// readStruct keeps the comments of a struct's fields. An anonymous struct is kept under
// the name of the field that has it.
func (p *packageSource) readStruct(name string, body *ast.StructType) {
	words := map[string]string{}
	p.fields[name] = words
	for _, f := range body.Fields.List {
		if inner, ok := f.Type.(*ast.StructType); ok && len(f.Names) == 1 {
			p.readStruct(name+"."+f.Names[0].Name, inner)
		}
		if f.Tag == nil {
			continue
		}
		comment := f.Doc
		if comment == nil {
			comment = f.Comment
		}
		tag, _ := strconv.Unquote(f.Tag.Value)
		for _, on := range wireNames(reflect.StructTag(tag)) {
			words[on] = fieldSentence(textOf(comment))
		}
	}
}

func (p *packageSource) readConstants(x *ast.ValueSpec) {
	of, ok := x.Type.(*ast.Ident)
	if !ok {
		return
	}
	for _, v := range x.Values {
		if literal, ok := v.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			text, _ := strconv.Unquote(literal.Value)
			p.values[of.Name] = append(p.values[of.Name], text)
		}
	}
}

// wireNames are the names in the json, query and form tags.
func wireNames(tag reflect.StructTag) (names []string) {
	for _, key := range []string{"json", "query", "form"} {
		if name, _, _ := strings.Cut(tag.Get(key), ","); name != "" && name != "-" {
			names = append(names, name)
		}
	}
	return names
}

// textOf is a comment as one line; "" without one.
func textOf(comment *ast.CommentGroup) string {
	if comment == nil {
		return ""
	}
	return strings.Join(strings.Fields(comment.Text()), " ")
}

// fieldComments are the comments of a request's fields, by JSON or query name, with those of the structs
// that it embeds.
func (s *source) fieldComments(t reflect.Type) map[string]string {
	all := map[string]string{}
	for f := range t.Fields() {
		if isEmbeddedStruct(f) {
			maps.Copy(all, s.fieldComments(structOf(f.Type)))
		}
	}
	maps.Copy(all, s.of(t.PkgPath()).fields[baseName(t)])
	return all
}

// bodyComments are the comments of the body's fields of a request.
func (s *source) bodyComments(in reflect.Type) map[string]string {
	body, ok := in.FieldByName("Body")
	if !ok || body.Type.Name() != "" {
		return nil
	}
	all := s.fieldComments(body.Type)
	maps.Copy(all, s.of(in.PkgPath()).fields[baseName(in)+"."+body.Name])
	return all
}

// baseName is a type's name without its type arguments.
func baseName(t reflect.Type) string {
	name, _, _ := strings.Cut(t.Name(), "[")
	return name
}
