package changes

import (
	"encoding/base64"
	"encoding/binary"
	"maps"
	"slices"
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
