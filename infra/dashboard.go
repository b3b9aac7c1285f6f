package main

import (
	"maps"
	"slices"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigateway"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"

	"stint/functions"
)

// freeDashboardMetrics is how many metrics a dashboard may show without costing
// anything. With the metrics of requests by family it shows more, and costs.
const freeDashboardMetrics = 50

// addDashboard makes the dashboard: first what users notice, then the possible
// causes. Every function has a metric of its failed calls. Only functions that may
// take long have one of their time, because the time of all would make the dashboard
// cost; the log has it by route. The log also has the requests that were refused, and the metrics of requests by family
// show them.
func (st *stack) addDashboard(api awsapigateway.SpecRestApi, lambdas map[string]awslambda.Function,
	work backgroundWork) {
	sum := inFiveMinutes("Sum")
	board := awscloudwatch.NewDashboard(st.root, new("Dashboard"),
		&awscloudwatch.DashboardProps{DashboardName: new("Stint-" + st.settings.Stage)})
	board.AddWidgets(
		graph("Requests", api.MetricCount(sum), api.MetricServerError(sum)),
		graph("Latency in ms", api.MetricLatency(inFiveMinutes("p50")), api.MetricLatency(inFiveMinutes("p99"))),
	)
	var errors, durations []awscloudwatch.IMetric
	for _, name := range slices.Sorted(maps.Keys(lambdas)) {
		label := &awscloudwatch.MetricOptions{Statistic: new("Sum"), Period: fiveMinutes(), Label: new(name)}
		errors = append(errors, lambdas[name].MetricErrors(label))
		if functions.IsLong(name) {
			durations = append(durations, lambdas[name].MetricDuration(&awscloudwatch.MetricOptions{
				Statistic: new("p99"), Period: fiveMinutes(), Label: new(name),
			}))
		}
	}
	board.AddWidgets(graph("Failed calls by function", errors...),
		graph("Slowest hundredth of long functions in ms", durations...))
	if st.settings.Metrics {
		board.AddWidgets(graph("Requests refused by family", st.familyMetrics(lambdas, "refused")...),
			graph("Requests failed by family", st.familyMetrics(lambdas, "failed")...))
	}
	board.AddWidgets(
		graph("Table: units used", st.tableMetric("ConsumedReadCapacityUnits", ""),
			st.tableMetric("ConsumedWriteCapacityUnits", "")), graph("Table: refused", st.tableThrottlesMetric()),
	)
	board.AddWidgets(
		graph("Worker: failed calls", work.worker.MetricErrors(sum)),
		graph("Worker: calls missed", st.missedCallsMetric(work)),
		graph("Deliverer: failed calls", work.deliverer.MetricErrors(sum)),
	)
}

// familyMetrics is a metric of every family that its function writes into its log.
func (st *stack) familyMetrics(functions map[string]awslambda.Function, name string) (all []awscloudwatch.IMetric) {
	for _, family := range slices.Sorted(maps.Keys(functions)) {
		all = append(all, awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
			Namespace: new(st.settings.namespace()), MetricName: new(name), Statistic: new("Sum"), Period: fiveMinutes(),
			DimensionsMap: &map[string]*string{"family": new(family)}, Label: new(family),
		}))
	}
	return all
}

func graph(title string, metrics ...awscloudwatch.IMetric) awscloudwatch.IWidget {
	return awscloudwatch.NewGraphWidget(&awscloudwatch.GraphWidgetProps{
		Title: new(title), Left: &metrics, Width: new(12.0)})
}
