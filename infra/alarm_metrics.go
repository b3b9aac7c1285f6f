package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigateway"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"

	"stint/shared/dynamo"
)

// fiveMinutes is the period of all metrics.
func fiveMinutes() awscdk.Duration { return awscdk.Duration_Minutes(new(5.0)) }

// inFiveMinutes is a statistic of a metric in each period.
func inFiveMinutes(statistic string) *awscloudwatch.MetricOptions {
	return &awscloudwatch.MetricOptions{Statistic: new(statistic), Period: fiveMinutes()}
}

// errorRate is the percentage of requests that end with 5xx. Up to two errors
// count as none, because a few requests at night make a large percentage.
func (st *stack) errorRate(api awsapigateway.SpecRestApi) awscloudwatch.IMetric {
	sum := inFiveMinutes("Sum")
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
