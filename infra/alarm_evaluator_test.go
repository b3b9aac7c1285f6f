package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"
)

// series is what metrics reported in the last periods, the latest last, by "statistic
// name" or "statistic name index". A metric that is not in it reported nothing.
type series map[string][]float64

// value is one data point; missing when nothing was reported.
type value struct {
	number  float64
	missing bool
}

var missing = value{missing: true}

func known(n float64) value { return value{number: n} }

// at is the data point of a metric so many periods ago.
func (s series) at(name string, ago int) value {
	points := s[name]
	if ago >= len(points) {
		return missing
	}
	return known(points[len(points)-1-ago])
}

// fires evaluates an alarm of the template as CloudWatch does: it fires if each of the
// last evaluation periods breaches the threshold.
func fires(t *testing.T, alarm map[string]any, s series) bool {
	t.Helper()
	if alarm["ComparisonOperator"] != "GreaterThanThreshold" || alarm["TreatMissingData"] != "notBreaching" ||
		alarm["DatapointsToAlarm"] != nil {
		t.Fatalf("this evaluator does not know %v", alarm)
	}
	for ago := range int(alarm["EvaluationPeriods"].(float64)) {
		point := dataPoint(t, alarm, s, ago)
		if point.missing || point.number <= alarm["Threshold"].(float64) {
			return false
		}
	}
	return true
}

// dataPoint is the value that an alarm compares: that of its metric or of its formula.
func dataPoint(t *testing.T, alarm map[string]any, s series, ago int) value {
	t.Helper()
	metrics, formula := alarm["Metrics"].([]any)
	if !formula {
		return metricPoint(t, alarm, alarm, s, ago)
	}
	values, expression := map[string]value{}, ""
	for _, each := range metrics {
		m := each.(map[string]any)
		if stat, plain := m["MetricStat"].(map[string]any); plain {
			values[m["Id"].(string)] = metricPoint(t, stat["Metric"].(map[string]any), stat, s, ago)
			continue
		}
		expression = m["Expression"].(string)
	}
	tree, err := parser.ParseExpr(expression)
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return evaluate(t, tree, values)
}

// metricPoint is the data point of a metric. The statistic is in a second object for the
// metrics of formulas.
func metricPoint(t *testing.T, metric, statistic map[string]any, s series, ago int) value {
	t.Helper()
	if statistic["Period"] != 300.0 {
		t.Errorf("a period of %v seconds, want 300", statistic["Period"])
	}
	name := ""
	for _, key := range []string{"Stat", "Statistic", "ExtendedStatistic"} {
		if text, ok := statistic[key].(string); ok {
			name = text + " " + metric["MetricName"].(string)
		}
	}
	dimensions, _ := metric["Dimensions"].([]any)
	for _, d := range dimensions {
		if d := d.(map[string]any); d["Name"] == "GlobalSecondaryIndexName" {
			name += " " + d["Value"].(string)
		}
	}
	return s.at(name, ago)
}

// evaluate evaluates a formula of metric math. A missing operand makes the result
// missing, but for FILL.
func evaluate(t *testing.T, tree ast.Expr, values map[string]value) value {
	t.Helper()
	switch e := tree.(type) {
	case *ast.BasicLit:
		n, err := strconv.ParseFloat(e.Value, 64)
		if err != nil {
			t.Fatal(err)
		}
		return known(n)
	case *ast.Ident:
		v, ok := values[e.Name]
		if !ok {
			t.Fatalf("the formula names %s, which is no metric", e.Name)
		}
		return v
	case *ast.BinaryExpr:
		return operate(t, e.Op, evaluate(t, e.X, values), evaluate(t, e.Y, values))
	case *ast.CallExpr:
		return call(t, fmt.Sprint(e.Fun), e.Args, values)
	}
	t.Fatalf("this evaluator does not know %T", tree)
	return missing
}

func call(t *testing.T, function string, arguments []ast.Expr, values map[string]value) value {
	t.Helper()
	first := evaluate(t, arguments[0], values)
	switch {
	case function == "FILL" && first.missing:
		return evaluate(t, arguments[1], values)
	case function == "FILL" || function == "IF" && first.missing:
		return first
	case function == "IF" && first.number != 0:
		return evaluate(t, arguments[1], values)
	case function == "IF":
		return evaluate(t, arguments[2], values)
	}
	t.Fatalf("this evaluator does not know %s", function)
	return missing
}

func operate(t *testing.T, op token.Token, x, y value) value {
	t.Helper()
	if x.missing || y.missing {
		return missing
	}
	switch op {
	case token.ADD:
		return known(x.number + y.number)
	case token.MUL:
		return known(x.number * y.number)
	case token.QUO:
		if y.number == 0 {
			return missing
		}
		return known(x.number / y.number)
	case token.GTR:
		if x.number > y.number {
			return known(1)
		}
		return known(0)
	}
	t.Fatalf("this evaluator does not know %s", op)
	return missing
}
