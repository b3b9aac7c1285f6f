package importer

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/google/uuid"
)

// RefusedRecord is a client, project, task or tag that the service did not make and for which no row
// is refused.
type RefusedRecord struct {
	Record string `json:"record"` // its name, with what it belongs to
	Reason string `json:"reason"`
}

// failure is why a record is not made. The records that need it have the same one.
type failure struct {
	reason   string
	label    string // of the record
	isListed bool   // with a row that is refused for it
}

// fail gives a record a failure, and an id that no record has: it tells the sums of its time from
// those of other records.
func (x *Import) fail(r *record, reason string) {
	r.failure = &failure{reason: reason, label: r.label}
	r.id = uuid.NewSHA1(uuid.Nil, []byte(reason))
	x.failures = append(x.failures, r.failure)
}

// failWith gives a record that is to be made the failure of one that it needs.
func (r *record) failWith(needed *record) {
	if needed.failure != nil && !r.exists() {
		r.failure, r.id = needed.failure, uuid.NewSHA1(uuid.Nil, []byte(r.label+needed.failure.reason))
	}
}

// failureReason says why a record is not made. A project whose name is in use and that no list has
// is one that the key's user does not see.
func failureReason(kind string, r *record, codes map[string]string, said string) string {
	if kind == projectKind && len(codes) > 0 && isTaken(codes) {
		return fmt.Sprintf("the project %s exists and you do not see it: ask an owner, an admin or a manager of the project to add you, as a manager if it needs new tasks", r.label)
	}
	return fmt.Sprintf("the service refuses the %s %s: %s", kind, r.label, said)
}

// failureOf is the failure of what a row refers to, nil if all of it exists.
func (x *Import) failureOf(i item) *failure {
	if len(x.failures) == 0 {
		return nil
	}
	c := &x.catalog
	needed := []*record{c.projects[projectOf(i.Row)], c.tasks[taskOf(i.Row)]}
	for _, tag := range i.Tags {
		needed = append(needed, c.tags[normal(tag)])
	}
	for _, r := range needed {
		if r != nil && r.failure != nil {
			return r.failure
		}
	}
	return nil
}

// listFailures lists the records that are not made and for which no row is refused.
func (r *run) listFailures() {
	for _, f := range slices.SortedFunc(slices.Values(r.failures), func(a, b *failure) int { return cmp.Compare(a.label, b.label) }) {
		if !f.isListed {
			r.result.RefusedRecords = append(r.result.RefusedRecords, RefusedRecord{f.label, f.reason})
		}
	}
}
