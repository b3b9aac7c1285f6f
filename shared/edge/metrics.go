package edge

import (
	"log/slog"
	"net/http"
	"time"
)

// Metrics makes CloudWatch metrics of the log line of every request. It uses the
// embedded metric format: the line names the properties that are metrics, and
// CloudWatch counts them when it stores the line. So metrics cost no call. The zero
// value counts nothing.
//
// Source: CloudWatch Embedded Metric Format specification, version 0.
type Metrics struct {
	Namespace string // such as "Stint/live"
	Family    string // of routes: the one dimension
}

// metricNames are the properties that become metrics, with their units.
// "refused" is a request that ends with 4xx, "failed" one that ends with 5xx.
var metricNames = []metricName{
	{"requests", "Count"}, {"refused", "Count"}, {"failed", "Count"}, {"ms", "Milliseconds"},
}

type (
	metricName struct {
		Name string
		Unit string
	}
	metricSet struct {
		Namespace  string
		Dimensions [][]string
		Metrics    []metricName
	}
	metricMetadata struct {
		Timestamp         int64 // Unix milliseconds
		CloudWatchMetrics []metricSet
	}
)

// logAttrs are the attributes that the log line needs for metrics, in addition to "ms".
func (m Metrics) logAttrs(at time.Time, status int) []any {
	if m.Namespace == "" {
		return nil
	}
	metadata := metricMetadata{at.UnixMilli(), []metricSet{{m.Namespace, [][]string{{"family"}}, metricNames}}}
	return []any{
		slog.Any("_aws", metadata), "family", m.Family, "requests", 1,
		"refused", boolToInt(status >= http.StatusBadRequest && status < http.StatusInternalServerError),
		"failed", boolToInt(status >= http.StatusInternalServerError),
	}
}

func boolToInt(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
