package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// retiredWord is a word that docs/glossary.md replaces by another one.
type retiredWord struct {
	word string // one word of an identifier, or several: "setAside" also finds setAsideRound
	use  string // the glossary's word
	// inComments is for words that have no ordinary meaning in comments. All
	// others may be plain English there.
	inComments bool
	// except are names with the ordinary meaning of the word. A name of several
	// words may be a part of a longer name.
	except []string
}

// roleOfPerson is how tests name a user: by what they are in the workspace.
const roleOfPerson = "owner, admin, manager, member, coworker, analyst or outsider"

var retiredWords = []retiredWord{
	{word: "desk", use: "service", inComments: true},
	{word: "dossier", use: "submission details", inComments: true},
	{word: "mishap", use: "problem, or failure page", inComments: true},
	{word: "needle", use: "search term", inComments: true},
	{word: "wish", use: "suggestion", inComments: true},
	{word: "shelf", use: "history index", inComments: true},
	{word: "shelves", use: "history index", inComments: true},
	{word: "seat", use: "project member", inComments: true},
	{word: "colleague", use: "member user", inComments: true},
	{word: "reception", use: "session issuer", inComments: true},
	{word: "offer", use: "invitation details"},
	{word: "stranger", use: "external identity, or user"},
	{word: "letter", use: "mailed token", except: []string{"letter", "deadLetter"}},
	{word: "standing", use: "project access"},
	{word: "asked", use: "refs, or reference"},
	{word: "things", use: "records"},
	{word: "elsewhere", use: "in other workspace"},
	{word: "wanted", use: "reference change, or want"},
	{word: "judge", use: "validate, or check"},
	{word: "reach", use: "scope, or table access"},
	{word: "admit", use: "authenticate"},
	{word: "permit", use: "authorize"},
	{word: "recognise", use: "authenticate"},
	{word: "house", use: "test service, or workspace"},
	{word: "refusal", use: "error page, or problem"},
	{word: "tellApart", use: "the name of what is checked"},
	{word: "secondLook", use: "the name of what is checked"},
	{word: "keepApart", use: "the name of what is checked"},
	{word: "setAside", use: "abandon round"},
	{word: "anew", use: "resnapshot, or again"},
	{word: "meanwhile", use: "conflict, or what changed"},
	{word: "whoAsked", use: "identity query"},
	{word: "sheet", use: "submission, or round"},
	{word: "introduce", use: "sign in external"},
	{word: "entered", use: "signed in"},
	{word: "neighbour", use: "overlap"},
	{word: "buried", use: "dead letter"},
	{word: "asker", use: "caller"},
	{word: "clash", use: "conflict"},
	{word: "somebody", use: "user, or caller"},
	{word: "worth", use: "amount"},
	{word: "ada", use: roleOfPerson},
	{word: "amir", use: roleOfPerson},
	{word: "ann", use: roleOfPerson},
	{word: "anton", use: roleOfPerson},
	{word: "bob", use: roleOfPerson},
	{word: "carl", use: roleOfPerson},
	{word: "eve", use: roleOfPerson},
	{word: "mia", use: roleOfPerson},
	{word: "olga", use: roleOfPerson},
	{word: "uma", use: roleOfPerson},
	{word: "ursula", use: roleOfPerson},
}

var commentWord = regexp.MustCompile(`[A-Za-z]+`)

// TestRetiredWordsAreGone looks at every name that the module declares, tests
// included, and at its comments. Generated code has the names of what it is made from.
func TestRetiredWordsAreGone(t *testing.T) {
	t.Parallel()
	files, words := 0, retiredIn{}
	for _, name := range goFiles(t) {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if ast.IsGenerated(file) {
			continue
		}
		files++
		for _, id := range declaredNames(file) {
			for _, r := range words.in(id.Name) {
				t.Errorf("%s: the name %s has the retired word %q; docs/glossary.md says: %s", set.Position(id.Pos()), id.Name,
					r.word, r.use)
			}
		}
		for _, group := range file.Comments {
			for _, word := range commentWord.FindAllString(group.Text(), -1) {
				for _, r := range retiredWords {
					if r.inComments && (strings.EqualFold(word, r.word) || strings.EqualFold(word, r.word+"s")) {
						t.Errorf("%s: the comment has the retired word %q; docs/glossary.md says: %s", set.Position(group.Pos()), r.word,
							r.use)
					}
				}
			}
		}
	}
	if files < 500 {
		t.Errorf("only %d files were read", files)
	}
}

