package changes

import (
	"encoding/base64"
	"encoding/binary"
	"maps"
	"slices"
	"time"

	"stint/shared/domain/feed"
	"stint/shared/table"
)

// A position is written as its version, its floor, the distance of its scan from the floor, the
// number of its memories and these, and the expansion if there is one. Buckets are written as
// the distance from the one before. A memory is
//
//   - row by row: twice the number of its rows plus one, how many of them are first ones, and
//     their hashes;
//   - else: twice the number of its first rows, and their hash.

const positionVersion = 1

func (p position) encode() Position {
	out := []byte{positionVersion}
	out = binary.AppendVarint(out, int64(p.floor))
	out = binary.AppendUvarint(out, uint64(p.scan-p.floor))
	out = p.appendMemories(out)
	if p.expansion != nil {
		out = append(out, p.expansion.row[:]...)
		out = append(out, p.expansion.after...)
	}
	return Position(base64.RawURLEncoding.EncodeToString(out))
}

// appendMemories writes the memories of the oldest maxMemory buckets.
func (p position) appendMemories(out []byte) []byte {
	buckets := slices.Sorted(maps.Keys(p.memory))
	buckets = buckets[:min(len(buckets), maxMemory)]
	out = binary.AppendUvarint(out, uint64(len(buckets)))
	last, exact := p.floor, p.exactBuckets(buckets)
	for _, b := range buckets {
		out = binary.AppendUvarint(out, uint64(b-last))
		out = p.memory[b].append(out, exact[b])
		last = b
	}
	return out
}

// exactBuckets are the buckets whose rows are written one by one: the newest ones.
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

// append writes a memory, row by row if isExact.
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

// memory reads a memory.
func (r *positionReader) memory() (m memory) {
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
	r := positionReader{left: raw[1:], ok: true}
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

// positionReader reads the parts of a position. Once something is missing, ok stays false.
type positionReader struct {
	left []byte
	ok   bool
}

func (r *positionReader) varint() int64 {
	v, n := binary.Varint(r.left)
	r.skip(n)
	return v
}

func (r *positionReader) uvarint() uint64 {
	v, n := binary.Uvarint(r.left)
	r.skip(n)
	return v
}

func (r *positionReader) hash() (h rowHash) {
	n := copy(h[:], r.left)
	if n < len(h) {
		n = 0
	}
	r.skip(n)
	return h
}

func (r *positionReader) skip(n int) {
	if n <= 0 {
		r.left, r.ok = nil, false
		return
	}
	r.left = r.left[n:]
}

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
	return p.floor.start().Before(now.Add(-feed.MaxChangeAge - settleTime - table.WriteMargin))
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
