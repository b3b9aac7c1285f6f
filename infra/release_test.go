package main

import (
	"strings"
	"testing"
)

// The template says which release it is. The functions that show a version are told, and no
// others, so that a release replaces no function whose bytes are the same.
func TestTheTemplateKnowsItsRelease(t *testing.T) {
	text := synthesised(t, fullSettings(t)).text
	if !strings.Contains(text, `"Version": "1.0.0"`) || !strings.Contains(text, `"Commit": "0123456789ab"`) {
		t.Error("the metadata lack the release")
	}
	tm := fullTemplate(t)
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
	for function, variables := range secondTemplate(t).environments(t) {
		if variables["STINT_VERSION"] != "1.0.0-b" {
			t.Errorf("%s has %q", function, variables["STINT_VERSION"])
		}
	}
}
