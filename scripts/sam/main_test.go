package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"stint/internal/programs"
	"stint/internal/template"
	"stint/internal/template/templatetest"
	"stint/internal/testkit"
)

// newOptions are the options of a run over the small template.
func newOptions(t *testing.T) options {
	t.Helper()
	o := options{root: "../..", assembly: t.TempDir(), folder: filepath.Join(t.TempDir(), "sam"), port: 3000, dry: true}
	templatetest.Write(t, o.assembly, templatetest.Small)
	return o
}

// fakeTools are tools of which one can be missing or fail.
type fakeTools struct {
	missing string            // a program that is not installed
	fails   string            // a command that fails
	prints  map[string]string // the output of commands, by a part of their arguments
}

func (f fakeTools) Find(program string) bool { return program != f.missing }

func (f fakeTools) Output(_ context.Context, program string, arguments ...string) (string, error) {
	command := program + " " + arguments[0]
	if command == f.fails {
		return "", errors.New("exit status 1")
	}
	for part, printed := range f.prints {
		if strings.Contains(strings.Join(arguments, " "), part) {
			return printed, nil
		}
	}
	return "", nil
}

func TestMissingToolsAreReported(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		machine fakeTools
		want    string
	}{
		{fakeTools{missing: "sam"}, "the AWS SAM command line is not installed: see https://docs.aws.amazon.com/"},
		{fakeTools{missing: "docker"}, "docker is not installed, and sam runs functions in containers: see " +
			"https://docs.docker.com/"},
		{fakeTools{fails: "docker info"}, "docker does not answer: start it"},
	} {
		o := newOptions(t)
		o.dry = false
		if err := run(t.Context(), new(bytes.Buffer), c.machine, o); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.machine, err, c.want)
		}
	}
	if err := checkTools(t.Context(), fakeTools{}); err != nil {
		t.Errorf("nothing is missing: %v", err)
	}
	none := options{assembly: t.TempDir(), folder: t.TempDir()}
	if err := run(t.Context(), new(bytes.Buffer), fakeTools{}, none); !errors.Is(err, template.ErrNotBuilt) {
		t.Errorf("no template: %v", err)
	}
}

func TestDryRunPrintsTheCommand(t *testing.T) {
	t.Parallel()
	o := newOptions(t)
	var out bytes.Buffer
	if err := run(t.Context(), &out, fakeTools{missing: "sam"}, o); err != nil {
		t.Fatal(err)
	}
	want := "sam local start-api --template " + o.folder + "/template.json --env-vars " + o.folder + "/environment.json" +
		" --host 127.0.0.1 --port 3002 --region us-east-1 --warm-containers LAZY\n"
	if out.String() != want {
		t.Errorf("printed\n%swant\n%s", out.String(), want)
	}
}

func TestSettingsComeFromTheTemplate(t *testing.T) {
	t.Parallel()
	o := newOptions(t)
	if err := run(t.Context(), new(bytes.Buffer), fakeTools{}, o); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(o.folder, "environment.json"))
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]map[string]string
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"TABLE_NAME": "stint-sam", "N": "5", "KEY": "arn:aws:kms:us-east-1:000000000000:key/Key",
		"PUBLIC_URL":        "http://127.0.0.1:3000",
		"DYNAMODB_ENDPOINT": "http://host.docker.internal:8000", "KMS_ENDPOINT": "http://host.docker.internal:8000",
		"SES_ENDPOINT": "http://host.docker.internal:8000",
	}
	if len(got) != 1 || !maps.Equal(got["Function"], want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// sam only overrides settings that are in the template, and expects a folder of code.
func TestTemplateSuitsSAM(t *testing.T) {
	t.Parallel()
	o := newOptions(t)
	o.root = t.TempDir()
	if err := run(t.Context(), new(bytes.Buffer), fakeTools{}, o); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(o.folder, "template.json"))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Resources map[string]struct {
			Properties struct {
				Code        any
				Environment struct{ Variables map[string]any }
			}
		}
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	function := got.Resources["Function"].Properties
	if function.Code != filepath.Dir(programs.FunctionPath(o.root, programs.Containers, "meta")) {
		t.Errorf("code in %v", function.Code)
	}
	named := slices.Sorted(maps.Keys(function.Environment.Variables))
	if want := []string{"DYNAMODB_ENDPOINT", "KEY", "KMS_ENDPOINT", "N", "PUBLIC_URL", "SES_ENDPOINT",
		"TABLE_NAME"}; !slices.Equal(named, want) {
		t.Errorf("settings %v, want %v", named, want)
	}
}

