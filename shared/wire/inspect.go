package wire

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"stint/shared/domain"
)

// requestSchema is the declaration of a struct that Read fills.
type requestSchema struct {
	query     *Schema
	body      *Schema // without properties when there is no field Body and no field Form
	bodyIndex []int   // of Body or Form; nil when there is neither
	isForm    bool    // the body is a form
	inParts   bool    // the form may come as multipart/form-data too

	file *FileSchema // the body is a file; nil when it is none
}

var inspectCache sync.Map // reflect.Type → *requestSchema

// Check panics with an explanation if the declaration of In has a mistake.
func Check[In any]() { CheckType(reflect.TypeFor[In]()) }

// CheckType is Check for a type that is known at run time.
func CheckType(in reflect.Type) { inspect(in) }

// inspect returns the schema of a struct, from the cache if possible.
func inspect(in reflect.Type) *requestSchema {
	if known, ok := inspectCache.Load(in); ok {
		return known.(*requestSchema)
	}
	known, _ := inspectCache.LoadOrStore(in, newRequest(in))
	return known.(*requestSchema)
}

func newRequest(in reflect.Type) *requestSchema {
	if in.Kind() != reflect.Struct {
		panic(declarationError(in.String(), "is not a struct"))
	}
	var i inspector
	found := &requestSchema{query: i.inspectObject(in.String(), in, "query"),
		body: i.inspectObject(in.String(), noBody, "json"), file: inspectFile(in)}
	body, is := in.FieldByName("Body")
	form, filled := in.FieldByName("Form")
	if is && filled {
		panic(declarationError(in.String(), "has both a Body and a Form"))
	}
	tag := "json"
	if filled {
		body, tag, found.isForm = form, "form", true
		found.inParts = form.Tag.Get("multipart") == "true"
	}
	if is || filled {
		where := in.String() + "." + body.Name
		if !isPlainStruct(body.Type) {
			panic(declarationError(where, "is not a plain struct"))
		}
		found.body, found.bodyIndex = i.inspectObject(where, body.Type, tag), body.Index
		found.body.mustBeSent = body.Tag.Get("required") == "true"
		for name := range found.query.byName {
			if _, both := found.body.byName[name]; both {
				panic(declarationError(where, name+" is a query parameter, too"))
			}
		}
	}
	return found
}

// noBody is the body of a request that takes none: all that is sent is unknown.
var noBody = reflect.TypeFor[struct{}]()

func declarationError(where, what string) string { return fmt.Sprintf("wire: %s %s", where, what) }

// inspector makes schemas of Go types. enclosing has the structs that are being
// inspected, to find a type that contains itself.
type inspector struct{ enclosing []reflect.Type }

// inspectObject inspects a struct. tag is the tag with the names of its fields.
func (i *inspector) inspectObject(where string, t reflect.Type, tag string) *Schema {
	if slices.Contains(i.enclosing, t) {
		panic(declarationError(where, "holds itself"))
	}
	i.enclosing = append(i.enclosing, t)
	s := &Schema{Kind: Object, Type: t, byName: map[string]int{}}
	i.inspectFields(where, t, tag, nil, s)
	i.enclosing = i.enclosing[:len(i.enclosing)-1]
	return s
}

// inspectFields adds the fields of t to s. index is the path to t in the outer struct.
func (i *inspector) inspectFields(where string, t reflect.Type, tag string, index []int, s *Schema) {
	for n := range t.NumField() {
		f := t.Field(n)
		at := slices.Concat(index, []int{n})
		named, tagged := f.Tag.Lookup(tag)
		switch {
		case tag == "query" && isBodyField(f) && !tagged, named == "-":
		case f.Anonymous && !tagged && isPlainStruct(f.Type):
			i.inspectFields(where, f.Type, tag, at, s)
		case !f.IsExported() && !tagged:
		case !tagged || !f.IsExported():
			panic(declarationError(where+"."+f.Name, "needs to be exported, with the tag "+tag))
		default:
			s.addProperty(where, i.inspectProperty(where+"."+f.Name, f, named, tag, at))
		}
	}
}

// isBodyField reports whether a field of an input takes the body.
func isBodyField(f reflect.StructField) bool {
	return f.Name == "Body" || f.Name == "Form" || f.Name == "File" && f.Type == fileType
}

// isPlainStruct reports whether t is read field by field.
func isPlainStruct(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && !reflect.PointerTo(t).Implements(parserType) && !t.Implements(presenceMarkerType)
}

func (s *Schema) addProperty(where string, p Property) {
	for _, name := range []string{p.Name, p.Alias} {
		if other, taken := s.byName[name]; taken && other != len(s.Properties) {
			panic(declarationError(where, "has two properties "+name))
		}
		s.byName[name] = len(s.Properties)
	}
	s.Properties = append(s.Properties, p)
}

func (i *inspector) inspectProperty(where string, f reflect.StructField, named, tag string, index []int) Property {
	name, alias, ok := spellings(named)
	if !ok || tag != "query" && name != named {
		panic(declarationError(where, "has no good name: "+named))
	}
	p := Property{Name: name, Alias: alias, Declared: named, index: index}
	t := f.Type
	if t.Implements(presenceMarkerType) {
		p.presence = reflect.Zero(t).Interface().(presenceMarker).presence()
		t = t.Field(0).Type
		if p.presence.isPointer() {
			t = t.Elem()
		}
	}
	p.Required = p.presence == required || p.presence == nullable
	p.Nullable = tag == "json" && (p.presence == optional || p.presence.isPointer())
	p.Schema = *i.inspectValue(where, t)
	p.Schema.applyConstraints(where, f.Tag)
	if tag != "json" && (!p.fitsPair() || p.presence > optional) {
		panic(declarationError(where, "cannot be sent in a "+tag))
	}
	return p
}

// fitsPair reports whether values of the schema can be sent as pairs of a query or a form.
// A list is one of scalars. It needs no more than one value, because an empty text
// is one.
func (s *Schema) fitsPair() bool {
	switch s.Kind {
	case Object:
		return false
	case Array:
		return s.Items.Kind != Array && s.Items.Kind != Object && s.MinItems.Or(0) <= 1
	}
	return true
}

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
	_, s.takesText = tag.Lookup("commas")
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
