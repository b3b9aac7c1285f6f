package commands_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/commands"
)

var update = flag.Bool("update", false, "write the pages of the commands in docs/command")

// pagesFolder has a page for each command, which the reference shows.
const pagesFolder = "../../../../docs/command"

// page is the page of a command in Markdown.
var page = template.Must(template.New("page").Funcs(template.FuncMap{"lines": lines, "file": pageFile,
	"dedent": dedent, "shown": shown}).Parse("# {{.CommandPath}}\n" + `
{{if .Long}}{{lines .Long}}{{else}}{{.Short}}.{{end}}

` + "```text\n{{.UseLine}}\n```\n" + `{{if .Aliases}}
Another name: {{range .Aliases}}` + "`{{.}}`" + `{{end}}.
{{end}}{{if .Example}}
## Examples

` + "```sh\n{{dedent .Example}}\n```\n" + `{{end}}{{if .NonInheritedFlags.HasAvailableFlags}}
## Options

` + "```text\n{{.NonInheritedFlags.FlagUsages}}```\n" + `{{end}}{{if .InheritedFlags.HasAvailableFlags}}
## Options of all commands

` + "```text\n{{.InheritedFlags.FlagUsages}}```\n" + `{{end}}{{if shown .}}
## Commands

{{range shown .}}- [{{.CommandPath}}]({{file .}}): {{.Short}}
{{end}}{{end}}{{with .Parent}}
## See also

- [{{.CommandPath}}]({{file .}}): {{.Short}}
{{end}}`))

func pageFile(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "_") + ".md" }

// shown are the commands below a command that have pages.
func shown(c *cobra.Command) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(c.Commands()),
		func(below *cobra.Command) bool { return !below.IsAvailableCommand() })
}

func dedent(text string) string {
	return strings.TrimPrefix(strings.ReplaceAll(text, "\n  ", "\n"), "  ")
}

// lines makes a list of the indented lines of a help text. Headings of the library's texts are paragraphs.
func lines(text string) string {
	return strings.NewReplacer("\n  ", "\n- ", "\n#### ", "\n").Replace(text)
}

// pagesOf are the pages of a command and those below it, by the names of their files.
func pagesOf(t *testing.T, c *cobra.Command) map[string]string {
	t.Helper()
	c.InitDefaultHelpFlag()
	var out bytes.Buffer
	if err := page.Execute(&out, c); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{pageFile(c): out.String()}
	for _, below := range shown(c) {
		for name, text := range pagesOf(t, below) {
			all[name] = text
		}
	}
	return all
}

// Each command has a page, which is made from it. To write them:
// go test ./scripts/stint/internal/commands -run Pages -update
func TestPagesAreThoseOfTheCommands(t *testing.T) {
	t.Parallel()
	all := pagesOf(t, commands.Root())
	if *update {
		for name, text := range all {
			if err := os.WriteFile(filepath.Join(pagesFolder, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	kept, err := os.ReadDir(pagesFolder)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range kept {
		if _, ok := all[file.Name()]; !ok {
			t.Errorf("docs/command/%s is the page of no command: remove it", file.Name())
		}
	}
	for name, text := range all {
		if kept, err := os.ReadFile(filepath.Join(pagesFolder, name)); err != nil || string(kept) != text {
			t.Errorf("docs/command/%s is another one than that of the command, %v: run the test with -update", name, err)
		}
	}
}
