package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigateway"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatchactions"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssns"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssnssubscriptions"
)

// alarm is a CloudWatch alarm. Each alarm has a heading in docs/running.md that
// says what to do.
type alarm struct {
	id          string
	description string // one sentence for the person on duty
	metric      awscloudwatch.IMetric
	threshold   float64
	periods     float64 // consecutive periods of five minutes
}

// addMonitoring makes the alarms and the dashboard.
func (st *stack) addMonitoring(api awsapigateway.SpecRestApi, functions map[string]awslambda.Function,
	work backgroundWork) {
	topic := st.newAlarmTopic()
	for _, a := range append(st.listAlarms(api, work), st.attackAlarms(functions)...) {
		created := awscloudwatch.NewAlarm(st.root, new(a.id), &awscloudwatch.AlarmProps{
			AlarmDescription: new("Stint " + st.settings.Stage + ": " + a.description), Metric: a.metric,
			Threshold: new(a.threshold), ComparisonOperator: awscloudwatch.ComparisonOperator_GREATER_THAN_THRESHOLD,
			EvaluationPeriods: new(a.periods), TreatMissingData: awscloudwatch.TreatMissingData_NOT_BREACHING,
		})
		if topic != nil {
			created.AddAlarmAction(awscloudwatchactions.NewSnsAction(topic))
			created.AddOkAction(awscloudwatchactions.NewSnsAction(topic))
		}
	}
	st.addDashboard(api, functions, work)
}

// newAlarmTopic makes the topic that mails alarms. It is nil when no address is
// set.
func (st *stack) newAlarmTopic() awssns.Topic {
	if st.settings.AlarmMail == "" {
		return nil
	}
	topic := awssns.NewTopic(st.root, new("Alarms"), &awssns.TopicProps{DisplayName: new("Stint " + st.settings.Stage)})
	topic.AddSubscription(awssnssubscriptions.NewEmailSubscription(new(st.settings.AlarmMail), nil))
	return topic
}

func (st *stack) listAlarms(api awsapigateway.SpecRestApi, work backgroundWork) []alarm {
	return []alarm{
		{"ServerErrors", "more than 1 % of the requests fail by our own fault (5xx)", st.errorRate(api), 1, 3},
		{"SlowRequests", "one request in a hundred takes more than 5 seconds", api.MetricLatency(inFiveMinutes("p99")),
			5_000, 3},
		{"FunctionsThrottled", "Lambda refuses calls: the account is at its limit of functions at once",
			lambdaThrottlesMetric(), 0, 1},
		{"TableThrottled", "DynamoDB refuses reads or writes: a partition is hot, or the account is at its limit",
			st.tableThrottlesMetric(), 10, 2},
		{"WorkerErrors", "the worker fails: mail, jobs and clean-up wait",
			work.worker.MetricErrors(inFiveMinutes("Sum")), 2, 3},
		{"WorkerMissedCalls", "the worker could not be woken by the stream; the schedule does its work later",
			st.missedCallsMetric(work), 0, 1},
		{"DelivererErrors", "the deliverer fails: webhooks wait", work.deliverer.MetricErrors(inFiveMinutes("Sum")), 2, 3},
		{"WebhooksNotServed", "the deliverer cannot read or write what webhooks need", st.notServedMetric(work), 5, 3},
		{"WorkerPartsFailed", "the worker cannot tell of webhooks that were switched off, or of timers that run long",
			st.failedPartsMetric(work), 2, 3},
		{"WorkGivenUp", "background work was given up after days of tries", st.deadLettersMetric(work), 0, 1},
	}
}

// The thresholds of the alarms on attacks, in five minutes. A team of 200 stays far
// below them.
const (
	manyUnauthorized = 1_000
	manyRefused      = 1_000
	manyReuses       = 5
	manyMails        = 500
)

// attackAlarms are the alarms on surges that an attack makes. Without access logs,
// there is nothing to count 401 and 429 in.
func (st *stack) attackAlarms(functions map[string]awslambda.Function) []alarm {
	reused := st.countLines("RefreshReused", functions["account"].LogGroup(),
		`{ $.msg = "refresh token used again: session ended" }`)
	all := []alarm{
		{"RefreshReused", "refresh tokens are used again: somebody may be using stolen ones", reused, manyReuses, 1},
		{"MailVolume", "SES sends unusually much mail for this account and region", mailVolumeMetric(), manyMails, 1},
	}
	if st.accessLogs != nil {
		unauthorized := st.countLines("Unauthorized", st.accessLogs, `{ $.status = "401" }`)
		refused := st.countLines("Refused", st.accessLogs, `{ $.status = "429" }`)
		all = append(all,
			alarm{"ManyUnauthorized", "many requests have no valid credential (401)", unauthorized, manyUnauthorized, 1},
			alarm{"ManyRefused", "many requests are over a limit (429)", refused, manyRefused, 1})
	}
	return all
}
