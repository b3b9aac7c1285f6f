package totals

import (
	"context"

	"stint/shared/domain"
	"stint/shared/store"
)

// fence makes sure that nobody else writes totals between the first reading of a refresh and
// its last write. Without it, another refresh that has read an entry before its latest change
// could write the totals of that time just after this one has found them right.
//
// A nil fence lets others write.
type fence struct {
	version int64 // of the state, with the writes of this refresh
}

// check returns store.ErrTotalsChanged if somebody else has written totals.
func (f *fence) check(state domain.TotalsState) error {
	if f != nil && state.Version != f.version {
		return store.ErrTotalsChanged
	}
	return nil
}

// wrote counts a write of this refresh.
func (f *fence) wrote() {
	if f != nil {
		f.version++
	}
}

// retry repeats a step whose write failed because of another one. Behind a fence the
// refresh as a whole is repeated instead.
func (f *fence) retry(ctx context.Context, step func() error) error {
	if f != nil {
		return step()
	}
	return retryWrite(ctx, step)
}
