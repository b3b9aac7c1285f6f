package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
)

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
	reused := st.countLines("RefreshReused", functions["account"].LogGroup(), `{ $.msg = "refresh token used again: session ended" }`)
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
