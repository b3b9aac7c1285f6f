package importer

import (
	"context"
	"iter"
)

// scan reads the files for the plan.
func (x *reading) scan(ctx context.Context) error {
	x.catalog = x.to.newCatalog()
	for i, err := range x.to.rows() {
		x.to.countRead(&x.to.read.Rows)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return err
		case i.refused != nil:
			x.leaveOut(i)
		default:
			x.catalog.count(i)
			x.cover(i)
			x.addCandidate(i)
		}
	}
	return nil
}

// leaveOut notes a row that is not imported.
func (x *reading) leaveOut(i item) {
	x.noteUnread(i)
	reason := i.refused.Reason
	if i.refused == unmapped {
		x.workers.note(i.Person, nil, i.seconds)
		reason = label(i.Person) + " is not mapped to a member"
	}
	leaveOut(&x.to.plan.LeftOut, reason, i.line)
}

// recount notes what the rows refer to that are left when others were left out.
func (x *reading) recount() error {
	x.catalog = x.to.newCatalog()
	return x.eachCandidate(x.rowsAgain(), func(_ *candidate, i item) error {
		x.catalog.count(i)
		return nil
	})
}

// rowsAgain are the rows, which are counted as read once more.
func (x *reading) rowsAgain() iter.Seq2[item, error] {
	x.to.read.Again = 0
	return func(yield func(item, error) bool) {
		for i, err := range x.to.rows() {
			if x.to.countRead(&x.to.read.Again); !yield(i, err) {
				return
			}
		}
	}
}

// eachCandidate calls f with each of the rows that is still imported. Errors: those of f; errFilesChanged.
func (x *reading) eachCandidate(rows iter.Seq2[item, error], f func(*candidate, item) error) error {
	n := 0
	for i, err := range rows {
		switch {
		case err != nil:
			return err
		case i.refused != nil:
			continue
		case n == len(x.candidates) || x.candidates[n].seconds != i.seconds:
			return errFilesChanged
		}
		c := &x.candidates[n]
		if n++; c.dropped == "" && !c.barred {
			if err := f(c, i); err != nil {
				return err
			}
		}
	}
	if n < len(x.candidates) {
		return errFilesChanged
	}
	return nil
}
