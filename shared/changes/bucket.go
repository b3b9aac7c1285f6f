package changes

import (
	"crypto/sha256"
	"slices"
	"time"

	"stint/shared/store"
)

// bucket is a period of bucketTime, numbered from 1970.
type bucket int64

func bucketOf(at time.Time) bucket { return bucket(at.UnixMicro() / bucketTime.Microseconds()) }

func (b bucket) start() time.Time { return time.UnixMicro(int64(b) * bucketTime.Microseconds()) }

// rowHash identifies a row, or several in their order.
type rowHash [6]byte

// hashRow identifies a row with its moment, so that a record that changed again has another
// hash.
func hashRow(r store.ChangeRow) rowHash {
	digest := sha256.Sum256([]byte(r.Key.PK + "\n" + r.Key.SK + "\n" + r.Moment))
	return rowHash(digest[:len(rowHash{})])
}

func hashAll(rows []rowHash) rowHash {
	digest := sha256.New()
	for _, h := range rows {
		digest.Write(h[:])
	}
	return rowHash(digest.Sum(nil)[:len(rowHash{})])
}

func hashesOf(rows []store.ChangeRow) []rowHash {
	all := make([]rowHash, len(rows))
	for i, r := range rows {
		all[i] = hashRow(r)
	}
	return all
}

// memory is what was read of a bucket.
type memory struct {
	exact []rowHash // the rows that were read, beginning with the first ones; nil if only their number is known
	first int       // how many of the first rows of the bucket were read, without a gap
	hash  rowHash   // of these first rows; unset if exact is set
}

// covered says for each row of a bucket whether it was read. If only the number of the first
// rows is known and these are now other ones, none counts as read.
func (m memory) covered(rows []rowHash) []bool {
	covered := make([]bool, len(rows))
	if m.exact == nil && (m.first > len(rows) || hashAll(rows[:m.first]) != m.hash) {
		return covered
	}
	for i, h := range rows {
		covered[i] = m.exact == nil && i < m.first || slices.Contains(m.exact, h)
	}
	return covered
}

// remember is the memory of a bucket after its rows before end were read. Later rows that were
// read before stay in it, if they are remembered one by one.
func (m memory) remember(rows []rowHash, end int) memory {
	next := memory{exact: slices.Clone(rows[:end]), first: end}
	for _, h := range rows[end:] {
		if slices.Contains(m.exact, h) {
			next.exact = append(next.exact, h)
		}
	}
	return next
}
