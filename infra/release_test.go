package main

import (
	"strings"
	"testing"
)

// released are the default settings of a release.
func released(t *testing.T, number string) settings {
	t.Helper()
	s := defaultSettings(t)
	s.Release = release{number, "0123456789ab"}
	return s
}

// The template says which release it is. The functions that show a version are told, and no
// others, so that a release replaces no function whose bytes are the same.
func TestTheTemplateKnowsItsRelease(t *testing.T) {
	text := synth(t, released(t, "1.0.0"))
	if !strings.Contains(text, `"Version": "1.0.0"`) || !strings.Contains(text, `"Commit": "0123456789ab"`) {
		t.Error("the metadata lack the release")
	}
	tm := parse(t, text)
	if output, _ := tm.Outputs["Version"].(map[string]any); output["Value"] != "1.0.0" {
		t.Errorf("output %v", tm.Outputs["Version"])
	}
	for function, variables := range tm.environments(t) {
		shows := strings.HasSuffix(function, ": meta") || strings.HasSuffix(function, ": mcp")
		if (variables["STINT_VERSION"] == "1.0.0") != shows || (variables["STINT_COMMIT"] == "0123456789ab") != shows {
			t.Errorf("%s has %q of %q", function, variables["STINT_VERSION"], variables["STINT_COMMIT"])
		}
	}
}

// What is deployed from a checkout is of no release, so that each commit replaces only what it changed.
func TestACheckoutIsOfNoRelease(t *testing.T) {
	tm := standardTemplate(t)
	if output, _ := tm.Outputs["Version"].(map[string]any); output["Value"] != "development" {
		t.Errorf("output %v", tm.Outputs["Version"])
	}
	for function, variables := range tm.environments(t) {
		if variables["STINT_VERSION"]+variables["STINT_COMMIT"] != "" {
			t.Errorf("%s has a version", function)
		}
	}
}

// The setting version goes to all functions: another value starts them again.
func TestTheSettingVersionGoesToAllFunctions(t *testing.T) {
	s := released(t, "1.0.0")
	s.Version = "1.0.0-b"
	for function, variables := range parse(t, synth(t, s)).environments(t) {
		if variables["STINT_VERSION"] != "1.0.0-b" {
			t.Errorf("%s has %q", function, variables["STINT_VERSION"])
		}
	}
}
