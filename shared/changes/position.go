package changes

import (
	"time"

	"stint/shared/domain"
	"stint/shared/table"
)

// A row may reach the index of changes up to settleTime after its moment, so rows do not come
// in the order of their moments, and a position is no single moment. It divides time into
// buckets of bucketTime and has
//
//   - a floor: everything before it was read;
//   - a memory of each bucket from the floor on: which rows of it were read. The newest
//     buckets are remembered row by row; of the others it remembers how many of their first
//     rows were read, with a hash of these.
//
// If the first rows of a bucket no longer have that hash, the bucket is read again. A bucket
// that is older than settleTime gets no more late rows. So when it was read to its end, the
// floor moves past it.

const (
	// bucketTime is the length of a bucket.
	bucketTime = 2 * time.Second
	// settleTime is how long after its moment a change may reach the index. It has room for
	// table.MaxWriteTime, for clocks that differ by seconds, and for a slow index.
	settleTime = 2 * time.Minute
	// maxMemory bounds the buckets that a position remembers. What it forgets is read again.
	maxMemory = 125
	// maxExact bounds the rows that a position remembers one by one, the newest first.
	maxExact = 80
)

// position is a decoded Position.
type position struct {
	floor     bucket // everything before it was read
	scan      bucket // where the next read begins, at least floor
	memory    map[bucket]memory
	expansion *expansion // nil unless the last read ended in one
}

// startAt is the position from which changes since a time are read.
func startAt(at time.Time) position {
	b := bucketOf(at)
	return position{floor: b, scan: b, memory: map[bucket]memory{}}
}

// isTooOld reports whether marks of deleted records may be missing behind the position.
func (p position) isTooOld(now time.Time) bool {
	return p.floor.start().Before(now.Add(-domain.MaxChangeAge - settleTime - table.WriteMargin))
}

// begin is the bucket with which a read begins. A reader that needs several reads for the
// buckets from the floor on continues where the last read ended. When this takes too long, it
// begins at the floor again, because only such a read moves the floor.
func (p position) begin(now time.Time) bucket {
	if p.floor < bucketOf(now.Add(-2*settleTime)) {
		return p.floor
	}
	return max(p.floor, p.scan)
}
