package openapi

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"stint/shared/wire"
)

// module is the prefix of this module's packages.
const module = "stint/"

// source reads the comments in the Go source, package by package. Without files, the
// document has fewer descriptions.
type source struct {
	files    fs.FS // root of the module; may be nil
	packages map[string]*packageComments
}

func newSource(files fs.FS) *source {
	return &source{files: files, packages: map[string]*packageComments{}}
}

// packageComments returns the comments of a package of this module.
func (s *source) packageComments(pkg string) *packageComments {
	if known, ok := s.packages[pkg]; ok {
		return known
	}
	w := &packageComments{types: map[string]string{}, names: map[string]string{}, fields: map[string]map[string]string{}, values: map[string][]string{}}
	s.packages[pkg] = w
	folder, ours := strings.CutPrefix(pkg, module)
	if s.files == nil || !ours {
		return w
	}
	names, _ := fs.Glob(s.files, path.Join(folder, "*.go"))
	for _, name := range names {
		if !strings.HasSuffix(name, "_test.go") {
			w.readFile(s.files, name)
		}
	}
	return w
}

// toSentence makes a sentence of a short comment.
func toSentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	text = string(unicode.ToUpper(first)) + text[size:]
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

// typeDescription is the comment of a type without its name, which callers do not know.
func (s *source) typeDescription(t reflect.Type) string {
	text := s.packageComments(t.PkgPath()).types[baseName(t)]
	text = strings.TrimPrefix(text, baseName(t)+" ")
	for _, opening := range []string{"is ", "are "} {
		text = strings.TrimPrefix(text, opening)
	}
	return toSentence(text)
}

// baseName is a type's name without its type arguments.
func baseName(t reflect.Type) string {
	name, _, _ := strings.Cut(t.Name(), "[")
	return name
}

// packageComments has the comments and constants of one package.
type packageComments struct {
	doc    string
	types  map[string]string            // comment by type
	names  map[string]string            // name of the schema, by type; see schemaDirective
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
			w.readName(x.Name.Name, x.Doc, g.Doc)
			if body, ok := x.Type.(*ast.StructType); ok {
				w.readStruct(x.Name.Name, body)
			}
		case *ast.ValueSpec:
			w.readConstants(x)
		}
	}
}

// schemaDirective begins the line in the comment of a type that names its schema by the noun that
// callers know. The namer makes the names of all other schemas.
const schemaDirective = "//openapi:schema "

func (w *packageComments) readName(of string, comments ...*ast.CommentGroup) {
	for _, group := range comments {
		if group == nil {
			continue
		}
		for _, line := range group.List {
			if name, ok := strings.CutPrefix(line.Text, schemaDirective); ok {
				w.names[of] = name
			}
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

// fieldComments are the comments of the fields of a request.
type fieldComments struct {
	source     *source
	structType reflect.Type
	byName     map[string]string // by JSON or query name
}

// fieldCommentsOf collects the comments of a struct's fields, including those of embedded
// structs.
func (b *builder) fieldCommentsOf(t reflect.Type) fieldComments {
	c := fieldComments{source: b.source, structType: t, byName: map[string]string{}}
	c.collect(t)
	return c
}

func (c fieldComments) collect(t reflect.Type) {
	for name, text := range c.source.packageComments(t.PkgPath()).fields[baseName(t)] {
		c.byName[name] = text
	}
	for f := range t.Fields() {
		if f.Anonymous && f.Type.Kind() == reflect.Struct {
			c.collect(f.Type)
		}
	}
}

// bodyComments are the comments of the fields of the body.
func (c fieldComments) bodyComments(in reflect.Type) fieldComments {
	body, ok := in.FieldByName("Body")
	if !ok || body.Type.Name() != "" {
		return fieldComments{}
	}
	inner := fieldComments{source: c.source, byName: map[string]string{}}
	inner.collect(body.Type)
	for name, text := range c.source.packageComments(c.structType.PkgPath()).fields[baseName(c.structType)+"."+body.Name] {
		inner.byName[name] = text
	}
	return inner
}

// descriptionOf is the description of a property: its tag doc, else its comment.
func (c fieldComments) descriptionOf(p wire.Property) string {
	for _, text := range []string{p.Doc, c.byName[p.Name], c.byName[p.Alias]} {
		if text != "" {
			return toSentence(text)
		}
	}
	return ""
}
