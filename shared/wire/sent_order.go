package wire

// trace remembers which declared properties of an object or array were sent, in which
// order and spelling. With it, issues that are found later can be sorted into the order
// of the request.
type trace struct {
	sent  []sentProperty // objects: by the index of the property in the schema; nil while none was sent
	count int32          // objects: how many declared names were read, repetitions included
	items []*trace       // arrays of objects
}

// sentProperty is how one property was sent.
type sentProperty struct {
	rank     int32 // position in the order sent, from 1; 0: absent
	alias    bool  // in the snake_case spelling
	repeated bool
	child    *trace
}

// recordSent records that the property at index was sent next, spelt as name.
func (t *trace) recordSent(s *Schema, index int, name string) *sentProperty {
	if t.sent == nil {
		t.sent = make([]sentProperty, len(s.Properties))
	}
	t.count++
	p := &t.sent[index]
	if p.rank == 0 {
		p.rank, p.alias = t.count, name != s.Properties[index].Name
	}
	return p
}

// absentRank sorts absent properties after those that were sent.
const absentRank = 1 << 30

// locateProperty returns the position of the property at index, its spelling, and the
// trace of its value. t may be nil: nothing was sent.
func (t *trace) locateProperty(s *Schema, index int) (rank int32, spelling string, child *trace) {
	p := &s.Properties[index]
	if t == nil || t.sent == nil || t.sent[index].rank == 0 {
		return absentRank + int32(index), p.Name, nil
	}
	seen := &t.sent[index]
	if seen.alias {
		return seen.rank, p.Alias, seen.child
	}
	return seen.rank, p.Name, seen.child
}

// child is the trace of the element at index; nil without one.
func (t *trace) child(index int) *trace {
	if t == nil || index >= len(t.items) {
		return nil
	}
	return t.items[index]
}

// newTrace makes the trace of a value with this schema; nil when the value has no
// objects.
func newTrace(s *Schema) *trace {
	inner := s
	for inner.Kind == Array {
		inner = inner.Items
	}
	if inner.Kind != Object {
		return nil
	}
	return &trace{}
}
