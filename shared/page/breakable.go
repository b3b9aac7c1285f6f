package page

import (
	"html/template"
	"strings"
	"unicode"
)

// breaks are what a name may be broken after. A browser breaks a code such as already_decided
// nowhere by itself, and would break it in the middle of a word where it has no room.
var breaks = strings.NewReplacer("/", "/<wbr>", "_", "_<wbr>", ".", ".<wbr>", "@", "@<wbr>")

// Breakable is a code, path or name that a narrow page breaks after /, _, . and @ at first.
func Breakable(text string) template.HTML {
	return template.HTML(breaks.Replace(template.HTMLEscapeString(text)))
}

// BreakableName is a name such as EntryList or correlationId, which a narrow page breaks before
// its capitals at first.
func BreakableName(name string) template.HTML {
	var out strings.Builder
	var before rune
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			out.WriteString("<wbr>")
		}
		out.WriteString(template.HTMLEscapeString(string(r)))
		before = r
	}
	return template.HTML(out.String())
}
