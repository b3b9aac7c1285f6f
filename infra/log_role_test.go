package main

import (
	"slices"
	"strings"
	"testing"

	cloud "stint/internal/template"
)

// API Gateway has one role for logs in an account and region. The first stage makes it
// and keeps it, and a second stage leaves it alone. So the removal of neither ends the
// logs of the other.
func TestSecondStageLeavesTheLogRoleAlone(t *testing.T) {
	first, second := standardTemplate(t), secondTemplate(t)
	for _, kind := range []string{"AWS::ApiGateway::Account", "AWS::IAM::Role"} {
		for name, r := range second.ofType(kind) {
			if kind == "AWS::ApiGateway::Account" || strings.HasPrefix(name, gatewayLogsRole) {
				t.Errorf("the second stage has its own %s", name)
			}
			if kind == "AWS::IAM::Role" && r.Properties["RoleName"] != nil {
				t.Errorf("%s has a fixed name, which the stages share", name)
			}
		}
	}
	if second.only(t, "AWS::ApiGateway::Stage").Properties["AccessLogSetting"] == nil {
		t.Error("the second stage does not log")
	}
	account := first.only(t, "AWS::ApiGateway::Account")
	role, _, _ := strings.Cut(strings.Trim(flatten(t, account.Properties["CloudWatchRoleArn"]), "{"), ".")
	for name, r := range map[string]cloud.Resource{"account": account, role: first.Resources[role]} {
		if r.DeletionPolicy != "Retain" || r.UpdateReplacePolicy != "Retain" {
			t.Errorf("%s goes with the first stage: %q", name, r.DeletionPolicy)
		}
	}
}

// An account that never had an API takes the role only after the first API. The stage
// is refused before the role is set.
func TestLogRoleIsSetBetweenAPIAndStage(t *testing.T) {
	tm := standardTemplate(t)
	for _, c := range []struct{ kind, before string }{
		{"AWS::ApiGateway::Account", "AWS::ApiGateway::RestApi"}, {"AWS::ApiGateway::Stage", "AWS::ApiGateway::Account"},
	} {
		var after []any
		switch all := tm.only(t, c.kind).DependsOn.(type) {
		case []any:
			after = all
		case string:
			after = []any{all}
		}
		for name := range tm.ofType(c.before) {
			if !slices.Contains(after, any(name)) {
				t.Errorf("%s depends on %v and not on %s", c.kind, after, name)
			}
		}
	}
}

func TestLogRoleIsASetting(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ stage, role, want string }{
		{"live", "", "stack"}, {"beta", "", "account"}, {"live", "account", "account"}, {"beta", "stack", "stack"},
	} {
		context := map[string]any{"stage": c.stage}
		if c.role != "" {
			context["accessLogRole"] = c.role
		}
		if s, err := readSettings(context); err != nil || s.AccessLogRole != c.want {
			t.Errorf("%v: %s, %v, want %s", context, s.AccessLogRole, err, c.want)
		}
	}
	if _, err := readSettings(map[string]any{"accessLogRole": "arn:aws:iam::1:role/x"}); err == nil {
		t.Error("an ARN is taken")
	}
}
