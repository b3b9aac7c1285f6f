package wire

// trace remembers how the caller wrote an object or an array: which of the
// known properties, in which order and spelling. It is what puts problems that
// are found later into the order of the document.
type trace struct {
	sent  []sentProperty // objects: by the property's place in the schema; nil while nothing known was sent
	count int32          // objects: how many known names were read, repeats included
	items []*trace       // arrays that hold objects
}

// sentProperty is how one property was sent.
type sentProperty struct {
	rank     int32 // counts from 1 in the order sent; 0: absent
	alias    bool  // in the other spelling
	repeated bool
	child    *trace
}

// recordSent records that name, which is the property at place, was sent next.
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

// absentRank sorts absent properties behind all that were sent.
const absentRank = 1 << 30

// locateProperty tells where the property at place sorts, how it was spelt, and the
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

// child is the trace of the element at index, nil if it has none.
func (t *trace) child(index int) *trace {
	if t == nil || index >= len(t.items) {
		return nil
	}
	return t.items[index]
}

// newTrace begins the trace of a value of the schema; one that holds no objects
// needs none.
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
