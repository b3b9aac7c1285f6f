package importer

import (
	"context"
	"errors"
	"iter"

	"stint/scripts/stint/internal/timefile"
)

// scan reads the files for the plan.
func (x *reading) scan(ctx context.Context) error {
	x.catalog = x.to.newCatalog()
	for i, err := range x.to.rows() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		x.to.countRead(&x.to.read.Rows)
		refused, isRefused := errors.AsType[timefile.Refused](err)
		if isRefused {
			x.noteUnread(i, refused)
		}
		switch {
		case err == errUnmapped:
			x.workers.note(i.Person, nil, i.seconds)
			leaveOut(&x.to.plan.LeftOut, label(i.Person)+" is not mapped to a member", i.line)
		case isRefused:
			leaveOut(&x.to.plan.LeftOut, refused.Reason, i.line)
		case err != nil:
			return err
		default:
			x.catalog.count(i)
			x.cover(i)
			x.addCandidate(i)
		}
	}
	return nil
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
		if _, isRefused := errors.AsType[timefile.Refused](err); isRefused {
			continue
		}
		if err == nil && (n == len(x.candidates) || x.candidates[n].seconds != i.seconds) {
			err = errFilesChanged
		}
		if err != nil {
			return err
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
