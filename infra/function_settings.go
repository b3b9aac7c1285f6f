package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"stint/functions"
)

// perFunction are values of a setting by the names of functions. The value of "" is for
// all functions that are not named.
type perFunction map[string]string

// of is the value for a function; "" without one.
func (all perFunction) of(function string) string {
	for _, name := range []string{function, ""} {
		if value, given := all[name]; given {
			return value
		}
	}
	return ""
}

// number is the value for a function as a number. The value was checked when it was read.
func (all perFunction) number(function string, fallback float64) float64 {
	n, err := strconv.ParseFloat(all.of(function), 64)
	if err != nil {
		return fallback
	}
	return n
}

// perFunction reads a setting such as "512 reports=3008": one value for all functions, and
// values for some, separated by spaces or commas. In cdk.json it may be a number, or an
// object of values by function. The check returns what is wrong with a value, or "".
func (r *contextReader) perFunction(name string, check func(function, value string) string) perFunction {
	all, ok := r.valuesByFunction(name)
	if !ok {
		r.addProblem(name,
			`must be such as "512 reports=3008": a value for all functions, values of some, or both, each once`)
		return nil
	}
	for _, function := range slices.Sorted(maps.Keys(all)) {
		covers := []string{function}
		if function == "" {
			covers = functionsWithout(all)
		} else if !slices.Contains(functionNames(), function) {
			r.addProblem(name, fmt.Sprintf("names the function %q; there are %s", function, strings.Join(sortedNames(), ", ")))
			continue
		}
		for _, each := range covers {
			if problem := check(each, all[function]); problem != "" {
				r.addProblem(name, fmt.Sprintf("has %q for %s: it %s", all[function], each, problem))
				break
			}
		}
	}
	return all
}

// valuesByFunction splits a setting into values by function. It reports whether it has the
// form of one.
func (r *contextReader) valuesByFunction(name string) (all perFunction, ok bool) {
	all = perFunction{}
	switch value := r.context[name].(type) {
	case nil:
	case float64:
		all[""] = fmt.Sprint(value)
	case map[string]any:
		for function, each := range value {
			all[function] = fmt.Sprint(each)
		}
	case string:
		for _, word := range words(value) {
			function, each, named := strings.Cut(word, "=")
			if !named {
				function, each = "", word
			}
			if _, twice := all[function]; twice || each == "" || named && function == "" {
				return nil, false
			}
			all[function] = each
		}
	default:
		return nil, false
	}
	return all, true
}

// functionsWithout are the functions that have no value of their own.
func functionsWithout(all perFunction) (names []string) {
	for _, name := range sortedNames() {
		if _, own := all[name]; !own {
			names = append(names, name)
		}
	}
	return names
}

func sortedNames() []string { return slices.Sorted(slices.Values(functionNames())) }

// between checks a whole number within bounds, which may depend on the function.
func between(bounds func(function string) (least, most int64)) func(function, value string) string {
	return func(function, value string) string {
		least, most := bounds(function)
		if n, err := strconv.ParseInt(value, 10, 64); err != nil || n < least || n > most {
			return fmt.Sprintf("must be a whole number from %d to %d", least, most)
		}
		return ""
	}
}

// logLevels are the levels that a function may log at. At warn it writes no lines of
// requests, and keeps those that alarms look for.
var logLevels = []string{"debug", "info", "warn"}

func checkLogLevel(_, value string) string {
	if !slices.Contains(logLevels, value) {
		return "must be one of " + strings.Join(logLevels, ", ")
	}
	return ""
}

// Bounds of the memory of functions in MB. A password hash takes 19 MB, and the 100,000
// entries of a report a few hundred.
const (
	leastMemory       = 256
	leastReportMemory = 1024
	mostMemory        = 10_240 // Lambda's limit
)

func memoryBounds(function string) (least, most int64) {
	if function == "reports" {
		return leastReportMemory, mostMemory
	}
	return leastMemory, mostMemory
}

// timeoutBounds are the bounds of the timeout of a function in seconds.
func timeoutBounds(function string) (least, most int64) {
	t := functions.TimeoutOf(function)
	return int64(t.Least.Seconds()), int64(t.Most.Seconds())
}

// mostReserved bounds the concurrent runs that one function may reserve of the account's. 0 would refuse every request.
const mostReserved = 10_000

func reservedBounds(string) (least, most int64) { return 1, mostReserved }

// functionSettings are the settings that may differ between functions.
type functionSettings struct {
	LogLevel perFunction // one of logLevels
	Memory   perFunction // MB
	Timeout  perFunction // seconds
	Reserved perFunction // concurrent runs that are reserved for the function, and its limit
}

func (r *contextReader) functionSettings() functionSettings {
	return functionSettings{
		LogLevel: r.perFunction("logLevel", checkLogLevel),
		Memory:   r.perFunction("memory", between(memoryBounds)),
		Timeout:  r.perFunction("timeout", between(timeoutBounds)),
		Reserved: r.perFunction("reservedConcurrency", between(reservedBounds)),
	}
}
