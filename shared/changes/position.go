package changes

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"slices"
	"time"

	"stint/shared/domain"
	"stint/shared/store"
	"stint/shared/table"
)

// The index of changes is not read in the order in which it is written: a write reaches it
// up to settleTime after its moment. So a position is no single moment. It says that
// everything before its floor was read, and remembers for each bucket of time behind the
// floor how many rows of it were read, with a hash of them. A bucket whose first rows are
// not those any more is read again. A bucket that is older than settleTime does not change
// by late rows, so the floor passes it when it was read to its end.

const (
	// bucketTime is the length of a bucket.
	bucketTime = 2 * time.Second
	// settleTime is how long after its moment a change may reach the index. It has room for
	// table.MaxWriteTime, for clocks that differ by seconds, and for a slow index.
	settleTime = 2 * time.Minute
	// sinceMargin is how long before the time of its answer a write may have its moment.
	sinceMargin = table.MaxWriteTime + 5*time.Second
	// maxMemory bounds the buckets that a position remembers. What it forgets is read again.
	maxMemory = 130
)

// bucket is a stretch of bucketTime, counted from 1970.
type bucket int64

func bucketOf(at time.Time) bucket { return bucket(at.UnixMicro() / bucketTime.Microseconds()) }

func (b bucket) start() time.Time { return time.UnixMicro(int64(b) * bucketTime.Microseconds()) }

// rowHash identifies rows.
type rowHash [6]byte

func hashRows(rows []store.ChangeRow) (h rowHash) {
	digest := sha256.New()
	for _, r := range rows {
		digest.Write([]byte(r.Key.PK + "\n" + r.Key.SK + "\n" + r.Moment + "\n"))
	}
	copy(h[:], digest.Sum(nil))
	return h
}

// memory is what was read of a bucket: its first rows.
type memory struct {
	rows int
	hash rowHash
}

// covers is how many rows of a bucket were read before: all that the memory has, or none
// when they are not the first ones any more.
func (m memory) covers(rows []store.ChangeRow) int {
	if m.rows <= len(rows) && hashRows(rows[:m.rows]) == m.hash {
		return m.rows
	}
	return 0
}

// expansion is how far the entries of a submission were read.
type expansion struct {
	row   rowHash // of the submission
	after string  // see store.StampedEntries
}

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
	return p.floor.start().Before(now.Add(-domain.MaxChangeAge - settleTime - sinceMargin))
}

// begin is the bucket with which a read begins. A pass over the buckets that are not
// settled continues where it ended, unless it has taken too long.
func (p position) begin(now time.Time) bucket {
	if p.floor < bucketOf(now.Add(-2*settleTime)) {
		return p.floor
	}
	return max(p.floor, p.scan)
}

const positionVersion = 1

func (p position) encode() Position {
	out := []byte{positionVersion}
	out = binary.AppendVarint(out, int64(p.floor))
	out = binary.AppendUvarint(out, uint64(p.scan-p.floor))
	buckets := make([]bucket, 0, len(p.memory))
	for b := range p.memory {
		buckets = append(buckets, b)
	}
	slices.Sort(buckets)
	buckets = buckets[:min(len(buckets), maxMemory)]
	out = binary.AppendUvarint(out, uint64(len(buckets)))
	last := p.floor
	for _, b := range buckets {
		m := p.memory[b]
		out = binary.AppendUvarint(out, uint64(b-last))
		out = binary.AppendUvarint(out, uint64(m.rows))
		out = append(out, m.hash[:]...)
		last = b
	}
	if p.expansion != nil {
		out = append(out, p.expansion.row[:]...)
		out = append(out, p.expansion.after...)
	}
	return Position(base64.RawURLEncoding.EncodeToString(out))
}

// decode reads a position; ok is false for a text that is none.
func (s Position) decode() (p position, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(string(s))
	if err != nil || len(raw) == 0 || raw[0] != positionVersion {
		return p, false
	}
	r := reader{left: raw[1:], ok: true}
	p.floor = bucket(r.varint())
	p.scan = p.floor + bucket(r.uvarint())
	p.memory = map[bucket]memory{}
	last := p.floor
	for n := r.uvarint(); n > 0 && r.ok; n-- {
		last += bucket(r.uvarint())
		m := memory{rows: int(r.uvarint())}
		m.hash = r.hash()
		p.memory[last] = m
	}
	if r.ok && len(r.left) > 0 {
		p.expansion = &expansion{row: r.hash()}
		p.expansion.after = string(r.left)
	}
	return p, r.ok
}

// reader reads the parts of a position. Once something is missing, ok stays false.
type reader struct {
	left []byte
	ok   bool
}

func (r *reader) varint() int64 {
	v, n := binary.Varint(r.left)
	r.skip(n)
	return v
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.left)
	r.skip(n)
	return v
}

func (r *reader) hash() (h rowHash) {
	n := copy(h[:], r.left)
	if n < len(h) {
		n = 0
	}
	r.skip(n)
	return h
}

func (r *reader) skip(n int) {
	if n <= 0 {
		r.left, r.ok = nil, false
		return
	}
	r.left = r.left[n:]
}
