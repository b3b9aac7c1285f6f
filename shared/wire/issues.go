package wire

import (
	"slices"

	"stint/shared/problem"
)

// MaxIssues is how many problems of one request are kept; it bounds the work
// and the answer.
const MaxIssues = 1000

// Issues collects what is wrong with a request: first by Read, then by the
// rules of the operation, which name properties by their path in the declared
// spelling, such as items[3].projectId. The zero value is ready for use, with
// paths taken as they stand. It is not safe for concurrent use.
type Issues struct {
	request     *request
	query, body trace
	found       []issue
	at          map[string]struct{} // paths of problems
	under       map[string]struct{} // paths that lead to a problem
	elsewhere   bool
}

type issue struct {
	key []int32
	problem.Field
}

// Add records a problem with the code's own message. A path that was not sent
// takes its place at the end of its object, one that was never declared that
// of its longest known part; "" is the whole body. Problems at one path stay
// in the order in which they were added.
func (i *Issues) Add(path string, code problem.FieldCode) { i.AddMessage(path, code, code.Message()) }

// AddMessage is Add with a more exact message, which must not echo the value.
func (i *Issues) AddMessage(path string, code problem.FieldCode, message string) {
	i.record(i.locate(path), code, message)
}

func (i *Issues) record(where place, code problem.FieldCode, message string) {
	if i.full() {
		return
	}
	if i.at == nil {
		i.at, i.under = map[string]struct{}{}, map[string]struct{}{}
	}
	i.at[where.path] = struct{}{}
	above(where.path, func(path string) { i.under[path] = struct{}{} })
	i.found = append(i.found, issue{where.key, problem.Field{Field: where.field, Code: code, Message: message}})
}

// full tells that further problems are dropped.
func (i *Issues) full() bool { return len(i.found) >= MaxIssues }

// Clean tells that there is no problem at the path, above it or below it, so
// that its value can be trusted. With MaxIssues reached nothing can.
func (i *Issues) Clean(path string) bool {
	if i.full() {
		return false
	}
	if len(i.found) == 0 {
		return true
	}
	path = i.locate(path).path
	_, here := i.at[path]
	_, below := i.under[path]
	dirty := here || below
	above(path, func(over string) {
		_, there := i.at[over]
		dirty = dirty || there
	})
	return !dirty
}

// Mismatch records that a reference of the request leads into another of the
// caller's workspaces, which makes the whole answer a 403.
func (i *Issues) Mismatch() { i.elsewhere = true }

// Err is nil without problems, 403 workspace_mismatch after Mismatch, and else
// a 422 that lists the problems in the order of the document, in the spelling
// of the caller.
func (i *Issues) Err() error {
	if i.elsewhere {
		return problem.Deny(problem.WorkspaceMismatch)
	}
	if len(i.found) == 0 {
		return nil
	}
	ordered := slices.Clone(i.found)
	slices.SortStableFunc(ordered, func(a, b issue) int { return slices.Compare(a.key, b.key) })
	fields := make([]problem.Field, len(ordered))
	for n, one := range ordered {
		fields[n] = one.Field
	}
	return problem.Invalid(fields...)
}
