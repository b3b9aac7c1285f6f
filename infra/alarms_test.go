package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stint/internal/testkit"
)

// The name of every alarm is a heading of the runbook.
func TestEveryAlarmHasARunbookSection(t *testing.T) {
	runbook, err := os.ReadFile("../docs/running.md")
	if err != nil {
		t.Fatal(err)
	}
	alarms := standardTemplate(t).ofType("AWS::CloudWatch::Alarm")
	if len(alarms) != 14 {
		t.Errorf("%d alarms, want 14", len(alarms))
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
	tm := fullTemplate(t)
	if s := tm.only(t, "AWS::SNS::Subscription").Properties; s["Endpoint"] != "ops@example.com" ||
		s["Protocol"] != "email" {
		t.Errorf("subscription %v", s)
	}
	for name, a := range tm.ofType("AWS::CloudWatch::Alarm") {
		for _, when := range []string{"AlarmActions", "OKActions"} {
			if actions, _ := a.Properties[when].([]any); len(actions) != 1 ||
				!strings.HasPrefix(flatten(t, actions[0]), "{Alarms") {
				t.Errorf("%s: %s %v", name, when, a.Properties[when])
			}
		}
	}
}

// The filters on logs match the lines that the functions write.
func TestLogFiltersMatchTheLogs(t *testing.T) {
	sources := map[string][]string{
		"WorkGivenUp":       testkit.Sources(t, filepath.Join("..", "functions", "worker")),
		"WorkerPartsFailed": testkit.Sources(t, filepath.Join("..", "functions", "worker")),
		"WebhooksNotServed": testkit.Sources(t, filepath.Join("..", "functions", "deliverer")),
		"RefreshReused":     testkit.Sources(t, filepath.Join("..", "functions", "account")),
	}
	for name, filter := range standardTemplate(t).ofType("AWS::Logs::MetricFilter") {
		pattern := filter.Properties["FilterPattern"].(string)
		if regexp.MustCompile(`^\{ \$\.status = "4\d\d" \}$`).MatchString(pattern) && accessLogFields["status"] != "" {
			continue
		}
		said := regexp.MustCompile(`^\{ \$\.msg = "([^"]+)" \}$`).FindStringSubmatch(pattern)
		metric := filter.Properties["MetricTransformations"].([]any)[0].(map[string]any)["MetricName"].(string)
		if said == nil || !slices.ContainsFunc(sources[metric],
			func(file string) bool { return strings.Contains(file, `"`+said[1]+`"`) }) {
			t.Errorf("%s: nothing logs what %s looks for", name, pattern)
		}
	}
}

// Without access logs there are no alarms on statuses.
func TestStatusAlarmsNeedAccessLogs(t *testing.T) {
	if n := len(streamingTemplate(t).ofType("AWS::CloudWatch::Alarm")); n != 12 {
		t.Errorf("%d alarms, want 12", n)
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
		want := "by_change ReadThrottleEvents,by_change WriteThrottleEvents,by_proj ReadThrottleEvents,by_proj " +
			"WriteThrottleEvents,by_ws ReadThrottleEvents,by_ws WriteThrottleEvents,the table ReadThrottleEvents,the table " +
			"WriteThrottleEvents"
		if all := strings.Join(slices.Sorted(maps.Keys(got)), ","); all != want {
			t.Errorf("watched: %s", all)
		}
	}
}

func TestTheDashboardShowsEveryFunction(t *testing.T) {
	for _, tm := range []template{standardTemplate(t), fullTemplate(t)} {
		body := flatten(t, tm.only(t, "AWS::CloudWatch::Dashboard").Properties["DashboardBody"])
		for name := range tm.ofType("AWS::Lambda::Function") {
			if !strings.Contains(body, "{"+name+"}") {
				t.Errorf("%s is not on it", name)
			}
		}
	}
}

// metricKey is what CloudWatch counts as one metric: the namespace, the name and the
// dimensions.
func metricKey(t *testing.T, parts []any) string {
	t.Helper()
	var all []string
	for _, part := range parts {
		if text, ok := part.(string); ok {
			all = append(all, text)
		} else if _, options := part.(map[string]any); !options {
			t.Errorf("part %v", part)
		}
	}
	return strings.Join(all, " ")
}

// dashboardMetrics are the metrics that the dashboard shows.
func dashboardMetrics(t *testing.T, tm template) map[string]bool {
	t.Helper()
	var body struct {
		Widgets []struct{ Properties struct{ Metrics [][]any } }
	}
	if err := json.Unmarshal([]byte(flatten(t, tm.only(t, "AWS::CloudWatch::Dashboard").Properties["DashboardBody"])),
		&body); err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	for _, widget := range body.Widgets {
		for _, metric := range widget.Properties.Metrics {
			if key := metricKey(t, metric); key != "" { // a formula has only options
				all[key] = true
			}
		}
	}
	return all
}

// alarmMetrics are the metrics that alarms read.
func alarmMetrics(t *testing.T, tm template) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for _, a := range tm.ofType("AWS::CloudWatch::Alarm") {
		read := []map[string]any{a.Properties}
		metrics, _ := a.Properties["Metrics"].([]any)
		for _, each := range metrics {
			if stat, ok := each.(map[string]any)["MetricStat"].(map[string]any); ok {
				read = append(read, stat["Metric"].(map[string]any))
			}
		}
		for _, m := range read {
			if m["MetricName"] == nil {
				continue
			}
			parts := []any{m["Namespace"], m["MetricName"]}
			dimensions, _ := m["Dimensions"].([]any)
			for _, d := range dimensions {
				parts = append(parts, d.(map[string]any)["Name"], flatten(t, d.(map[string]any)["Value"]))
			}
			all[metricKey(t, parts)] = true
		}
	}
	return all
}

// The dashboard is free up to 50 metrics. Those of the alarms are counted too, so that
// they can be added to it.
func TestTheDashboardIsFree(t *testing.T) {
	tm := standardTemplate(t)
	all := dashboardMetrics(t, tm)
	shown := len(all)
	maps.Copy(all, alarmMetrics(t, tm))
	if shown < 25 || len(all) <= shown || len(all) > freeDashboardMetrics {
		t.Errorf("the dashboard shows %d metrics, %d with those of the alarms, want %d at most:\n%s",
			shown, len(all), freeDashboardMetrics, strings.Join(slices.Sorted(maps.Keys(all)), "\n"))
	}
	if n := len(tm.ofType("AWS::CloudWatch::Dashboard")); n != 1 {
		t.Errorf("%d dashboards", n)
	}
}

// With metrics by family the dashboard costs, and the page of costs says so.
func TestTheCostOfTheDashboardIsOnThePage(t *testing.T) {
	page, err := os.ReadFile("../docs/cost.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(dashboardMetrics(t, fullTemplate(t))); n > freeDashboardMetrics &&
		!strings.Contains(string(page), "3 for the dashboard, which then has more than 50 metrics") {
		t.Errorf("a dashboard of %d metrics is not on the page", n)
	}
	if n := len(alarmMetrics(t, standardTemplate(t))); n != 22 {
		t.Errorf("alarms read %d metrics; scripts/cost/prices.go says 22", n)
	}
}