// The address comes from the gateway of Docker's network, or from its interface. Without
// one, functions would die and every request be 502, so the run fails at once.
func TestHostAddress(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Log("elsewhere Docker runs in a virtual machine")
		return
	}
	loopback := ""
	interfaces, _ := net.Interfaces()
	for _, i := range interfaces {
		if i.Flags&net.FlagLoopback != 0 {
			loopback = i.Name
		}
	}
	for _, c := range []struct{ gateway, bridge, want string }{
		{"127.0.0.2", "", "127.0.0.2"},
		{"<no value>", loopback, "127.0.0.1"},
		{"192.0.2.1", loopback, "127.0.0.1"},
		{"", "stint-none0", ""},
		{"192.0.2.1", "stint-none0", ""},
	} {
		machine := fakeTools{prints: map[string]string{"(index .IPAM": c.gateway, "bridge.name": c.bridge}}
		got, err := hostAddress(t.Context(), machine)
		if got != c.want || errors.Is(err, errNoHost) != (c.want == "") {
			t.Errorf("%+v: %s, %v", c, got, err)
		}
	}
	desktop := fakeTools{prints: map[string]string{"OperatingSystem": "Docker Desktop"}}
	if got, err := hostAddress(t.Context(), desktop); err != nil || got != loopbackAddress {
		t.Errorf("Docker Desktop: %s, %v", got, err)
	}
	if all := samArguments(options{}, "172.17.0.1"); !slices.Contains(all, "host.docker.internal:172.17.0.1") {
		t.Errorf("arguments %v", all)
	}
}

func TestHostCanBeNamed(t *testing.T) {
	t.Parallel()
	if got, err := (options{host: "127.0.0.3"}).findHost(t.Context(), fakeTools{}); err != nil || got != "127.0.0.3" {
		t.Errorf("%s, %v", got, err)
	}
	if got, err := (options{host: "192.0.2.1"}).findHost(t.Context(), fakeTools{}); !errors.Is(err, errNoHost) {
		t.Errorf("%s, %v", got, err)
	}
}

// A whole run, with a sam that prints its arguments.
func TestRunStartsEverything(t *testing.T) {
	installed := t.TempDir()
	for name, script := range map[string]string{"sam": `echo "sam $*"; test "$SAM_CLI_TELEMETRY" = 0`,
		"docker": "echo 127.0.0.2"} {
		if err := os.WriteFile(filepath.Join(installed, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", installed+string(os.PathListSeparator)+os.Getenv("PATH"))
	o := newOptions(t)
	o.dry, o.port = false, testkit.FreePort(t)-1
	var out bytes.Buffer
	if err := run(t.Context(), &out, localTools{}, o); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("the API will be at http://127.0.0.1:%d, mails at http://127.0.0.1:%d/_local/mail\nsam local "+
		"start-api --template ", o.port, o.port+1)
	if !strings.Contains(out.String(), want) {
		t.Errorf("printed\n%s", out.String())
	}
	for _, made := range []string{
		programs.FunctionPath(o.root, programs.Containers, "meta"),
		filepath.Join(o.folder, "environment.json"), filepath.Join(o.folder, "table.db"),
		filepath.Join(o.folder, "keys.seed"),
	} {
		if _, err := os.Stat(made); err != nil {
			t.Error(err)
		}
	}
}
