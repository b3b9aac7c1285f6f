package commands_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/scripts/stint/internal/commands"
)

type object = map[string]any

// terminal runs commands against a service in the test process.
type terminal struct {
	t      *testing.T
	env    commands.Env
	vars   map[string]string
	folder string // of the configuration
	input  string // of the next command

	ends func(printed string) // if set, called after each write to standard output
}

// output is a standard output that a test can follow.
type output struct {
	bytes.Buffer
	x *terminal
}

func (o *output) Write(b []byte) (int, error) {
	n, err := o.Buffer.Write(b)
	if o.x.ends != nil {
		o.x.ends(o.String())
	}
	return n, err
}

// newTerminal makes a terminal of a user, who has an API key but is not signed in.
func newTerminal(t *testing.T, s *apitest.Service) *terminal {
	t.Helper()
	server := httptest.NewServer(s.Handler)
	t.Cleanup(server.Close)
	x := &terminal{t: t, vars: map[string]string{"STINT_URL": server.URL}, folder: t.TempDir()}
	x.env = commands.Env{
		Version: "test", Getenv: func(name string) string { return x.vars[name] }, Now: s.Clock.Now,
		ConfigFolder: func() (string, error) { return x.folder, nil },
	}
	return x
}

// terminalOf makes a terminal that is signed in by the environment.
func terminalOf(t *testing.T, u *apitest.User) *terminal {
	t.Helper()
	x := newTerminal(t, u.Service)
	x.vars["STINT_KEY"] = keyOf(u, "full")
	return x
}

func keyOf(u *apitest.User, access string) string {
	key, _ := u.Post("/api/me/workspaces/"+u.WorkspaceID+"/api-keys",
		object{"name": "terminal", "access": access}).OK()["token"].(string)
	return key
}

// run runs a command and returns what it printed, and its exit code.
func (x *terminal) run(args ...string) (out, errors string, code int) {
	x.t.Helper()
	return x.runIn(x.t.Context(), args...)
}

func (x *terminal) runIn(ctx context.Context, args ...string) (out, errors string, code int) {
	x.t.Helper()
	stdout, stderr := output{x: x}, bytes.Buffer{}
	env := x.env
	env.In, env.Out, env.Err = strings.NewReader(x.input), &stdout, &stderr
	code = commands.Run(ctx, args, env)
	if strings.Contains(stdout.String(), "\x1b") && !env.Terminal {
		x.t.Errorf("%v: a pipe gets colours: %q", args, stdout.String())
	}
	if key := x.vars["STINT_KEY"]; key != "" && strings.Contains(stdout.String()+stderr.String(), key) {
		x.t.Errorf("%v: the key is printed", args)
	}
	return stdout.String(), stderr.String(), code
}

// ok runs a command that must succeed and returns what it printed.
func (x *terminal) ok(args ...string) string {
	x.t.Helper()
	out, errors, code := x.run(args...)
	if code != 0 {
		x.t.Fatalf("%v: %d: %s", args, code, errors)
	}
	return out
}

// says runs a command that must print exactly these lines.
func (x *terminal) says(want string, args ...string) {
	x.t.Helper()
	if got := strings.TrimSuffix(x.ok(args...), "\n"); got != want {
		x.t.Errorf("%v says\n%s\nwant\n%s", args, got, want)
	}
}

// idBefore is the beginning of an id, as lists show it.
var idBefore = regexp.MustCompile(`(?m)^[0-9a-f]{8}[0-9a-f-]*  `)

// lists is says of a command whose lines begin with ids.
func (x *terminal) lists(want string, args ...string) {
	x.t.Helper()
	got := strings.TrimSuffix(x.ok(args...), "\n")
	if plain := idBefore.ReplaceAllString(got, ""); plain != want || len(idBefore.FindAllString(got, -1)) !=
		strings.Count(got, "–") {
		x.t.Errorf("%v lists\n%s\nwant\n%s", args, got, want)
	}
}

// fails runs a command that must end with an exit code and a text on standard error.
func (x *terminal) fails(code int, text string, args ...string) {
	x.t.Helper()
	out, errors, got := x.run(args...)
	if got != code || !strings.Contains(errors, text) || out != "" {
		x.t.Errorf("%v: exit code %d, want %d; it says %q, %q, want %q", args, got, code, out, errors, text)
	}
}

// records runs a command with --json and returns the records, one in a line.
func (x *terminal) records(args ...string) []object {
	x.t.Helper()
	var all []object
	for line := range strings.Lines(x.ok(append(args, "--json")...)) {
		var record object
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			x.t.Fatalf("%v: %q: %v", args, line, err)
		}
		all = append(all, record)
	}
	return all
}

// record is records of a command that prints one.
func (x *terminal) record(args ...string) object {
	x.t.Helper()
	all := x.records(args...)
	if len(all) != 1 {
		x.t.Fatalf("%v prints %d records", args, len(all))
	}
	return all[0]
}

// fixture is a workspace with a few names in it.
func fixture(t *testing.T) (*terminal, *apitest.User) {
	t.Helper()
	owner := apitest.New(t).Register("ada")
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"timezone": "Europe/Berlin"}).OK()
	engine := owner.Post("/api/projects", object{"name": "Difference Engine", "isBillable": true, "hourlyRate": 6000}).ID()
	other := owner.Post("/api/projects", object{"name": "Differential", "isBillable": false}).ID()
	owner.Post("/api/projects/"+engine+"/tasks", object{"name": "Carriage"}).OK()
	owner.Post("/api/projects/"+other+"/tasks", object{"name": "Reading"}).OK()
	owner.Post("/api/tags", object{"name": "remote"}).OK()
	owner.Post("/api/tags", object{"name": "late"}).OK()
	return terminalOf(t, owner), owner
}

// to is an HTTP client that sends all requests to one server, whatever their address.
func (x *terminal) to(server string) *http.Client {
	target, err := url.Parse(server)
	if err != nil {
		x.t.Fatal(err)
	}
	return &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		r = r.Clone(r.Context())
		r.URL.Host = target.Host
		return http.DefaultTransport.RoundTrip(r)
	})}
}
