package samples_test

import (
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"stint/internal/programs"
	"stint/scripts/internal/samples"
)

// Every sample of a call that is refused prints the problem and ends with an error, also where
// it would save a file.
func TestSamplesOfRefusedCallsFail(t *testing.T) {
	t.Parallel()
	const problem = `{"type": "/errors/not_found", "status": 404}`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, problem, http.StatusNotFound)
	}))
	defer server.Close()
	commands := map[string][]string{"sh": {"sh", "-c"}, "js": {"node", "--input-type=module", "-e"},
		"python": {"python3", "-c"}}
	for _, s := range samples.For(samples.Request{Method: "GET", Path: "/api/health", IsJSON: true}) {
		command := append(commands[s.Language], s.Code)
		folder := t.TempDir()
		if s.Language == "go" {
			writeFile(t, folder+"/main.go", s.Code)
			command = []string{"go", "run", "main.go"}
		}
		programs.KeepResultsOf("sh", "curl", "node", "python3")
		run := exec.CommandContext(t.Context(), command[0], command[1:]...)
		run.Dir, run.Env = folder, environment(server.URL)
		out, err := run.CombinedOutput()
		if err == nil || !strings.Contains(string(out), problem) {
			t.Errorf("%s: %v\n%s", s.Label, err, out)
		}
	}
}
