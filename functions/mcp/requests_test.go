package mcp_test

import (
	"embed"
	"encoding/json"
	"io/fs"
	"maps"
	"slices"
	"testing"

	"github.com/oasdiff/yaml"
)

// scenario is an everyday request of a person, with the calls by which an agent serves it.
// testdata/requests/README.md explains the files that list the scenarios.
type scenario struct {
	Says       string              // the request
	Person     string              // whose agent it is; ana, if absent
	Access     string              // of the agent's key; time, if absent
	Now        string              // local time; Wednesday, 2026-06-17 14:00, if absent
	Timezone   string              // of the workspace; Europe/Berlin, if absent
	Before     map[string][]string // records of people
	Calls      []step
	Afterwards map[string][]string // all records of those people; those of others stay as they were
}

// step is a call, or what happens between two calls.
type step struct {
	Tool    string
	With    object
	Person  string // whose agent calls, if it is another one
	Access  string
	Answers object              // what stands at paths of the answer; null is nothing
	Fails   object              // the same of a failure
	Between map[string][]string // what people make between two calls
	Wait    string
}

// strictly refuses properties that no scenario has.
func strictly(d *json.Decoder) *json.Decoder {
	d.DisallowUnknownFields()
	return d
}

// scenarioFiles are a part of the test program, so that Go keeps its results in other checkouts, too.
//
//go:embed testdata/requests/*.yaml
var scenarioFiles embed.FS

// readScenarios reads all scenarios, in the order of the files.
func readScenarios(t *testing.T) (all []scenario) {
	t.Helper()
	files, err := fs.Glob(scenarioFiles, "testdata/requests/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		text, err := scenarioFiles.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var some []scenario
		if _, err = yaml.Unmarshal(text, &some, yaml.DecodeOpts{DisableTimestamps: true}, strictly); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, some...)
	}
	return all
}

// An agent serves what people ask of it every day.
func TestEverydayRequests(t *testing.T) {
	t.Parallel()
	for _, s := range readScenarios(t) {
		t.Run(s.Says, func(t *testing.T) {
			t.Parallel()
			got := play(t, s, nil)
			for _, complaint := range got.complaints(s) {
				t.Error(complaint)
			}
			if !t.Failed() {
				got.checkThatAllCounts(t, s)
			}
		})
	}
}

// The list has at least thirty requests, each once, and uses every tool.
func TestTheListIsWhole(t *testing.T) {
	t.Parallel()
	all := readScenarios(t)
	says, tools := map[string]bool{}, map[string]bool{}
	for _, s := range all {
		if says[s.Says] || len(s.Calls) == 0 {
			t.Errorf("%q is there twice, or has no calls", s.Says)
		}
		says[s.Says] = true
		for _, c := range s.Calls {
			tools[c.Tool] = true
		}
	}
	delete(tools, "") // steps between calls
	list := newAgent(newWorkspace(t), "read").send("tools/list", object{}).OK()
	for _, tool := range at(list, "result.tools").([]any) {
		name := at(tool, "name").(string)
		if !tools[name] {
			t.Errorf("no request uses %s", name)
		}
		delete(tools, name)
	}
	if len(all) < 30 || len(tools) > 0 {
		t.Errorf("%d requests; unknown tools %v", len(all), slices.Collect(maps.Keys(tools)))
	}
}
