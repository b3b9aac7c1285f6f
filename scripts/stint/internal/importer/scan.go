package importer

import (
	"context"
	"iter"
)

// scan reads the files for the plan.
func (r *reading) scan(ctx context.Context) error {
	r.catalog = r.to.newCatalog()
	for i, err := range r.to.rows() {
		r.to.countRead(&r.to.read.Rows)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return err
		case i.refused != nil:
			r.leaveOut(i)
		default:
			r.catalog.count(i)
			r.cover(i)
			r.addCandidate(i)
		}
	}
	return nil
}

// leaveOut notes a row that is not imported.
func (r *reading) leaveOut(i item) {
	r.noteUnread(i)
	reason := i.refused.Reason
	if i.refused == unmapped {
		r.workers.note(i.Person, nil, i.seconds)
		reason = label(i.Person) + " is not mapped to a member"
	}
	leaveOut(&r.to.plan.LeftOut, reason, i.line)
}

// recount notes what the rows refer to that are left when others were left out.
func (r *reading) recount() error {
	r.catalog = r.to.newCatalog()
	return r.eachCandidate(r.rowsAgain(), func(_ *candidate, i item) error {
		r.catalog.count(i)
		return nil
	})
}

// rowsAgain are the rows, which are counted as read once more.
func (r *reading) rowsAgain() iter.Seq2[item, error] {
	r.to.read.Again = 0
	return func(yield func(item, error) bool) {
		for i, err := range r.to.rows() {
			if r.to.countRead(&r.to.read.Again); !yield(i, err) {
				return
			}
		}
	}
}

// eachCandidate calls f with each of the rows that is still imported. Errors: those of f; errFilesChanged.
func (r *reading) eachCandidate(rows iter.Seq2[item, error], f func(*candidate, item) error) error {
	n := 0
	for i, err := range rows {
		switch {
		case err != nil:
			return err
		case i.refused != nil:
			continue
		case n == len(r.candidates) || r.candidates[n].seconds != i.seconds:
			return errFilesChanged
		}
		c := &r.candidates[n]
		if n++; c.dropped == "" && !c.barred {
			if err := f(c, i); err != nil {
				return err
			}
		}
	}
	if n < len(r.candidates) {
		return errFilesChanged
	}
	return nil
}
