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
	request           *requestSchema
	query, body       trace
	found             []issue
	issuePaths        map[string]struct{} // paths of problems
	ancestorPaths     map[string]struct{} // paths that lead to a problem
	workspaceMismatch bool
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
	i.addAt(i.locate(path), code, message)
}

func (i *Issues) addAt(loc location, code problem.FieldCode, message string) {
	if i.isFull() {
		return
	}
	if i.issuePaths == nil {
		i.issuePaths, i.ancestorPaths = map[string]struct{}{}, map[string]struct{}{}
	}
	i.issuePaths[loc.path] = struct{}{}
	visitAncestors(loc.path, func(path string) { i.ancestorPaths[path] = struct{}{} })
	i.found = append(i.found, issue{loc.key, problem.Field{Field: loc.field, Code: code, Message: message}})
}

// isFull tells that further problems are dropped.
func (i *Issues) isFull() bool { return len(i.found) >= MaxIssues }

// IsClean tells that there is no problem at the path, above it or below it, so
// that its value can be trusted. With MaxIssues reached nothing can.
func (i *Issues) IsClean(path string) bool {
	if i.isFull() {
		return false
	}
	if len(i.found) == 0 {
		return true
	}
	path = i.locate(path).path
	_, here := i.issuePaths[path]
	_, below := i.ancestorPaths[path]
	dirty := here || below
	visitAncestors(path, func(over string) {
		_, there := i.issuePaths[over]
		dirty = dirty || there
	})
	return !dirty
}

// SetWorkspaceMismatch records that a reference of the request leads into another of the
// caller's workspaces, which makes the whole answer a 403.
func (i *Issues) SetWorkspaceMismatch() { i.workspaceMismatch = true }

// Err is nil without problems, 403 workspace_mismatch after Mismatch, and else
// a 422 that lists the problems in the order of the document, in the spelling
// of the caller.
func (i *Issues) Err() error {
	if i.workspaceMismatch {
		return problem.Forbidden(problem.WorkspaceMismatch)
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
