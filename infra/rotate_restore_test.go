package main

import (
	"slices"
	"strings"
	"testing"

	"stint/shared/config"
)

// The first signing key signs, and tokens that the others signed are accepted.
func TestSigningKeyRotationKeepsSessions(t *testing.T) {
	tm := secondTemplate(t)
	for function, variables := range tm.environments(t) {
		if _, err := config.Read(func(name string) string { return deployedValue(variables[name]) }); err != nil {
			t.Errorf("%s: %v", function, err)
		}
		if got := suffix.ReplaceAllString(variables["SIGNING_KEY"], ""); got != "{SigningKey2.Arn} {SigningKey.Arn}" {
			t.Errorf("%s: SIGNING_KEY %s", function, got)
		}
	}
	for role, statements := range policies(t, tm) {
		for _, st := range statements {
			if slices.Contains(st.actions, "kms:Sign") && (len(st.resources) != 1 ||
				!strings.HasPrefix(st.resources[0], "{SigningKey2")) {
				t.Errorf("%s signs with %v", role, st.resources)
			}
			if slices.Contains(st.actions, "kms:GetPublicKey") && len(st.resources) != 2 {
				t.Errorf("%s reads the public parts of %v", role, st.resources)
			}
		}
	}
	for name := range standardTemplate(t).ofType("AWS::KMS::Key") {
		if _, kept := tm.Resources[name]; !kept {
			t.Errorf("%s changed its name, which would make another key", name)
		}
	}
}

func TestRestoredTableReplacesTheOwn(t *testing.T) {
	tm := secondTemplate(t)
	for function, variables := range tm.environments(t) {
		if variables["TABLE_NAME"] != "Stint-restored" {
			t.Errorf("%s uses %s", function, variables["TABLE_NAME"])
		}
	}
	for role, statements := range policies(t, tm) {
		for _, st := range statements {
			if strings.HasPrefix(st.actions[0], "dynamodb:") && st.actions[0] != "dynamodb:ListStreams" &&
				!strings.Contains(strings.Join(st.resources, " "), "table/Stint-restored") {
				t.Errorf("%s may %v on %v", role, st.actions, st.resources)
			}
		}
	}
	for _, function := range []string{"Worker", "Deliverer"} {
		if source := named(t, tm, "AWS::Lambda::EventSourceMapping", function)["EventSourceArn"]; source != restoredStream {
			t.Errorf("%s is woken by %v", function, source)
		}
	}
	if own := tm.only(t, "AWS::DynamoDB::Table"); own.DeletionPolicy != "Retain" {
		t.Error("the stack's own table goes")
	}
}

func TestRotationAndRestoreSettingsAreChecked(t *testing.T) {
	t.Parallel()
	for _, given := range []map[string]any{
		{"restoredTable": "Stint-restored"}, {"restoredTableStream": restoredStream},
		{"restoredTable": "Another", "restoredTableStream": restoredStream},
		{"restoredTable": "a b", "restoredTableStream": restoredStream},
		{"signingKeys": ""}, {"signingKeys": "1 1"}, {"signingKeys": "0"}, {"signingKeys": "1 2 3 4"}, {"signingKeys": "one"},
	} {
		if _, err := readSettings(given); err == nil {
			t.Errorf("%v is taken", given)
		}
	}
	if s, err := readSettings(map[string]any{"signingKeys": "2 1", "restoredTable": "Stint-restored",
		"restoredTableStream": restoredStream}); err != nil || !slices.Equal(s.SigningKeys, []int{2, 1}) {
		t.Errorf("settings %+v, %v", s, err)
	}
}
