package functions_test

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// insightsFilters are the filters of a query: the part of CloudWatch's language that docs/observability.md uses.
var insightsFilters = regexp.MustCompile(`(?m)^(?:\| )?filter (.*)$`)

// matches reports whether the filter of a query takes a line.
func matches(t *testing.T, query string, line map[string]any) bool {
	t.Helper()
	for _, filter := range insightsFilters.FindAllStringSubmatch(query, -1) {
		isTaken := slices.ContainsFunc(strings.Split(filter[1], " or "), func(all string) bool {
			return !slices.ContainsFunc(strings.Split(all, " and "), func(condition string) bool {
				return !holds(t, condition, line)
			})
		})
		if !isTaken {
			return false
		}
	}
	return true
}

var (
	insightsPresent   = regexp.MustCompile(`^ispresent\((\w+)\)$`)
	insightsList      = regexp.MustCompile(`^(\w+) in \[(.*)\]$`)
	insightsCondition = regexp.MustCompile(`^(\w+) (=|!=|>=) ("[^"]*"|\d+)$`)
)

// holds reports whether a line fulfils one condition. A value such as "<id>" stands for any.
func holds(t *testing.T, condition string, line map[string]any) bool {
	t.Helper()
	if present := insightsPresent.FindStringSubmatch(condition); present != nil {
		return line[present[1]] != nil
	}
	if list := insightsList.FindStringSubmatch(condition); list != nil {
		return slices.Contains(strings.Split(list[2], ", "), strconv.Quote(fmt.Sprint(line[list[1]])))
	}
	parts := insightsCondition.FindStringSubmatch(condition)
	if parts == nil {
		t.Fatalf("this test does not know the condition %q", condition)
	}
	value, there := line[parts[1]]
	want := strings.Trim(parts[3], `"`)
	switch number, isNumber := value.(float64); {
	case !there:
		return false
	case isNumber:
		return compares(parts[2], cmp.Compare(number, numberOf(t, want)))
	case strings.HasPrefix(want, "<"):
		return true
	default:
		return compares(parts[2], cmp.Compare(fmt.Sprint(value), want))
	}
}

func numberOf(t *testing.T, text string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func compares(operator string, order int) bool {
	switch operator {
	case "=":
		return order == 0
	case "!=":
		return order != 0
	default:
		return order >= 0
	}
}

func TestFiltersOfQueries(t *testing.T) {
	t.Parallel()
	line := map[string]any{"msg": "request", "status": 503.0, "trace_id": "ab", "failure": ""}
	for filter, want := range map[string]bool{
		`filter msg = "request" and status >= 500`:            true,
		`filter msg = "request" and status = 429`:             false,
		`filter xray_id = "<32 digits>" or trace_id = "<id>"`: true,
		`filter xray_id = "<32 digits>"`:                      false,
		`filter failure != ""`:                                false,
		`filter msg != ""`:                                    true,
		`filter ispresent(trace_id)`:                          true,
		`filter ispresent(limited)`:                           false,
		`filter msg in ["work failed", "request"]`:            true,
		`filter msg in ["work failed"]`:                       false,
		"filter status >= 500\n| filter msg = \"other\"":      false,
	} {
		if matches(t, filter, line) != want {
			t.Errorf("%s: want %t", filter, want)
		}
	}
}
