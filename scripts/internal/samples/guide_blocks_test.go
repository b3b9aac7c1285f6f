package samples_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// guide is a guide with its blocks of code.
type guide struct {
	name     string
	text     string
	blocks   []block  // in sh, js, python and go
	consoles []string // commands that are shown and not run
}

// block is code that is run, and what it is expected to print.
type block struct {
	language, code string
	expected       []expectation
}

// expectation is a block of json or text after a block of code.
type expectation struct{ language, text string }

func newGuide(name string, source []byte) guide {
	g := guide{name: name, text: string(source)}
	document := goldmark.DefaultParser().Parse(text.NewReader(source))
	for node := document.FirstChild(); node != nil; node = node.NextSibling() {
		if fenced, ok := node.(*ast.FencedCodeBlock); ok {
			g.add(string(fenced.Language(source)), string(fenced.Lines().Value(source)))
		}
	}
	return g
}

func (g *guide) add(language, code string) {
	switch language {
	case "sh", "js", "python", "go":
		g.blocks = append(g.blocks, block{language: language, code: code})
	case "json", "text":
		last := &g.blocks[len(g.blocks)-1]
		last.expected = append(last.expected, expectation{language, code})
	case "console":
		g.consoles = append(g.consoles, code)
	}
}

// setup is the part of the first guide that the others begin with: up to the key.
func (g guide) setup() []block {
	end := slices.IndexFunc(g.blocks, func(b block) bool { return strings.Contains(b.code, "export STINT_KEY=") })
	return g.blocks[:end+1]
}

var (
	comment = regexp.MustCompile(`(?m)(?:#|//) (.*)$`)
	status  = regexp.MustCompile(`\b[45]\d\d\b`)
)

// statuses are those that the comments of a block say it is refused with.
func (b block) statuses() []int {
	var all []int
	for _, line := range comment.FindAllStringSubmatch(b.code, -1) {
		for _, found := range status.FindAllString(line[1], -1) {
			number, _ := strconv.Atoi(found) // three digits
			all = append(all, number)
		}
	}
	return all
}

// compare describes how an output differs from what is expected; "" is not at all.
func (e expectation) compare(printed string) string {
	if e.language == "text" {
		if strings.TrimSpace(printed) != strings.TrimSpace(e.text) {
			return "want " + e.text
		}
		return ""
	}
	var want any
	if err := json.Unmarshal([]byte(e.text), &want); err != nil {
		return "the json block: " + err.Error()
	}
	return compareShapes("", lastObject(printed), want)
}

// lastObject is the last JSON object in an output.
func lastObject(printed string) (last any) {
	for rest := printed; ; {
		start := strings.IndexByte(rest, '{')
		if start < 0 {
			return last
		}
		var object map[string]any
		decoder := json.NewDecoder(strings.NewReader(rest[start:]))
		if decoder.Decode(&object) != nil {
			rest = rest[start+1:]
			continue
		}
		last, rest = object, rest[start+int(decoder.InputOffset()):]
	}
}

// compareShapes describes which properties of want are missing in got or have another type.
// null is any value, and a list without elements any list.
func compareShapes(path string, got, want any) string {
	if want == nil {
		return ""
	}
	if reflect.TypeOf(got) != reflect.TypeOf(want) {
		return fmt.Sprintf("%s is %T, want %T", path, got, want)
	}
	switch want := want.(type) {
	case map[string]any:
		for name, value := range want {
			member, ok := got.(map[string]any)[name]
			if !ok {
				return path + "." + name + " is missing"
			}
			if difference := compareShapes(path+"."+name, member, value); difference != "" {
				return difference
			}
		}
	case []any:
		if len(want) > 0 && len(got.([]any)) == 0 {
			return path + " is empty"
		}
		for i := range want[:min(1, len(want))] {
			return compareShapes(path+"[0]", got.([]any)[i], want[i])
		}
	}
	return ""
}
