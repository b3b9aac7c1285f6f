package samples

import "strings"

// javaScript writes a request as a module for Node.
func javaScript(r Request) string {
	var code strings.Builder
	if r.File != "" {
		code.WriteString("import { writeFile } from \"node:fs/promises\";\n\n")
	}
	code.WriteString("const response = await fetch(`${process.env." + VariableURL + "}" + r.Path + "`")
	if options := scriptOptions(r); options != "" {
		code.WriteString(", {\n" + options + "}")
	}
	code.WriteString(");\n" + failScript)
	switch {
	case r.File != "":
		code.WriteString("await writeFile(\"" + r.File + "\", Buffer.from(await response.arrayBuffer()));\n")
	case r.IsJSON:
		code.WriteString("console.log(JSON.stringify(await response.json(), null, 2));\n")
	default:
		code.WriteString("console.log(await response.text());\n")
	}
	return code.String()
}

// failScript ends the program with the problem of a refused request.
const failScript = "if (!response.ok) throw new Error(await response.text());\n"

// scriptOptions writes the second argument of fetch, without its braces.
func scriptOptions(r Request) string {
	var options []string
	if r.needsMethod(false) {
		options = append(options, `method: "`+r.Method+`"`)
	}
	if headers := scriptHeaders(r); len(headers) == 1 {
		options = append(options, "headers: { "+headers[0]+" }")
	} else if len(headers) > 1 {
		options = append(options, "headers: {\n    "+strings.Join(headers, ",\n    ")+",\n  }")
	}
	if r.Body != "" {
		options = append(options, "body: "+r.bodyIn(scriptSyntax, "  ", "JSON.stringify(%)", "`", "`"))
	}
	var lines strings.Builder
	for _, option := range options {
		lines.WriteString("  " + option + ",\n")
	}
	return lines.String()
}

func scriptHeaders(r Request) []string {
	var all []string
	for _, h := range r.headers() {
		name, value := h.name, `"`+h.text+`"`
		if !identifier.MatchString(name) {
			name = `"` + name + `"`
		}
		if h.variable != "" {
			value = "`" + h.text + "${process.env." + h.variable + "}`"
		}
		all = append(all, name+": "+value)
	}
	return all
}
