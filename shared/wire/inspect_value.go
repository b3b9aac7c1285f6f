package wire

import (
	"math"
	"reflect"
	"strconv"
	"strings"

	"stint/shared/domain"
)

var (
	parserType         = reflect.TypeFor[TextParser]()
	presenceMarkerType = reflect.TypeFor[presenceMarker]()
)

// inspectValue inspects the type of a value, without its constraints.
func (i *inspector) inspectValue(where string, t reflect.Type) *Schema {
	s := &Schema{Type: t}
	switch {
	case t.Implements(presenceMarkerType):
		panic(declarationError(where, "may be absent only as a property of its own"))
	case reflect.PointerTo(t).Implements(parserType):
		s.Kind, s.hasParser = String, true
	case t.Kind() == reflect.String:
		s.Kind = String
	case t.Kind() == reflect.Bool:
		s.Kind = Boolean
	case t.Kind() == reflect.Int, t.Kind() == reflect.Int32, t.Kind() == reflect.Int64:
		s.Kind = Integer
		s.lowest, s.highest = math.MinInt64>>(64-t.Bits()), math.MaxInt64>>(64-t.Bits())
	case t.Kind() == reflect.Slice:
		s.Kind, s.Items = Array, i.inspectValue(where+"[]", t.Elem())
	case t.Kind() == reflect.Struct:
		return i.inspectObject(where, t, "json")
	default:
		panic(declarationError(where, "has a type that cannot be read: "+t.String()))
	}
	return s
}

// applyConstraints adds the constraints in a field's tags. On a slice, all constraints
// except minItems and maxItems apply to its elements.
func (s *Schema) applyConstraints(where string, tag reflect.StructTag) {
	c := constraintTags{where: where, tag: tag}
	inner := s
	for inner.Kind == Array {
		inner = inner.Items
	}
	isText := inner.Kind == String && inner.Type.Kind() == reflect.String
	inner.MinLength = toInt(c.parseNumber("minLength", isText, 0))
	inner.MaxLength = toInt(c.parseNumber("maxLength", isText, 0))
	inner.Minimum = c.parseNumber("minimum", inner.Kind == Integer, math.MinInt64)
	inner.Maximum = c.parseNumber("maximum", inner.Kind == Integer, math.MinInt64)
	s.MinItems = toInt(c.parseNumber("minItems", s.Kind == Array, 0))
	s.MaxItems = toInt(c.parseNumber("maxItems", s.Kind == Array, 0))
	s.applyNamedBounds(c)
	inner.Enum = c.parseList("enum", isText)
	if isText && !inner.hasParser && inner.Enum == nil && inner.Type != reflect.TypeFor[string]() {
		panic(declarationError(where, "has a string type with neither ParseText nor an enum"))
	}
	inner.lowest = max(inner.lowest, inner.Minimum.Or(inner.lowest))
	inner.highest = min(inner.highest, inner.Maximum.Or(inner.highest))
	c.checkOrder("Length", inner.MinLength.Or(0), inner.MaxLength.Or(math.MaxInt))
	c.checkOrder("Items", s.MinItems.Or(0), s.MaxItems.Or(math.MaxInt))
	if inner.lowest > inner.highest {
		panic(declarationError(where, "has a minimum above its maximum"))
	}
}

// applyNamedBounds takes over the bounds that the tag bounds names.
func (s *Schema) applyNamedBounds(c constraintTags) {
	name, given := c.tag.Lookup("bounds")
	if !given {
		return
	}
	b, known := domain.BoundsNamed(name)
	least, most := Some(int(b.Min)), Some(int(b.Max))
	least.Set = b.Min > 0 // 0 is the least length of any text and any list
	isText := s.Kind == String && s.Type.Kind() == reflect.String
	switch {
	case !known, s.MinLength.Set, s.MaxLength.Set, s.Minimum.Set, s.Maximum.Set, s.MinItems.Set, s.MaxItems.Set:
		panic(declarationError(c.where, "cannot have bounds "+name))
	case s.Kind == Array:
		s.MinItems, s.MaxItems = least, most
	case s.Kind == Integer:
		s.Minimum, s.Maximum = Some(b.Min), Some(b.Max)
	case isText:
		s.MinLength, s.MaxLength, s.NoLinks = least, most, b.NoLinks
	default:
		panic(declarationError(c.where, "cannot have bounds "+name))
	}
}

// constraintTags parses the constraint tags of one field.
type constraintTags struct {
	where string
	tag   reflect.StructTag
}

func (c constraintTags) parseNumber(key string, applies bool, least int64) Optional[int64] {
	text, given := c.tag.Lookup(key)
	if !given {
		return Optional[int64]{}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > math.MaxInt || !applies {
		panic(declarationError(c.where, "cannot have "+key+" "+text))
	}
	return Some(n)
}

func toInt(n Optional[int64]) Optional[int] { return Optional[int]{Value: int(n.Value), Set: n.Set} }

func (c constraintTags) parseList(key string, applies bool) []string {
	text, given := c.tag.Lookup(key)
	if !given {
		return nil
	}
	words := strings.Split(text, ",")
	for _, word := range words {
		if word == "" || strings.TrimSpace(word) != word || !applies {
			panic(declarationError(c.where, "cannot have "+key+" "+text))
		}
	}
	return words
}

func (c constraintTags) checkOrder(what string, least, most int) {
	if least > most {
		panic(declarationError(c.where, "has a min"+what+" above its max"+what))
	}
}
