package wire

import (
	"slices"

	"stint/shared/problem"
)

// MaxIssues is how many issues of one request are listed, apart from those of AddFirst. It bounds the work and the size
// of the answer; the callers of AddFirst bound theirs.
const MaxIssues = 1000

// Issues collects what is wrong with a request. Read adds what it finds, then the
// operation adds what violates its rules. Properties are named by their path in the
// declared spelling, such as items[3].projectId. The zero value is ready for use and
// reports paths unchanged. Issues are not safe for concurrent use.
type Issues struct {
	request           *requestSchema
	query, body       trace
	found             []issue             // at most MaxIssues
	preferred         []issue             // that AddFirst has added
	issuePaths        map[string]struct{} // paths that have an issue
	ancestorPaths     map[string]struct{} // paths that have an issue below them
	workspaceMismatch bool
	unknown           []UnknownName // as Unknown returns them
}

type issue struct {
	key []int32
	problem.Field
}

// Add adds an issue with the message of its code. The path "" is the whole body. In the
// final order, a property that was not sent comes at the end of its object, and an
// undeclared path at its longest declared part. Issues at one path stay in the order in
// which they were added.
func (i *Issues) Add(path string, code problem.FieldCode) { i.AddMessage(path, code, code.Message()) }

// AddMessage is Add with a more exact message, which must not repeat the value.
func (i *Issues) AddMessage(path string, code problem.FieldCode, message string) {
	if !i.isFull() {
		i.addAt(i.locate(path), code, message)
	}
}

// AddFirst is Add for an issue that is listed in any case, also beyond MaxIssues. When MaxIssues leaves out
// others, the issues added so are the first of the list.
func (i *Issues) AddFirst(path string, code problem.FieldCode) {
	loc := i.locate(path)
	i.markDirty(loc.path)
	i.preferred = append(i.preferred, loc.issue(code, code.Message()))
}

func (i *Issues) addAt(loc location, code problem.FieldCode, message string) {
	if i.isFull() {
		return
	}
	i.markDirty(loc.path)
	i.found = append(i.found, loc.issue(code, message))
}

func (loc location) issue(code problem.FieldCode, message string) issue {
	return issue{loc.key, problem.Field{Field: loc.field, Code: code, Message: message, In: loc.place()}}
}

func (i *Issues) markDirty(path string) {
	if i.issuePaths == nil {
		i.issuePaths, i.ancestorPaths = map[string]struct{}{}, map[string]struct{}{}
	}
	i.issuePaths[path] = struct{}{}
	visitAncestors(path, func(over string) { i.ancestorPaths[over] = struct{}{} })
}

// isFull reports whether further issues are dropped.
func (i *Issues) isFull() bool { return len(i.found) >= MaxIssues }

// IsClean reports whether there is no issue at the path, above it or below it, so that its
// value can be used. With MaxIssues issues, nothing is clean.
func (i *Issues) IsClean(path string) bool {
	if i.isFull() {
		return false
	}
	if len(i.issuePaths) == 0 {
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

// SetWorkspaceMismatch records that the request refers to a record in another of the
// caller's workspaces. Err is then a 403.
func (i *Issues) SetWorkspaceMismatch() { i.workspaceMismatch = true }

// Err is nil without issues, and forbidden with workspace_mismatch after
// SetWorkspaceMismatch. Otherwise it is validation with the issues in the order and the
// spelling of the request.
func (i *Issues) Err() error {
	if i.workspaceMismatch {
		return problem.Forbidden(problem.WorkspaceMismatch)
	}
	listed := i.listed()
	if len(listed) == 0 {
		return nil
	}
	fields := make([]problem.Field, len(listed))
	for n, one := range listed {
		fields[n] = one.Field
	}
	return problem.Invalid(fields...)
}

// listed are the issues that Err lists, in their order.
func (i *Issues) listed() []issue {
	if len(i.found)+len(i.preferred) <= MaxIssues {
		return inOrder(slices.Concat(i.found, i.preferred))
	}
	rest := i.found[:max(0, MaxIssues-len(i.preferred))]
	return slices.Concat(inOrder(slices.Clone(i.preferred)), inOrder(slices.Clone(rest)))
}

func inOrder(issues []issue) []issue {
	slices.SortStableFunc(issues, func(a, b issue) int { return slices.Compare(a.key, b.key) })
	return issues
}
