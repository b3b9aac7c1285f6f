package commands_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"stint/internal/programs"
)

// shell runs a script in a shell where stint is the command, signed in as the terminal is.
func (x *terminal) shell(shell, script string) string {
	x.t.Helper()
	self, err := os.Executable()
	if err != nil {
		x.t.Fatal(err)
	}
	folder := x.t.TempDir()
	program := fmt.Sprintf("#!/bin/sh\n%s=1 exec %s \"$@\"\n", asCommand, self)
	if err := os.WriteFile(filepath.Join(folder, "stint"), []byte(program), 0o755); err != nil {
		x.t.Fatal(err)
	}
	programs.KeepResultsOf("sh", "bash", "zsh", "grep", "cat")
	c := exec.CommandContext(x.t.Context(), shell, "-c", script)
	c.Env = append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH"), "STINT_URL="+x.vars["STINT_URL"],
		"STINT_KEY="+x.vars["STINT_KEY"], "XDG_CONFIG_HOME="+x.folder)
	out, err := c.CombinedOutput()
	if err != nil {
		x.t.Fatalf("%s: %v\n%s", shell, err, out)
	}
	return string(out)
}

// complete completes a command line in bash and returns what is proposed.
func (x *terminal) complete(words ...string) string {
	x.t.Helper()
	return x.shell("bash", fmt.Sprintf(`
source <(stint completion bash)
# What the package bash-completion has, and what bash has only while it completes:
_init_completion() { words=("${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur=${words[cword]}; prev=${words[cword-1]}; }
compopt() { :; }
COMP_WORDS=(stint "%s") COMP_CWORD=%d
COMP_LINE="${COMP_WORDS[*]}" COMP_POINT=${#COMP_LINE}
__start_stint
printf '%%s\n' "${COMPREPLY[@]}"`, strings.Join(words, `" "`), len(words)))
}

func TestCompletionInBash(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	for _, c := range []struct {
		words []string
		want  string
	}{
		{[]string{"sta"}, "start\nstatus"},
		{[]string{"start", "--proj"}, "--project"},
		{[]string{"start", "-p", "Differential"}, "Differential"},
		{[]string{"start", "--tag", "rem"}, "remote"},
		{[]string{"report", "last"}, "last-week\nlast-month"},
	} {
		var got []string
		for line := range strings.Lines(x.complete(c.words...)) {
			name, _, _ := strings.Cut(strings.TrimSpace(line), "  ") // with a description
			got = append(got, name)
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%v completes to %q, want %q", c.words, got, c.want)
		}
	}
}

// The scripts for the other shells are printed, and zsh reads its own where it is installed.
func TestCompletionScripts(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	for shell, word := range map[string]string{"bash": "__start_stint", "zsh": "#compdef stint",
		"fish": "complete -c stint", "powershell": "Register-ArgumentCompleter"} {
		if out := x.ok("completion", shell); !strings.Contains(out, word) {
			t.Errorf("%s: %.200s", shell, out)
		}
	}
	if _, err := exec.LookPath("zsh"); err == nil {
		x.shell("zsh", "autoload -U compinit && compinit -u -D && source <(stint completion zsh) && whence _stint")
	}
}

// In a pipe, the program itself prints no colours, and its exit code is that of the table.
func TestPipe(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	out := x.shell("bash",
		`stint start "in a pipe" | cat; stint status --json | grep -c '"description":"in a pipe"'; stint start -p loom 2>/dev/null || echo $?`)
	if out != "Started  in a pipe\n1\n4\n" {
		t.Errorf("%q", out)
	}
}
