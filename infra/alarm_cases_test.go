package main

import "testing"

// alarmCases are made-up metrics for each alarm: those at which it fires, and those at
// which it does not.
var alarmCases = map[string]struct{ fires, quiet []series }{
	"ServerErrors": {
		fires: []series{
			{"Sum 5XXError": {3, 3, 3}, "Sum Count": {100, 100, 299}},
			{"Sum 5XXError": {0, 5, 5, 5}, "Sum Count": {9, 5, 5, 5}},
		},
		quiet: []series{
			{"Sum 5XXError": {2, 2, 2}, "Sum Count": {2, 2, 2}},                // a few requests at night
			{"Sum 5XXError": {10, 10, 10}, "Sum Count": {1000, 1000, 1000}},    // exactly one in a hundred
			{"Sum 5XXError": {50, 0, 50}, "Sum Count": {100, 100, 100}},        // not for 15 minutes
			{"Sum 5XXError": {50, 50, 50, 0}, "Sum Count": {100, 100, 100, 9}}, // over
			{"Sum 5XXError": {50, 50}, "Sum Count": {100, 100}},                // since ten minutes
		},
	},
	"SlowRequests": {
		fires: []series{{"p99 Latency": {5001, 9000, 5001}}},
		quiet: []series{{"p99 Latency": {5000, 5000, 5000}}, {"p99 Latency": {9000, 100, 9000}},
			{"p50 Latency": {9000, 9000, 9000}}},
	},
	"FunctionsThrottled": {
		fires: []series{{"Sum Throttles": {1}}, {"Sum Throttles": {0, 0, 7}}},
		quiet: []series{{"Sum Throttles": {0}}, {"Sum Throttles": {9, 0}}},
	},
	"TableThrottled": {
		fires: []series{
			{"Sum ReadThrottleEvents": {11, 11}},
			{"Sum WriteThrottleEvents by_ws": {11, 11}},
			{"Sum ReadThrottleEvents": {6, 6}, "Sum WriteThrottleEvents by_proj": {5, 5}},
		},
		quiet: []series{
			{"Sum ReadThrottleEvents": {10, 10}},
			{"Sum ReadThrottleEvents": {500, 0}, "Sum WriteThrottleEvents": {0, 0}},
			{"Sum ReadThrottleEvents": {500}},
		},
	},
	"WorkerErrors": {
		fires: []series{{"Sum Errors": {3, 3, 3}}},
		quiet: []series{{"Sum Errors": {2, 2, 2}}, {"Sum Errors": {9, 9, 0}}},
	},
	"WorkerMissedCalls": {
		fires: []series{{"Maximum ApproximateNumberOfMessagesVisible": {1}}},
		quiet: []series{{"Maximum ApproximateNumberOfMessagesVisible": {0}}},
	},
	"DelivererErrors": {
		fires: []series{{"Sum Errors": {3, 3, 3}}},
		quiet: []series{{"Sum Errors": {2, 2, 2}}, {"Sum Errors": {9, 9, 0}}},
	},
	"WebhooksNotServed": {
		fires: []series{{"Sum WebhooksNotServed": {6, 6, 6}}},
		quiet: []series{{"Sum WebhooksNotServed": {5, 5, 5}}, {"Sum WebhooksNotServed": {60, 60, 0}}},
	},
	"WorkerPartsFailed": {
		fires: []series{{"Sum WorkerPartsFailed": {3, 3, 3}}},
		quiet: []series{{"Sum WorkerPartsFailed": {2, 2, 2}}, {"Sum WorkerPartsFailed": {9, 9, 0}}},
	},
	"WorkGivenUp":      surge("Sum WorkGivenUp", 0),
	"RefreshReused":    surge("Sum RefreshReused", 5),
	"MailVolume":       surge("Sum Send", 500),
	"ManyUnauthorized": surge("Sum Unauthorized", 1000),
	"ManyRefused":      surge("Sum Refused", 1000),
}

// surge are the cases of an alarm that fires when a sum of five minutes is above a bound.
func surge(metric string, bound float64) struct{ fires, quiet []series } {
	return struct{ fires, quiet []series }{
		fires: []series{{metric: {bound + 1}}, {metric: {0, bound + 1}}},
		quiet: []series{{metric: {bound}}, {metric: {bound + 1, 0}}, {metric: {bound, bound, bound}}},
	}
}

func TestAlarmsFireWhenTheyShould(t *testing.T) {
	seen := map[string]bool{}
	for name, a := range standardTemplate(t).ofType("AWS::CloudWatch::Alarm") {
		name = suffix.ReplaceAllString(name, "")
		seen[name] = true
		cases := alarmCases[name]
		if len(cases.fires) == 0 || len(cases.quiet) == 0 {
			t.Errorf("%s has no case", name)
		}
		for want, all := range map[bool][]series{true: cases.fires, false: append(cases.quiet, series{})} {
			for _, s := range all {
				if got := fires(t, a.Properties, s); got != want {
					t.Errorf("%s at %v: fires %v, want %v", name, s, got, want)
				}
			}
		}
	}
	for name := range alarmCases {
		if !seen[name] {
			t.Errorf("there is no alarm %s", name)
		}
	}
}
