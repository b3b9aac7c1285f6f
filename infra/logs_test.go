package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func TestTheGatewayLogsEveryRequestWithoutItsPath(t *testing.T) {
	tm := standardTemplate(t)
	setting := tm.only(t, "AWS::ApiGateway::Stage").Properties["AccessLogSetting"].(map[string]any)
	var line map[string]string
	if err := json.Unmarshal([]byte(setting["Format"].(string)), &line); err != nil {
		t.Fatal(err)
	}
	if line["request_id"] != "$context.requestId" || line["status"] != "$context.status" ||
		line["route"] != "$context.resourcePath" {
		t.Errorf("line %v", line)
	}
	for name, value := range line {
		if value == "$context.path" || strings.Contains(value, "authorizer") || strings.Contains(value, "header") {
			t.Errorf("%s may hold a token", name)
		}
	}
	if target := flatten(t, setting["DestinationArn"]); !strings.HasPrefix(target, "{AccessLogs") {
		t.Errorf("it is written to %s", target)
	}
}

func TestAccessLogsCanBeTurnedOff(t *testing.T) {
	tm := streamingTemplate(t)
	if n := len(tm.ofType("AWS::ApiGateway::Account")); n != 0 {
		t.Errorf("the account's role is set all the same")
	}
	if tm.only(t, "AWS::ApiGateway::Stage").Properties["AccessLogSetting"] != nil {
		t.Error("the stage logs without a role")
	}
}

func TestLogRetentionFollowsTheSetting(t *testing.T) {
	for days, tm := range map[float64]template{30: standardTemplate(t), 90: fullTemplate(t)} {
		groups := tm.ofType("AWS::Logs::LogGroup")
		if len(groups) != len(functionNames())+1 {
			t.Errorf("%d groups, want one for each function and the gateway", len(groups))
		}
		for name, g := range groups {
			if g.Properties["RetentionInDays"] != days {
				t.Errorf("%s is kept %v days, want %v", name, g.Properties["RetentionInDays"], days)
			}
		}
	}
}

func TestLogRetentionsMatchTheirDays(t *testing.T) {
	t.Parallel()
	for _, days := range logDays {
		if logRetentions[days] == "" {
			t.Errorf("%d days have no name", days)
		}
	}
}

func TestTracingAndMetricsAreSwitches(t *testing.T) {
	for on, tm := range map[bool]template{false: standardTemplate(t), true: fullTemplate(t)} {
		if got, _ := tm.only(t, "AWS::ApiGateway::Stage").Properties["TracingEnabled"].(bool); got {
			t.Error("the gateway traces, and its traces hold paths with tokens")
		}
		for name, f := range tm.ofType("AWS::Lambda::Function") {
			mode, _ := f.Properties["TracingConfig"].(map[string]any)
			if (mode["Mode"] == "Active") != on {
				t.Errorf("%s is traced: %v, want %v", name, mode, on)
			}
		}
		for function, variables := range tm.environments(t) {
			_, family, _ := strings.Cut(function, ": ")
			want := map[bool]string{false: "", true: "Stint/live"}[on]
			if variables["METRICS_NAMESPACE"] != want || variables["STINT_FAMILY"] != family {
				t.Errorf("%s counts in %q as %q", function, variables["METRICS_NAMESPACE"], variables["STINT_FAMILY"])
			}
		}
	}
}

func TestFirewallIsOptional(t *testing.T) {
	if n := len(standardTemplate(t).ofType("AWS::WAFv2::WebACL")); n != 0 {
		t.Errorf("%d firewalls by default", n)
	}
	tm := fullTemplate(t)
	var names []string
	for _, rule := range tm.only(t, "AWS::WAFv2::WebACL").Properties["Rules"].([]any) {
		names = append(names, rule.(map[string]any)["Name"].(string))
	}
	if got := strings.Join(names, " "); got != "PerAddress SignInsPerAddress AWSManagedRulesAmazonIpReputationList "+
		"AWSManagedRulesCommonRuleSet AWSManagedRulesKnownBadInputsRuleSet" {
		t.Errorf("rules %s", got)
	}
	association := tm.only(t, "AWS::WAFv2::WebACLAssociation").Properties
	if target := flatten(t, association["ResourceArn"]); !strings.Contains(target, "/stages/") {
		t.Errorf("it guards %s", target)
	}
}

// commonRules reads what the firewall's common rules do: the action of the group, and
// the rules that only count whatever the group does.
func commonRules(t *testing.T, tm template) (action string, counted []string) {
	t.Helper()
	for _, each := range tm.only(t, "AWS::WAFv2::WebACL").Properties["Rules"].([]any) {
		rule := each.(map[string]any)
		if rule["Name"] != "AWSManagedRulesCommonRuleSet" {
			continue
		}
		for action = range rule["OverrideAction"].(map[string]any) {
		}
		group := rule["Statement"].(map[string]any)["ManagedRuleGroupStatement"].(map[string]any)
		for _, override := range group["RuleActionOverrides"].([]any) {
			o := override.(map[string]any)
			if _, counts := o["ActionToUse"].(map[string]any)["Count"]; counts {
				counted = append(counted, o["Name"].(string))
			}
		}
	}
	return action, counted
}

// The common rules count first, so that an operator sees what they would refuse. They
// never refuse a body: descriptions may hold markup.
func TestCommonRulesCountFirstAndNeverRefuseBodies(t *testing.T) {
	if defaultSettings(t).CommonRules != "count" {
		t.Error("they block by default")
	}
	for want, s := range map[string]settings{"Count": fullSettings(t), "None": secondSettings(t)} {
		setting := s.CommonRules
		action, counted := commonRules(t, synthesised(t, s).template)
		if action != want {
			t.Errorf("%s: the group's action is %q, want %s", setting, action, want)
		}
		for _, rule := range []string{"SizeRestrictions_BODY", "CrossSiteScripting_BODY", "GenericLFI_BODY",
			"GenericRFI_BODY", "EC2MetaDataSSRF_BODY"} {
			if !slices.Contains(counted, rule) {
				t.Errorf("%s: %s refuses bodies", setting, rule)
			}
		}
	}
	if _, err := readSettings(map[string]any{"wafCommonRules": "off"}); err == nil {
		t.Error("off is taken")
	}
}
