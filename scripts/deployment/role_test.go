package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const typesFile = "../../infra/testdata/types.txt"

var live = workflow{"example/stint", "production", "live", "hnb659fds"}

// printed is the template for a workflow.
func printed(t *testing.T, w workflow) string {
	t.Helper()
	var out bytes.Buffer
	if err := writeRole(&out, w, typesFile); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Every type of resources that the template may have has its permissions, and there are no others.
func TestEveryTypeHasPermissions(t *testing.T) {
	t.Parallel()
	known, err := readTypes(typesFile)
	if err != nil {
		t.Fatal(err)
	}
	for name := range permissions {
		if !strings.Contains("\n"+strings.Join(known, "\n")+"\n", "\n"+name+"\n") {
			t.Errorf("the template has no %s", name)
		}
	}
	file := filepath.Join(t.TempDir(), "types")
	if err := os.WriteFile(file, []byte("AWS::IAM::Role\nAWS::S3::Bucket\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := writeRole(new(bytes.Buffer), live, file); err == nil ||
		!strings.Contains(err.Error(), "known for AWS::S3::Bucket") {
		t.Errorf("error %v", err)
	}
}

// statement is a statement of a policy.
type statement struct {
	Action    any
	Resource  []any
	Condition map[string]any
}

// Only workflows of the repository's environment assume the role, and it can do nothing but deploy.
func TestTheRoleIsOfOneEnvironment(t *testing.T) {
	t.Parallel()
	text := printed(t, live)
	for _, want := range []string{`"token.actions.githubusercontent.com:sub": "repo:example/stint:environment:production"`,
		`"token.actions.githubusercontent.com:aud": "sts.amazonaws.com"`,
		`role/cdk-hnb659fds-deploy-role-${AWS::AccountId}-${AWS::Region}`, `function:stint-live-*`} {
		if !strings.Contains(text, want) {
			t.Errorf("the template has no %s", want)
		}
	}
	if strings.Contains(text, "STAGE") || strings.Contains(text, "REGION") || strings.Contains(text, "QUALIFIER") {
		t.Error("a pattern is not filled in")
	}
}

// No statement allows all actions of a service, and those on all resources change nothing without a condition, but
// for the deliveries of logs, which have no names.
func TestThePolicyIsNarrow(t *testing.T) {
	t.Parallel()
	var template struct {
		Resources map[string]struct {
			Properties struct {
				PolicyDocument struct{ Statement []statement }
			}
		}
	}
	if err := json.Unmarshal([]byte(printed(t, live)), &template); err != nil {
		t.Fatal(err)
	}
	var statements []statement
	for _, r := range template.Resources {
		statements = append(statements, r.Properties.PolicyDocument.Statement...)
		if text, err := json.Marshal(r.Properties.PolicyDocument); err != nil || len(text) > 6144 {
			t.Errorf("a policy has %d characters (%v)", len(text), err)
		}
	}
	if len(statements) < 20 {
		t.Errorf("%d statements", len(statements))
	}
	for _, s := range statements {
		for _, action := range s.Action.([]any) {
			name := action.(string)
			_, verb, _ := strings.Cut(name, ":")
			reads := strings.HasPrefix(verb, "Get") || strings.HasPrefix(verb, "List") || strings.HasPrefix(verb, "Describe")
			known := strings.Contains(verb, "LogDelivery") || verb == "PutResourcePolicy" || verb == "MountCapsule" ||
				strings.HasSuffix(verb, "agResource")
			if strings.Contains(name, "*") || s.Resource[0] == "*" && s.Condition == nil && !reads && !known {
				t.Errorf("%s on %v", name, s.Resource)
			}
		}
	}
}

func TestWrongNamesAreRefused(t *testing.T) {
	t.Parallel()
	for _, w := range []workflow{{}, {"stint", "p", "live", "q"}, {"a/b", "*", "live", "q"}, {"a/b", "p", "li ve", "q"},
		{"a/b:*", "p", "live", "q"}} {
		if err := writeRole(new(bytes.Buffer), w, typesFile); err != errRoleUsage {
			t.Errorf("%+v: error %v", w, err)
		}
	}
}
