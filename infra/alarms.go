package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigateway"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatchactions"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssns"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssnssubscriptions"

	"stint/shared/dynamo"
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

// fiveMinutes is the period of all metrics.
func fiveMinutes() awscdk.Duration { return awscdk.Duration_Minutes(new(5.0)) }

func (st *stack) listAlarms(api awsapigateway.SpecRestApi, work backgroundWork) []alarm {
	return []alarm{
		{"ServerErrors", "more than 1 % of the requests fail by our own fault (5xx)", st.errorRate(api), 1, 3},
		{"SlowRequests", "one request in a hundred takes more than 5 seconds", api.MetricLatency(&awscloudwatch.MetricOptions{
			Statistic: new("p99"), Period: fiveMinutes(),
		}), 5_000, 3},
		{"FunctionsThrottled", "Lambda refuses calls: the account is at its limit of functions at once",
			lambdaThrottlesMetric(), 0, 1},
		{"TableThrottled", "DynamoDB refuses reads or writes: a partition is hot, or the account is at its limit",
			st.tableThrottlesMetric(), 10, 2},
		{"WorkerErrors", "the worker fails: mail, jobs and clean-up wait",
			work.worker.MetricErrors(&awscloudwatch.MetricOptions{
				Statistic: new("Sum"), Period: fiveMinutes(),
			}), 2, 3},
		{"WorkerMissedCalls", "the worker could not be woken by the stream; the schedule does its work later",
			st.missedCallsMetric(work), 0, 1},
		{"DelivererErrors", "the deliverer fails: webhooks wait", work.deliverer.MetricErrors(&awscloudwatch.MetricOptions{
			Statistic: new("Sum"), Period: fiveMinutes(),
		}), 2, 3},
		{"WebhooksNotServed", "the deliverer cannot read or write what webhooks need", st.notServedMetric(work), 5, 3},
		{"WorkerPartsFailed", "the worker cannot tell of webhooks that were switched off, or of timers that run long",
			st.failedPartsMetric(work), 2, 3},
		{"WorkGivenUp", "background work was given up after days of tries", st.deadLettersMetric(work), 0, 1},
	}
}

// errorRate is the percentage of requests that end with 5xx. Up to two errors
// count as none, because a few requests at night make a large percentage.
func (st *stack) errorRate(api awsapigateway.SpecRestApi) awscloudwatch.IMetric {
	sum := &awscloudwatch.MetricOptions{Statistic: new("Sum"), Period: fiveMinutes()}
	return awscloudwatch.NewMathExpression(&awscloudwatch.MathExpressionProps{
		Expression: new("IF(errors > 2, 100 * errors / requests, 0)"), Label: new("5xx in %"), Period: fiveMinutes(),
		UsingMetrics: &map[string]awscloudwatch.IMetric{"errors": api.MetricServerError(sum),
			"requests": api.MetricCount(sum)},
	})
}

// lambdaThrottlesMetric counts the calls that Lambda refuses in the whole account
// and region, because the limit applies to both.
func lambdaThrottlesMetric() awscloudwatch.IMetric {
	return awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
		Namespace: new("AWS/Lambda"), MetricName: new("Throttles"), Statistic: new("Sum"), Period: fiveMinutes(),
	})
}

// tableThrottlesMetric sums the reads and writes that the table and its indexes
// refuse.
func (st *stack) tableThrottlesMetric() awscloudwatch.IMetric {
	using := map[string]awscloudwatch.IMetric{}
	terms := ""
	watched := []string{""}
	for _, index := range dynamo.Schema().Indexes {
		if !index.Local { // a local index shares the table's throughput
			watched = append(watched, index.Name)
		}
	}
	for i, index := range watched {
		for j, name := range []string{"ReadThrottleEvents", "WriteThrottleEvents"} {
			id := string(rune('a' + 2*i + j))
			using[id] = st.tableMetric(name, index)
			if terms != "" {
				terms += " + "
			}
			terms += "FILL(" + id + ", 0)"
		}
	}
	return awscloudwatch.NewMathExpression(&awscloudwatch.MathExpressionProps{
		Expression: new(terms), Label: new("throttled"), Period: fiveMinutes(), UsingMetrics: &using,
	})
}

// tableMetric is a metric of the table, or of one of its indexes.
func (st *stack) tableMetric(name, index string) awscloudwatch.Metric {
	dimensions := map[string]*string{"TableName": new(st.table.name)}
	if index != "" {
		dimensions["GlobalSecondaryIndexName"] = new(index)
	}
	return awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
		Namespace: new("AWS/DynamoDB"), MetricName: new(name), DimensionsMap: &dimensions, Statistic: new("Sum"),
		Period: fiveMinutes(),
	})
}

func (st *stack) missedCallsMetric(work backgroundWork) awscloudwatch.IMetric {
	return awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
		Namespace: new("AWS/SQS"), MetricName: new("ApproximateNumberOfMessagesVisible"),
		DimensionsMap: &map[string]*string{"QueueName": work.missedQueue.AttrQueueName()}, Statistic: new("Maximum"),
		Period: fiveMinutes(),
	})
}

// notServedMetric counts the deliverer's log lines about webhooks that it could not serve. One
// webhook does not make its call fail, because the others are served. A receiver that fails is
// not among them.
func (st *stack) notServedMetric(work backgroundWork) awscloudwatch.IMetric {
	return st.countLines("WebhooksNotServed", work.deliverer.LogGroup(), `{ $.msg = "a webhook could not be served" }`)
}

// failedPartsMetric counts the worker's log lines about parts of its runs that failed. They do
// not make its call fail, because the work in the queue is done.
func (st *stack) failedPartsMetric(work backgroundWork) awscloudwatch.IMetric {
	return st.countLines("WorkerPartsFailed", work.worker.LogGroup(), `{ $.msg = "a part of the worker failed" }`)
}

// deadLettersMetric counts the worker's log lines about work that was given up.
func (st *stack) deadLettersMetric(work backgroundWork) awscloudwatch.IMetric {
	return st.countLines("WorkGivenUp", work.worker.LogGroup(), `{ $.msg = "work given up" }`)
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

// countLines counts the log lines that match a pattern, in a metric of the stage.
func (st *stack) countLines(name string, logs awslogs.ILogGroup, pattern string) awscloudwatch.IMetric {
	awslogs.NewMetricFilter(st.root, new(name+"Lines"), &awslogs.MetricFilterProps{
		LogGroup: logs, FilterPattern: awslogs.FilterPattern_Literal(new(pattern)),
		MetricNamespace: new(st.settings.namespace()), MetricName: new(name), MetricValue: new("1"),
	})
	return awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
		Namespace: new(st.settings.namespace()), MetricName: new(name), Statistic: new("Sum"), Period: fiveMinutes(),
	})
}

// mailVolumeMetric counts the mails of the whole account and region, which is how SES
// counts them.
func mailVolumeMetric() awscloudwatch.IMetric {
	return awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
		Namespace: new("AWS/SES"), MetricName: new("Send"), Statistic: new("Sum"), Period: fiveMinutes(),
	})
}
