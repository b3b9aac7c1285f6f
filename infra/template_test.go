package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/assertions"
	"github.com/aws/jsii-runtime-go"

	"stint/internal/programs"
	cloud "stint/internal/template"
)

// TestMain gives jsii's JavaScript process an environment. jsii has read it when this program
// started, and reads it again after Close. The process's files are in a temporary folder, which
// TestMain removes. CDK's own rules for CloudFormation are off: here they would only warn, and
// their engine takes as long as ten templates. make check applies them.
//
// The process ends with this one. Close would not end it well, because it has a race: two
// goroutines wait for the process.
func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "stint-infra-")
	if err != nil {
		panic(err)
	}
	jsii.Close()
	for name, value := range map[string]string{"TMPDIR": folder, "CDK_VALIDATION": "false"} {
		if err := os.Setenv(name, value); err != nil {
			panic(err)
		}
	}
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// template is the part of a CloudFormation template that the tests read.
type template struct {
	Resources map[string]cloud.Resource
	Outputs   map[string]any
}

// defaultSettings are the settings of a deployment without any context.
func defaultSettings(t *testing.T) settings {
	t.Helper()
	s, err := readSettings(nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// stubsFor makes what a deployment with these settings uploads: archives of a release, or folders.
func stubsFor(t *testing.T, s settings) string {
	t.Helper()
	if s.Release.isOne() {
		return archives(t)
	}
	return stubBinaries(t)
}

// stubBinaries makes a folder of empty binaries, for templates that are not deployed.
func stubBinaries(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range functionNames() {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name, "bootstrap"), []byte(name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// assemblies are the folders of the templates that were made, by their settings. Their mutex is
// held during synthesis, because all stacks share one JavaScript process.
var assemblies = struct {
	sync.Mutex
	made map[string]assembly
}{made: map[string]assembly{}}

// assembly is what a synthesis makes.
type assembly struct {
	folder, text string
	template     template // tests only read it
}

// synthesised is the assembly of a deployment with empty functions. Deployments with the same
// settings share it.
func synthesised(t *testing.T, s settings) assembly {
	t.Helper()
	assemblies.Lock()
	defer assemblies.Unlock()
	key := fmt.Sprintf("%+v", s)
	if _, made := assemblies.made[key]; !made {
		folder := synthesiseAgain(t, s)
		text := readText(t, folder, s)
		assemblies.made[key] = assembly{folder, text, parse(t, text)}
	}
	return assemblies.made[key]
}

// synthesiseAgain makes a template in a new folder, which TestMain removes. The test fails if a
// resource depends on itself, as a function with its stage's URL in the settings would, because
// CloudFormation refuses that.
func synthesiseAgain(t *testing.T, s settings) string {
	t.Helper()
	programs.KeepResultsOf("node") // by jsii
	folder, err := os.MkdirTemp("", "assembly-")
	if err != nil {
		t.Fatal(err)
	}
	app := awscdk.NewApp(&awscdk.AppProps{Outdir: &folder, AnalyticsReporting: new(false)})
	stack, err := newStack(app, s, stubsFor(t, s))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if p := recover(); p != nil {
			t.Fatalf("no template: %v", p)
		}
	}()
	assertions.Template_FromStack(stack, nil)
	return folder
}

// readText is the text of the template in a folder.
func readText(t *testing.T, folder string, s settings) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "Stint-"+s.Stage+".template.json"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func parse(t *testing.T, text string) template {
	t.Helper()
	var out template
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// ofType lists the resources of a type by their logical names.
func (tm template) ofType(kind string) map[string]cloud.Resource {
	all := map[string]cloud.Resource{}
	for name, r := range tm.Resources {
		if r.Type == kind {
			all[name] = r
		}
	}
	return all
}

// only is the single resource of a type.
func (tm template) only(t *testing.T, kind string) cloud.Resource {
	t.Helper()
	all := tm.ofType(kind)
	if len(all) != 1 {
		t.Fatalf("%d resources of type %s, want 1", len(all), kind)
	}
	for _, r := range all {
		return r
	}
	return cloud.Resource{}
}

// reference is the name in a {"Ref": name}.
func reference(value any) (string, bool) {
	object, _ := value.(map[string]any)
	name, ok := object["Ref"].(string)
	return name, ok
}

// flatten makes a string from a value, with references in braces.
func flatten(t *testing.T, value any) string {
	t.Helper()
	switch v := value.(type) {
	case string:
		return v
	case map[string]any:
		if name, ok := reference(v); ok {
			return "{" + name + "}"
		}
		if attribute, ok := v["Fn::GetAtt"].([]any); ok {
			return "{" + attribute[0].(string) + "." + attribute[1].(string) + "}"
		}
		if join, ok := v["Fn::Join"].([]any); ok {
			var text strings.Builder
			for _, part := range join[1].([]any) {
				text.WriteString(flatten(t, part))
			}
			return text.String()
		}
	}
	t.Fatalf("no text: %v", value)
	return ""
}

// environments are the settings of all functions, by the function's description.
func (tm template) environments(t *testing.T) map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]string{}
	for _, f := range tm.ofType("AWS::Lambda::Function") {
		variables := map[string]string{}
		for name, value := range f.Properties["Environment"].(map[string]any)["Variables"].(map[string]any) {
			variables[name] = flatten(t, value)
		}
		all[f.Properties["Description"].(string)] = variables
	}
	return all
}

func sorted(all []string) []string {
	slices.Sort(all)
	return all
}