// retiredIn has the retired words of the names that were looked at. Most names are declared many times.
type retiredIn map[string][]retiredWord

func (seen retiredIn) in(name string) []retiredWord {
	found, ok := seen[name]
	if !ok {
		found = slices.DeleteFunc(slices.Clone(retiredWords), func(r retiredWord) bool { return !r.isIn(name) })
		seen[name] = found
	}
	return found
}

// isIn reports whether a name has the word, apart from the exceptions.
func (r retiredWord) isIn(name string) bool {
	if !hasParts(splitName(name), splitName(r.word)) {
		return false
	}
	return !slices.ContainsFunc(r.except, func(e string) bool {
		parts := splitName(e)
		return name == e || len(parts) > 1 && hasParts(splitName(name), parts)
	})
}

// hasParts reports whether the parts of a word follow each other in a name.
func hasParts(name, word []string) bool {
	for i := range name {
		if len(name)-i >= len(word) && slices.Equal(name[i:i+len(word)], word) {
			return true
		}
	}
	return false
}

// splitName returns the words of a Go name in lower case: "ReadHTTPBody" has
// read, httpbody. Letters in a row of capitals stay together.
func splitName(name string) []string {
	var parts []string
	wasLower := false
	for _, r := range name {
		if len(parts) == 0 || r == '_' || unicode.IsUpper(r) && wasLower {
			parts = append(parts, "")
		}
		if r != '_' {
			parts[len(parts)-1] += string(unicode.ToLower(r))
		}
		wasLower = !unicode.IsUpper(r)
	}
	return parts
}

// declaredNames are the names that a file declares: functions, types, fields,
// methods of interfaces, constants, parameters and variables.
func declaredNames(file *ast.File) []*ast.Ident {
	var all []*ast.Ident
	add := func(names ...*ast.Ident) { all = append(all, names...) }
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			add(n.Name)
		case *ast.TypeSpec:
			add(n.Name)
		case *ast.ValueSpec:
			add(n.Names...)
		case *ast.Field:
			add(n.Names...)
		case *ast.LabeledStmt:
			add(n.Label)
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				add(idents(n.Lhs...)...)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				add(idents(n.Key, n.Value)...)
			}
		}
		return true
	})
	return all
}

func idents(all ...ast.Expr) []*ast.Ident {
	var found []*ast.Ident
	for _, x := range all {
		if id, ok := x.(*ast.Ident); ok {
			found = append(found, id)
		}
	}
	return found
}

// goFiles are all Go files of the module but this one, which lists the words.
func goFiles(t *testing.T) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && (name == "node_modules" || name == "bin" || strings.HasPrefix(name, ".") && name != ".."):
			return filepath.SkipDir
		case strings.HasSuffix(name, ".go") && name != "retired_words_test.go":
			all = append(all, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestRetiredWordsAreFound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		word, name string
		want       bool
	}{
		{"setAside", "SetAside", true},
		{"setAside", "setAsideRound", true},
		{"setAside", "offsetAside", false},
		{"seat", "projectSeat", true},
		{"seat", "TestSeat_Again", true},
		{"reach", "reachable", false},
		{"letter", "pageLetter", true},
		{"letter", "deadLetterKey", false},
		{"letter", "TestDeadLetterIsKept", false},
	} {
		i := slices.IndexFunc(retiredWords, func(r retiredWord) bool { return r.word == c.word })
		if got := retiredWords[i].isIn(c.name); got != c.want {
			t.Errorf("%s in %s: %v, want %v", c.word, c.name, got, c.want)
		}
	}
}
