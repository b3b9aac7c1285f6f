package samples

import (
	"strconv"
	"strings"
)

// golang writes a request as a program that uses the standard library only.
func golang(r Request) string {
	imports := []string{"io", "log", "net/http", "os"}
	body := "nil"
	var code strings.Builder
	code.WriteString("\turl := os.Getenv(\"" + VariableURL + "\") + \"" + r.Path + "\"\n")
	if r.Body != "" {
		imports = append(imports, "strings")
		code.WriteString("\tbody := strings.NewReader(" + goString(jsonSyntax.literal(r.Body, "")) + ")\n")
		body = "body"
	}
	code.WriteString("\trequest, err := http.NewRequest(\"" + r.Method + "\", url, " + body + ")\n" + failGo)
	for _, h := range r.headers() {
		value := `"` + h.text + `"`
		if h.variable != "" {
			value += `+os.Getenv("` + h.variable + `")`
		}
		code.WriteString("\trequest.Header.Set(\"" + h.name + "\", " + value + ")\n")
	}
	code.WriteString("\tresponse, err := http.DefaultClient.Do(request)\n" + failGo + "\tdefer response.Body.Close()\n" +
		refuseGo + printGo(r))
	return "package main\n\nimport (\n\t\"" + strings.Join(imports, "\"\n\t\"") + "\"\n)\n\nfunc main() {\n" +
		code.String() + "}\n"
}

const failGo = "\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n"

// refuseGo ends the program with the problem of a refused request.
const refuseGo = "\tif response.StatusCode >= http.StatusBadRequest {\n" +
	"\t\tproblem, _ := io.ReadAll(response.Body)\n\t\tlog.Fatalf(\"%s: %s\", response.Status, problem)\n\t}\n"

// goString writes a text as a literal, raw where that is possible.
func goString(text string) string {
	if strconv.CanBackquote(strings.ReplaceAll(text, "\n", "")) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}

func printGo(r Request) string {
	if r.File == "" {
		return "\tif _, err := io.Copy(os.Stdout, response.Body); err != nil {\n\t\tlog.Fatal(err)\n\t}\n"
	}
	return "\tfile, err := os.Create(\"" + r.File + "\")\n" + failGo +
		"\tif _, err := io.Copy(file, response.Body); err != nil {\n\t\tlog.Fatal(err)\n\t}\n" +
		"\tif err := file.Close(); err != nil {\n\t\tlog.Fatal(err)\n\t}\n"
}
