package wire

import (
	"math"
	"reflect"
	"strconv"
	"strings"
)

var (
	parserType  = reflect.TypeFor[TextParser]()
	presentType = reflect.TypeFor[present]()
)

// value inspects the type of a value, not yet its constraints.
func (i *inspector) value(where string, t reflect.Type) *Schema {
	s := &Schema{Type: t}
	switch {
	case t.Implements(presentType):
		panic(mistake(where, "may be absent only as a property of its own"))
	case reflect.PointerTo(t).Implements(parserType):
		s.Kind, s.parses = String, true
	case t.Kind() == reflect.String:
		s.Kind = String
	case t.Kind() == reflect.Bool:
		s.Kind = Boolean
	case t.Kind() == reflect.Int, t.Kind() == reflect.Int32, t.Kind() == reflect.Int64:
		s.Kind = Integer
		s.low, s.high = math.MinInt64>>(64-t.Bits()), math.MaxInt64>>(64-t.Bits())
	case t.Kind() == reflect.Slice:
		s.Kind, s.Items = Array, i.value(where+"[]", t.Elem())
	case t.Kind() == reflect.Struct:
		return i.object(where, t, "json")
	default:
		panic(mistake(where, "has a type that cannot be read: "+t.String()))
	}
	return s
}

// constrain takes over the constraints of a field's tags. On a slice, those
// that do not count items speak of its elements.
func (s *Schema) constrain(where string, tag reflect.StructTag) {
	c := constraints{where: where, tag: tag}
	inner := s
	for inner.Kind == Array {
		inner = inner.Items
	}
	isText := inner.Kind == String && inner.Type.Kind() == reflect.String
	inner.MinLength = small(c.number("minLength", isText, 0))
	inner.MaxLength = small(c.number("maxLength", isText, 0))
	inner.Minimum = c.number("minimum", inner.Kind == Integer, math.MinInt64)
	inner.Maximum = c.number("maximum", inner.Kind == Integer, math.MinInt64)
	s.MinItems = small(c.number("minItems", s.Kind == Array, 0))
	s.MaxItems = small(c.number("maxItems", s.Kind == Array, 0))
	inner.Enum = c.list("enum", isText)
	if isText && !inner.parses && inner.Enum == nil && inner.Type != reflect.TypeFor[string]() {
		panic(mistake(where, "has a string type with neither ParseText nor an enum"))
	}
	inner.low = max(inner.low, inner.Minimum.Or(inner.low))
	inner.high = min(inner.high, inner.Maximum.Or(inner.high))
	c.ordered("Length", inner.MinLength.Or(0), inner.MaxLength.Or(math.MaxInt))
	c.ordered("Items", s.MinItems.Or(0), s.MaxItems.Or(math.MaxInt))
	if inner.low > inner.high {
		panic(mistake(where, "has a minimum above its maximum"))
	}
}

// constraints reads constraint tags.
type constraints struct {
	where string
	tag   reflect.StructTag
}

func (c constraints) number(key string, applies bool, least int64) Optional[int64] {
	text, given := c.tag.Lookup(key)
	if !given {
		return Optional[int64]{}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > math.MaxInt || !applies {
		panic(mistake(c.where, "cannot have "+key+" "+text))
	}
	return Some(n)
}

func small(n Optional[int64]) Optional[int] { return Optional[int]{Value: int(n.Value), Set: n.Set} }

func (c constraints) list(key string, applies bool) []string {
	text, given := c.tag.Lookup(key)
	if !given {
		return nil
	}
	words := strings.Split(text, ",")
	for _, word := range words {
		if word == "" || strings.TrimSpace(word) != word || !applies {
			panic(mistake(c.where, "cannot have "+key+" "+text))
		}
	}
	return words
}

func (c constraints) ordered(what string, least, most int) {
	if least > most {
		panic(mistake(c.where, "has a min"+what+" above its max"+what))
	}
}
