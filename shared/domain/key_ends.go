package domain

import "slices"

// KeyEnds are the times at which a key epoch was raised, the latest last. Together
// with the epoch they say when a key of an older epoch ended. Records of before these
// times were kept have fewer than their epoch, and so does a record with more than
// maxKeyEnds.
type KeyEnds []Instant

// maxKeyEnds bounds the size of the record.
const maxKeyEnds = 20

// add is the times with one more. It does not change the slice.
func (e KeyEnds) add(now Instant) KeyEnds {
	all := append(slices.Clone(e), now)
	return all[max(0, len(all)-maxKeyEnds):]
}

// endOf is when the keys of an epoch ended: when it was raised the next time. nil is
// unknown, or never.
func (e KeyEnds) endOf(epoch, present int64) *Instant {
	raised := present - epoch
	if raised < 1 || raised > int64(len(e)) {
		return nil
	}
	return &e[int64(len(e))-raised]
}
