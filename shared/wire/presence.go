package wire

// Optional is a property that need not be given: absent and null both leave it
// unset. Set tells that a value was sent, be it acceptable or not; Issues.Clean
// tells whether Value can be trusted.
type Optional[T any] struct {
	Value T
	Set   bool
}

// Some is an Optional that holds v.
func Some[T any](v T) Optional[T] { return Optional[T]{Value: v, Set: true} }

// Or is the value, or def where none was given.
func (o Optional[T]) Or(def T) T {
	if o.Set {
		return o.Value
	}
	return def
}

// Pointer is a pointer to the value, or nil where none was given.
func (o Optional[T]) Pointer() *T {
	if !o.Set {
		return nil
	}
	return &o.Value
}

// Change is a property of a PATCH that cannot be cleared: absent leaves it as
// it is, null is refused as required.
type Change[T any] struct {
	Value T
	Set   bool
}

// Apply sets *to if a value was given.
func (c Change[T]) Apply(to *T) {
	if c.Set {
		*to = c.Value
	}
}

// Clearable is a property of a PATCH that may be empty: absent leaves it as it
// is, null clears it (Set, with a nil Value).
type Clearable[T any] struct {
	Value *T
	Set   bool
}

// Apply sets *to if a value or null was given.
func (c Clearable[T]) Apply(to **T) {
	if c.Set {
		*to = c.Value
	}
}

// Nullable is a property that must be given, though its value may be empty: as
// in what replaces a whole, null is a value (Set, with a nil Value) and absence
// is refused as required.
type Nullable[T any] struct {
	Value *T
	Set   bool
}

// presence is what a property's absence and its null mean.
type presence int

const (
	required presence = iota
	optional
	change
	clearable
	nullable
)

// isPointer reports whether the value is held by a pointer, which null leaves nil.
func (p presence) isPointer() bool { return p == clearable || p == nullable }

// presenceMarker is implemented by the four types above, whose first field is the
// value and whose second tells that it was given.
type presenceMarker interface{ presence() presence }

func (Optional[T]) presence() presence  { return optional }
func (Change[T]) presence() presence    { return change }
func (Clearable[T]) presence() presence { return clearable }
func (Nullable[T]) presence() presence  { return nullable }
