package projects

import "stint/shared/problem"

// A project, task or tag is used as soon as an entry or a timer names it. It stays used
// when that entry is deleted. What was used is never deleted, because old entries and
// submissions must keep its name. Projects and tasks can be archived instead. A project
// with tasks is not deleted either, until its tasks are.
//
// The store marks what is used in the transaction that uses it, and makes every
// delete conditional on the mark, so that a use and a delete at the same time
// cannot both succeed. In the same way a project counts the creations of its tasks. A
// delete looks for tasks after it has read the count, and is conditional on the count.
//
// Earlier versions marked a project as used when it got a task. Such a mark stays.

// Errors of the delete of a used project, task or tag.
var (
	errProjectUsed = problem.Conflict(problem.InUse, "The project has been used or has tasks: archive it instead.")
	errTaskUsed    = problem.Conflict(problem.InUse, "The task has been used: archive it instead.")
	errTagUsed     = problem.Conflict(problem.InUse, "The tag has been used by an entry.")
	// ErrUsedOrChanged is the error of a delete that met a first use or a change
	// at the same time.
	ErrUsedOrChanged = problem.Conflict(problem.WriteRace,
		"It was used, or changed by another request. What was used can only be archived.")
	// ErrUsedDeleted is the error of a first use that met a delete at the same
	// time.
	ErrUsedDeleted = problem.Conflict(problem.WriteRace, "A project, task or tag of the entry was deleted. Read it again.")
)

// CheckDelete checks that the project may be deleted. Errors: conflict when it
// was used or has tasks.
func (p Project) CheckDelete(hasTasks bool) error { return errorIf(p.Used || hasTasks, errProjectUsed) }

// CheckDelete checks that the task may be deleted. Errors: conflict when it was
// used.
func (t Task) CheckDelete() error { return errorIf(t.Used, errTaskUsed) }

// CheckDelete checks that the tag may be deleted. Errors: conflict when it was
// used.
func (g Tag) CheckDelete() error { return errorIf(g.Used, errTagUsed) }

func errorIf(failed bool, err error) error {
	if failed {
		return err
	}
	return nil
}
