package wire

// Optional is a property that may be absent. Null means the same as absent. Set reports
// whether a value was sent, valid or not; Issues.IsClean reports whether Value can be
// used.
type Optional[T any] struct {
	Value T
	Set   bool
}

// Some is an Optional that holds v.
func Some[T any](v T) Optional[T] { return Optional[T]{Value: v, Set: true} }

// Or is the value, or def without one.
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

// Change is a property of a PATCH that cannot be cleared. Absent leaves the record
// unchanged; null is refused as required.
type Change[T any] struct {
	Value T
	Set   bool
}

// Apply sets *to if a value was sent.
func (c Change[T]) Apply(to *T) {
	if c.Set {
		*to = c.Value
	}
}

// Clearable is a property of a PATCH that can be cleared. Absent leaves the record
// unchanged; null clears the property (Set, with a nil Value).
type Clearable[T any] struct {
	Value *T
	Set   bool
}

// Apply sets *to if a value or null was sent.
func (c Clearable[T]) Apply(to **T) {
	if c.Set {
		*to = c.Value
	}
}

// ApplyValue sets *to to the value that was sent, or to the zero value if null was sent.
func (c Clearable[T]) ApplyValue(to *T) {
	var value T
	if c.Value != nil {
		value = *c.Value
	}
	if c.Set {
		*to = value
	}
}

// Nullable is a required property that may be null, such as one of a PUT that replaces a
// whole record. Null is a value (Set, with a nil Value); absent is refused as
// required.
type Nullable[T any] struct {
	Value *T
	Set   bool
}

// presence is what absent and null mean for a property.
type presence int

const (
	required presence = iota
	optional
	change
	clearable
	nullable
)

// isPointer reports whether the field Value is a pointer, which is nil for null.
func (p presence) isPointer() bool { return p == clearable || p == nullable }

// presenceMarker is implemented by the four types above. Their first field is Value, their
// second Set.
type presenceMarker interface{ presence() presence }

func (Optional[T]) presence() presence  { return optional }
func (Change[T]) presence() presence    { return change }
func (Clearable[T]) presence() presence { return clearable }
func (Nullable[T]) presence() presence  { return nullable }
