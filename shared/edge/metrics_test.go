package edge_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"

	"stint/shared/edge"
)

// What CloudWatch reads, as its specification has it.
type embedded struct {
	AWS struct {
		Timestamp         int64
		CloudWatchMetrics []struct {
			Namespace  string
			Dimensions [][]string
			Metrics    []struct{ Name, Unit string }
		}
	} `json:"_aws"`
}

func TestMetricsAreInTheLogLine(t *testing.T) {
	t.Parallel()
	for status, want := range map[int][3]float64{200: {1, 0, 0}, 302: {1, 0, 0}, 404: {1, 1, 0}, 429: {1, 1, 0},
		500: {1, 0, 1}, 503: {1, 0, 1}} {
		b := newFixture(func(o *edge.Options) { o.Metrics = edge.Metrics{Namespace: "Stint/live", Family: "tags"} })
		b.send(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }, httptest.NewRequest("GET", "/", nil))
		var head embedded
		var line map[string]any
		if err := json.Unmarshal(b.log.Bytes(), &head); err != nil {
			t.Fatalf("one line is not one document: %v\n%s", err, b.log.String())
		}
		if err := json.Unmarshal(b.log.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		if got := [3]float64{number(line, "requests"), number(line, "refused"), number(line, "failed")}; got != want {
			t.Errorf("%d counts as %v, want %v", status, got, want)
		}
		set := head.AWS.CloudWatchMetrics
		if len(set) != 1 || set[0].Namespace != "Stint/live" ||
			!reflect.DeepEqual(set[0].Dimensions, [][]string{{"family"}}) || line["family"] != "tags" {
			t.Fatalf("metrics %+v of %v", set, line["family"])
		}
		for _, m := range set[0].Metrics {
			if _, ok := line[m.Name].(float64); !ok {
				t.Errorf("%s is named as a metric, and the line has %v", m.Name, line[m.Name])
			}
		}
		if at := head.AWS.Timestamp; at < 1_781_697_600_000 || at > 1_781_697_601_000 {
			t.Errorf("timestamp %d", at)
		}
	}
}

func number(line map[string]any, name string) float64 {
	n, ok := line[name].(float64)
	if !ok {
		return -1
	}
	return n
}

func TestNoMetricsUnlessConfigured(t *testing.T) {
	t.Parallel()
	b := newFixture(nil)
	b.send(hello, httptest.NewRequest("GET", "/", nil))
	var line map[string]any
	if err := json.Unmarshal(b.log.Bytes(), &line); err != nil {
		t.Fatal(err)
	}
	if line["_aws"] != nil || line["requests"] != nil || line["status"] != 200.0 {
		t.Errorf("line %v", line)
	}
}
