package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stint/internal/testkit"
)

// monitoredTemplate is the template with alarms, metrics, tracing and the firewall.
func monitoredTemplate(t *testing.T) template {
	t.Helper()
	s := defaultSettings(t)
	s.AlarmMail, s.Metrics, s.Tracing, s.Firewall, s.LogDays = "ops@example.com", true, true, true, 90
	return parse(t, synth(t, s))
}

// The name of every alarm is a heading of the runbook.
func TestEveryAlarmHasARunbookSection(t *testing.T) {
	runbook, err := os.ReadFile("../docs/running.md")
	if err != nil {
		t.Fatal(err)
	}
	alarms := standardTemplate(t).ofType("AWS::CloudWatch::Alarm")
	if len(alarms) != 11 {
		t.Errorf("%d alarms, want 11", len(alarms))
	}
	for name := range alarms {
		if heading := "\n### " + suffix.ReplaceAllString(name, "") + "\n"; !strings.Contains(string(runbook), heading) {
			t.Errorf("the runbook has no heading %q", strings.TrimSpace(heading))
		}
	}
}

func TestMissingDataRaisesNoAlarm(t *testing.T) {
	for name, a := range standardTemplate(t).ofType("AWS::CloudWatch::Alarm") {
		if a.Properties["TreatMissingData"] != "notBreaching" || a.Properties["AlarmActions"] != nil {
			t.Errorf("%s: missing data %v, actions %v", name, a.Properties["TreatMissingData"], a.Properties["AlarmActions"])
		}
	}
}

func TestAlarmsAreMailed(t *testing.T) {
	tm := monitoredTemplate(t)
	if s := tm.only(t, "AWS::SNS::Subscription").Properties; s["Endpoint"] != "ops@example.com" || s["Protocol"] != "email" {
		t.Errorf("subscription %v", s)
	}
	for name, a := range tm.ofType("AWS::CloudWatch::Alarm") {
		for _, when := range []string{"AlarmActions", "OKActions"} {
			if actions, _ := a.Properties[when].([]any); len(actions) != 1 || !strings.HasPrefix(flatten(t, actions[0]), "{Alarms") {
				t.Errorf("%s: %s %v", name, when, a.Properties[when])
			}
		}
	}
}

// The filters on logs match the lines that the functions write.
func TestLogFiltersMatchTheLogs(t *testing.T) {
	sources := map[string][]string{
		"WorkGivenUp":   testkit.Sources(t, filepath.Join("..", "functions", "worker")),
		"RefreshReused": testkit.Sources(t, filepath.Join("..", "functions", "account")),
	}
	for name, filter := range standardTemplate(t).ofType("AWS::Logs::MetricFilter") {
		pattern := filter.Properties["FilterPattern"].(string)
		if regexp.MustCompile(`^\{ \$\.status = "4\d\d" \}$`).MatchString(pattern) && accessLogFields["status"] != "" {
			continue
		}
		said := regexp.MustCompile(`^\{ \$\.msg = "([^"]+)" \}$`).FindStringSubmatch(pattern)
		metric := filter.Properties["MetricTransformations"].([]any)[0].(map[string]any)["MetricName"].(string)
		if said == nil || !slices.ContainsFunc(sources[metric], func(file string) bool { return strings.Contains(file, `"`+said[1]+`"`) }) {
			t.Errorf("%s: nothing logs what %s looks for", name, pattern)
		}
	}
}

// Without access logs there are no alarms on statuses.
func TestStatusAlarmsNeedAccessLogs(t *testing.T) {
	s := defaultSettings(t)
	s.AccessLogs = false
	if n := len(parse(t, synth(t, s)).ofType("AWS::CloudWatch::Alarm")); n != 9 {
		t.Errorf("%d alarms, want 9", n)
	}
}

func TestEveryIndexIsWatchedForThrottling(t *testing.T) {
	for name, a := range standardTemplate(t).ofType("AWS::CloudWatch::Alarm") {
		if !strings.HasPrefix(name, "TableThrottled") {
			continue
		}
		got := map[string]bool{}
		for _, each := range a.Properties["Metrics"].([]any) {
			stat, _ := each.(map[string]any)["MetricStat"].(map[string]any)
			if stat == nil {
				continue
			}
			metric := stat["Metric"].(map[string]any)
			index := "the table"
			for _, d := range metric["Dimensions"].([]any) {
				if dimension := d.(map[string]any); dimension["Name"] == "GlobalSecondaryIndexName" {
					index = dimension["Value"].(string)
				}
			}
			got[index+" "+metric["MetricName"].(string)] = true
		}
		want := "by_proj ReadThrottleEvents,by_proj WriteThrottleEvents,by_ws ReadThrottleEvents,by_ws WriteThrottleEvents,the table ReadThrottleEvents,the table WriteThrottleEvents"
		if all := strings.Join(slices.Sorted(maps.Keys(got)), ","); all != want {
			t.Errorf("watched: %s", all)
		}
	}
}

func TestTheDashboardShowsEveryFunction(t *testing.T) {
	for _, tm := range []template{standardTemplate(t), monitoredTemplate(t)} {
		body := flatten(t, tm.only(t, "AWS::CloudWatch::Dashboard").Properties["DashboardBody"])
		for name := range tm.ofType("AWS::Lambda::Function") {
			if !strings.Contains(body, "{"+name+"}") {
				t.Errorf("%s is not on it", name)
			}
		}
	}
}
