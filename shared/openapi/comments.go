package openapi

import (
	"io/fs"
	"path"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"
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
	w := &packageComments{types: map[string]string{}, fields: map[string]map[string]string{}, values: map[string][]string{}}
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
