package functions

import (
	"time"

	"stint/functions/deliverer"
	"stint/functions/worker"
)

// Timeout is how long one call of a function may take. Whatever runs a function announces the time
// of the template, or without a template the default.
type Timeout struct {
	Default     time.Duration // without a setting
	Least, Most time.Duration // bounds of the setting, in whole seconds
}

const (
	// defaultTimeout is well under the gateway's 29 seconds, so that the function itself answers
	// a request that takes too long.
	defaultTimeout = 15 * time.Second

	// longTimeout is for functions that may read or write thousands of entries in one request. The
	// largest timesheet takes about ten seconds.
	longTimeout = 25 * time.Second

	// backgroundTimeout is for functions without routes. What is not done by then is done by the
	// next call.
	backgroundTimeout = 120 * time.Second
)

// Bounds of settings. The gateway waits 29 seconds, and a function answers before that. Lambda
// allows 900.
const (
	leastTimeout          = 5 * time.Second
	mostTimeout           = 28 * time.Second
	mostBackgroundTimeout = 900 * time.Second
)

// TimeoutOf is the timeout of a function by its name.
func TimeoutOf(function string) Timeout {
	switch function {
	case Worker:
		return Timeout{backgroundTimeout, worker.LeastTime, mostBackgroundTimeout}
	case Deliverer:
		return Timeout{backgroundTimeout, deliverer.LeastTime, mostBackgroundTimeout}
	}
	if IsLong(function) || function == composed {
		return Timeout{longTimeout, leastTimeout, mostTimeout}
	}
	return Timeout{defaultTimeout, leastTimeout, mostTimeout}
}

// composed runs operations of long functions, in the process of its own.
const composed = "mcp"

// IsLong reports whether a function may read or write thousands of entries in one request.
func IsLong(function string) bool {
	return function == "submissions" || function == "billing" || function == "reports"
}
