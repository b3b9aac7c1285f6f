package samples

import "strings"

// curl writes a request as a command for sh. It prints the problem of a refused request, and
// fails.
func curl(r Request) string {
	var command strings.Builder
	command.WriteString("curl --fail-with-body ")
	if r.needsMethod(true) {
		command.WriteString("-X " + r.Method + " ")
	}
	command.WriteString(`"$` + VariableURL + r.Path + `"`)
	option := func(text string) { command.WriteString(" \\\n  " + text) }
	for _, h := range r.headers() {
		if h.variable != "" {
			h.text += "$" + h.variable
		}
		option(`-H "` + h.name + ": " + h.text + `"`)
	}
	if r.Body != "" {
		option("-d '" + strings.ReplaceAll(jsonSyntax.literal(r.Body, "  "), "'", `'\''`) + "'")
	}
	if r.File != "" {
		option("-o " + r.File)
	}
	return command.String() + "\n"
}
