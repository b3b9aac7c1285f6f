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
// floor which rows were read. While these are few, it remembers each; else how many first
// rows of a bucket were read, with a hash of them. A bucket whose first rows are not those
// any more is read again. A bucket that is older than settleTime does not change by late
// rows, so the floor passes it when it was read to its end.

const (
	// bucketTime is the length of a bucket.
	bucketTime = 2 * time.Second
	// settleTime is how long after its moment a change may reach the index. It has room for
	// table.MaxWriteTime, for clocks that differ by seconds, and for a slow index.
	settleTime = 2 * time.Minute
	// sinceMargin is how long before the time of its answer a write may have its moment.
	sinceMargin = table.MaxWriteTime + 5*time.Second
	// maxMemory bounds the buckets that a position remembers. What it forgets is read again.
	maxMemory = 125
	// maxExact bounds the rows that a position remembers one by one, the newest first.
	maxExact = 80
)

// bucket is a stretch of bucketTime, counted from 1970.
type bucket int64

func bucketOf(at time.Time) bucket { return bucket(at.UnixMicro() / bucketTime.Microseconds()) }

func (b bucket) start() time.Time { return time.UnixMicro(int64(b) * bucketTime.Microseconds()) }

// rowHash identifies a row, or several in their order.
type rowHash [6]byte

func hashRow(r store.ChangeRow) rowHash {
	return shortHash([]byte(r.Key.PK + "\n" + r.Key.SK + "\n" + r.Moment))
}

func hashAll(rows []rowHash) rowHash {
	digest := sha256.New()
	for _, h := range rows {
		digest.Write(h[:])
	}
	return rowHash(digest.Sum(nil)[:len(rowHash{})])
}

func shortHash(content []byte) rowHash {
	digest := sha256.Sum256(content)
	return rowHash(digest[:len(rowHash{})])
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
	exact []rowHash // the rows that were read; nil when only the first ones are known
	first int       // how many of its first rows were read; of exact, they are the first ones
	hash  rowHash   // of these first rows; without exact
}

// covered says for each row of a bucket whether it was read. Without an exact memory none
// was, when the first ones are not those any more.
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

// remember is the memory of a bucket whose rows were read up to, without, the given one.
// Rows behind it that were read before stay so, if each is remembered.
func (m memory) remember(rows []rowHash, end int) memory {
	next := memory{exact: slices.Clone(rows[:end]), first: end}
	for _, h := range rows[end:] {
		if slices.Contains(m.exact, h) {
			next.exact = append(next.exact, h)
		}
	}
	return next
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
	exact := p.exactBuckets(buckets)
	for _, b := range buckets {
		out = binary.AppendUvarint(out, uint64(b-last))
		out = p.memory[b].append(out, exact[b])
		last = b
	}
	if p.expansion != nil {
		out = append(out, p.expansion.row[:]...)
		out = append(out, p.expansion.after...)
	}
	return Position(base64.RawURLEncoding.EncodeToString(out))
}

// exactBuckets are the buckets whose rows are remembered one by one: the newest ones.
func (p position) exactBuckets(buckets []bucket) map[bucket]bool {
	exact, room := map[bucket]bool{}, maxExact
	for _, b := range slices.Backward(buckets) {
		m := p.memory[b]
		if room -= len(m.exact); room < 0 {
			break
		}
		exact[b] = m.exact != nil
	}
	return exact
}

// append writes a memory. An exact one is twice the number of its rows, plus one, how many
// of them are the first ones, and their hashes; another one is twice the number of the first
// rows, and their hash.
func (m memory) append(out []byte, isExact bool) []byte {
	if isExact {
		out = binary.AppendUvarint(out, uint64(2*len(m.exact)+1))
		out = binary.AppendUvarint(out, uint64(m.first))
		for _, h := range m.exact {
			out = append(out, h[:]...)
		}
		return out
	}
	if m.exact != nil {
		m.hash = hashAll(m.exact[:m.first])
	}
	out = binary.AppendUvarint(out, uint64(2*m.first))
	return append(out, m.hash[:]...)
}

func (r *reader) memory() (m memory) {
	n := r.uvarint()
	if n%2 == 0 {
		m.first, m.hash = int(n/2), r.hash()
		return m
	}
	m.first, m.exact = int(r.uvarint()), []rowHash{}
	for range n / 2 {
		if !r.ok {
			break
		}
		m.exact = append(m.exact, r.hash())
	}
	r.ok = r.ok && m.first <= len(m.exact)
	return m
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
		p.memory[last] = r.memory()
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
