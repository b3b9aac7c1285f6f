package wire

// trace remembers how the caller wrote an object or an array: which of the
// known properties, in which order and spelling. It is what puts problems that
// are found later into the order of the document.
type trace struct {
	sent  []sent   // objects: by the property's place in the schema; nil while nothing known was sent
	known int32    // objects: how many known names were read, repeats included
	items []*trace // arrays that hold objects
}

// sent is how one property was sent.
type sent struct {
	rank     int32 // counts from 1 in the order sent; 0: absent
	alias    bool  // in the other spelling
	repeated bool
	below    *trace
}

// note records that name, which is the property at place, was sent next.
func (t *trace) note(s *Schema, place int, name string) *sent {
	if t.sent == nil {
		t.sent = make([]sent, len(s.Properties))
	}
	t.known++
	p := &t.sent[place]
	if p.rank == 0 {
		p.rank, p.alias = t.known, name != s.Properties[place].Name
	}
	return p
}

// absentRank sorts absent properties behind all that were sent.
const absentRank = 1 << 30

// property tells where the property at place sorts, how it was spelt, and the
// trace of its value. t may be nil: nothing was sent.
func (t *trace) property(s *Schema, place int) (rank int32, spelt string, below *trace) {
	p := &s.Properties[place]
	if t == nil || t.sent == nil || t.sent[place].rank == 0 {
		return absentRank + int32(place), p.Name, nil
	}
	told := &t.sent[place]
	if told.alias {
		return told.rank, p.Alias, told.below
	}
	return told.rank, p.Name, told.below
}

// item is the trace of the element at index, nil if it has none.
func (t *trace) item(index int) *trace {
	if t == nil || index >= len(t.items) {
		return nil
	}
	return t.items[index]
}

// fork begins the trace of a value of the schema; one that holds no objects
// needs none.
func fork(s *Schema) *trace {
	inner := s
	for inner.Kind == Array {
		inner = inner.Items
	}
	if inner.Kind != Object {
		return nil
	}
	return &trace{}
}
