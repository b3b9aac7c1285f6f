package page

import (
	"html/template"
	"strings"
)

// breaks are what a name may be broken after. A browser breaks a code such as already_decided
// nowhere by itself, and would break it in the middle of a word where it has no room.
var breaks = strings.NewReplacer("/", "/<wbr>", "_", "_<wbr>", ".", ".<wbr>", "@", "@<wbr>")

// Breakable is a code, path or name that a narrow page breaks after /, _, . and @ at first.
func Breakable(text string) template.HTML {
	return template.HTML(breaks.Replace(template.HTMLEscapeString(text)))
}
