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
)

// module is the prefix of this module's packages.
const module = "stint/"

// source reads what the Go source says about types, package by package. With
// no files it knows nothing, and the document has fewer words.
type source struct {
	files    fs.FS // root of the module; may be nil
	packages map[string]*packageWords
}

// packageWords is what one package says.
type packageWords struct {
	doc    string
	types  map[string]string            // comment by type
	fields map[string]map[string]string // comment by struct, then by name on the wire
	values map[string][]string          // constants by string type, in order
}

func newSource(files fs.FS) *source {
	return &source{files: files, packages: map[string]*packageWords{}}
}

// of gives the words of a package of this module.
func (s *source) of(pkg string) *packageWords {
	if known, ok := s.packages[pkg]; ok {
		return known
	}
	w := &packageWords{types: map[string]string{}, fields: map[string]map[string]string{}, values: map[string][]string{}}
	s.packages[pkg] = w
	folder, ours := strings.CutPrefix(pkg, module)
	if s.files == nil || !ours {
		return w
	}
	names, _ := fs.Glob(s.files, path.Join(folder, "*.go"))
	for _, name := range names {
		if !strings.HasSuffix(name, "_test.go") {
			w.read(s.files, name)
		}
	}
	return w
}

func (w *packageWords) read(files fs.FS, name string) {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return // the compiler has the better words for it
	}
	if file.Doc != nil {
		w.doc = file.Doc.Text()
	}
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok {
			w.declaration(g)
		}
	}
}

func (w *packageWords) declaration(g *ast.GenDecl) {
	for _, spec := range g.Specs {
		switch x := spec.(type) {
		case *ast.TypeSpec:
			w.types[x.Name.Name] = either(x.Doc, g.Doc)
			if body, ok := x.Type.(*ast.StructType); ok {
				w.structure(x.Name.Name, body)
			}
		case *ast.ValueSpec:
			w.constant(x)
		}
	}
}

// structure keeps the comments of a struct's fields; those of a struct without
// a name under the name of the field that holds it.
func (w *packageWords) structure(name string, body *ast.StructType) {
	words := map[string]string{}
	w.fields[name] = words
	for _, f := range body.Fields.List {
		if inner, ok := f.Type.(*ast.StructType); ok && len(f.Names) == 1 {
			w.structure(name+"."+f.Names[0].Name, inner)
		}
		if f.Tag == nil {
			continue
		}
		text, _ := strconv.Unquote(f.Tag.Value)
		if on := nameOnWire(reflect.StructTag(text)); on != "" {
			words[on] = sentence(either(f.Doc, f.Comment))
		}
	}
}

func (w *packageWords) constant(x *ast.ValueSpec) {
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

// nameOnWire is the name in a json or query tag; "" without one.
func nameOnWire(tag reflect.StructTag) string {
	for _, key := range []string{"json", "query", "form"} {
		if name, _, _ := strings.Cut(tag.Get(key), ","); name != "" && name != "-" {
			return name
		}
	}
	return ""
}

func either(first, second *ast.CommentGroup) string {
	if first == nil {
		first = second
	}
	if first == nil {
		return ""
	}
	return strings.Join(strings.Fields(first.Text()), " ")
}

// sentence makes a sentence of a short remark.
func sentence(text string) string {
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

// about is the comment of a type without the words that repeat its name.
func (s *source) about(t reflect.Type) string {
	text := s.of(t.PkgPath()).types[bare(t)]
	for _, opening := range []string{" is ", " are "} {
		if rest, ok := strings.CutPrefix(text, bare(t)+opening); ok {
			return sentence(rest)
		}
	}
	return text
}

// bare is a type's name without its type arguments.
func bare(t reflect.Type) string {
	name, _, _ := strings.Cut(t.Name(), "[")
	return name
}
