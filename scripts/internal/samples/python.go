package samples

import "strings"

// python writes a request as a program that uses the standard library only.
func python(r Request) string {
	arguments := []string{`os.environ["` + VariableURL + `"] + "` + r.Path + `"`}
	if r.needsMethod(true) {
		arguments = append(arguments, `method="`+r.Method+`"`)
	}
	if headers := pythonHeaders(r); len(headers) == 1 {
		arguments = append(arguments, "headers={"+headers[0]+"}")
	} else if len(headers) > 1 {
		arguments = append(arguments, "headers={\n        "+strings.Join(headers, ",\n        ")+",\n    }")
	}
	if r.Body != "" {
		arguments = append(arguments, "data="+r.bodyIn(pythonSyntax, "    ", "json.dumps(%).encode()", "b'", "'"))
	}
	call := strings.Join(arguments, ", ")
	if len(arguments) > 1 {
		call = "\n    " + strings.Join(arguments, ",\n    ") + ",\n"
	}
	return pythonImports(r) + "\nrequest = urllib.request.Request(" + call + ")\n" +
		"try:\n    with urllib.request.urlopen(request) as response:\n" + printPython(r) + failPython
}

// failPython ends the program with the problem of a refused request.
const failPython = "except urllib.error.HTTPError as error:\n    sys.exit(error.read().decode())\n"

func pythonImports(r Request) string {
	imports := "import os\nimport sys\nimport urllib.error\nimport urllib.request\n"
	if r.Body != "" && r.FileType == "" || r.IsJSON {
		imports = "import json\n" + imports
	}
	return imports
}

func pythonHeaders(r Request) []string {
	var all []string
	for _, h := range r.headers() {
		value := `"` + h.text + `"`
		if h.variable != "" {
			value += ` + os.environ["` + h.variable + `"]`
		}
		all = append(all, `"`+h.name+`": `+value)
	}
	return all
}

func printPython(r Request) string {
	switch {
	case r.File != "":
		return "        with open(\"" + r.File + "\", \"wb\") as file:\n            file.write(response.read())\n"
	case r.IsJSON:
		return "        print(json.dumps(json.load(response), indent=2))\n"
	default:
		return "        print(response.read().decode())\n"
	}
}
