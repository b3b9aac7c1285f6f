package samples_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"stint/internal/programs"
)

// language runs the samples of a language in one process. Each sample is a file of its own
// with its code as it is on the page.
type language struct {
	name    string
	file    string // name of the file of a sample, by its number
	runner  string // name of the file that runs the samples, one after another
	begin   string // of the runner
	one     string // runs a sample, by its file and its number
	end     string
	command []string
	change  func(code string, number int) string // what must change for one process; nil is nothing
}

// marker is printed before the output of each sample, with its number.
const marker = "@@sample "

// languages are in the order of samples.For.
var languages = []language{
	{
		name: "sh", file: "sample%03d.sh", runner: "run.sh", command: []string{"sh", "run.sh"},
		one: "echo; echo '" + marker + "%[2]d'; . ./%[1]s\n",
	},
	{
		name: "js", file: "sample%03d.mjs", runner: "run.mjs", command: []string{"node", "run.mjs"},
		one: "console.log('\\n" + marker + "%[2]d'); try { await import('./%[1]s'); } catch (failure) { " +
			"console.log(failure); }\n",
	},
	{
		name: "python", file: "sample%03d.py", runner: "run.py", command: []string{"python3", "run.py"},
		begin: "import runpy, traceback\ndef run(path, number):\n    print(f'\\n" + marker +
			"{number}')\n    try:\n        runpy.run_path(path, run_name='__main__')\n    except Exception:\n        " +
			"print(traceback.format_exc())\n",
		one: "run('%[1]s', %[2]d)\n",
	},
	{
		name: "go", file: "sample%03d.go", runner: "run.go", command: []string{"go", "run", "."},
		begin: "package main\n\nimport \"fmt\"\n\nfunc main() {\n",
		one:   "fmt.Println(\"\\n" + marker + "%[2]d\"); sample%[2]d()\n",
		end:   "}\n",
		change: func(code string, number int) string {
			return strings.Replace(code, "func main() {", fmt.Sprintf("func sample%d() {", number), 1)
		},
	},
}

// runAll runs the code of every operation in a folder and returns what each printed.
func (l language) runAll(t *testing.T, folder, address string, code map[string]string) map[string]string {
	t.Helper()
	ids := slices.Sorted(maps.Keys(code))
	l.write(t, folder, ids, code)
	programs.KeepResultsOf("sh", "curl", "node", "python3")
	command := exec.CommandContext(t.Context(), l.command[0], l.command[1:]...)
	command.Dir, command.Env = folder, environment(address)
	out, err := command.Output()
	if err != nil {
		t.Errorf("%v: %v%s", l.command, err, errorOutput(err))
	}
	printed := map[string]string{}
	for number, part := range splitOutput(t, string(out)) {
		printed[ids[number]] = part
	}
	return printed
}

// splitOutput splits an output at the markers, by number.
func splitOutput(t *testing.T, out string) map[int]string {
	t.Helper()
	all := map[int]string{}
	for _, part := range strings.Split(out, "\n"+marker)[1:] {
		first, rest, _ := strings.Cut(part, "\n")
		number, err := strconv.Atoi(first)
		if err != nil {
			t.Fatal(err)
		}
		all[number] = rest
	}
	return all
}

// runScript runs a script for sh in a folder and returns what it printed.
func runScript(t *testing.T, folder, script string) (string, error) {
	t.Helper()
	writeFile(t, filepath.Join(folder, "session.sh"), script)
	programs.KeepResultsOf("sh", "curl")
	command := exec.CommandContext(t.Context(), "sh", "session.sh")
	command.Dir, command.Env = folder, append(os.Environ(), ofThisMachine...)
	out, err := command.Output()
	return string(out), err
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// errorOutput is what a command printed as errors.
func errorOutput(err error) string {
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return "\n" + string(failed.Stderr)
	}
	return ""
}

// write writes the samples and what runs them into a folder.
func (l language) write(t *testing.T, folder string, ids []string, code map[string]string) {
	t.Helper()
	save := func(name, text string) { writeFile(t, filepath.Join(folder, name), text) }
	runner := l.begin
	for number, id := range ids {
		name, text := fmt.Sprintf(l.file, number), code[id]
		if l.change != nil {
			text = l.change(text, number)
		}
		save(name, text)
		runner += fmt.Sprintf(l.one, name, number)
	}
	save(l.runner, runner+l.end)
	save("go.mod", "module sample\n\ngo 1.21\n")
}
