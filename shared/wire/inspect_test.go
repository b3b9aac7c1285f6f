package wire_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/wire"
)

type recursive struct {
	Below wire.Optional[[]recursive] `json:"below"`
}

type bodyOf[T any] struct{ Body T }

// TestCheckFindsMistakes has one row for each mistake in a declaration that is found.
func TestCheckFindsMistakes(t *testing.T) {
	t.Parallel()
	cases := map[string]any{
		"no struct":    0,
		"no query tag": struct{ Limit int }{},
		"no json tag":  bodyOf[struct{ Limit int }]{},
		"unexported with a tag": struct {
			a int `query:"a"`
		}{},
		"body is a pointer":    bodyOf[*struct{}]{},
		"body is optional":     bodyOf[wire.Optional[struct{}]]{},
		"body is a value type": bodyOf[domain.Instant]{},
		"recursive":            bodyOf[recursive]{},
		"bad name": bodyOf[struct {
			A string `json:"Name"`
		}]{},
		"empty name": bodyOf[struct {
			A string `json:""`
		}]{},
		"name with options": bodyOf[struct {
			A string `json:"a,omitempty"`
		}]{},
		"snake_case in body": bodyOf[struct {
			A string `json:"a_b"`
		}]{},
		"bad query name": struct {
			A string `query:"a-b"`
		}{},
		"same name twice": struct {
			A, B string `query:"a"`
		}{},
		"same alias twice": struct {
			A string `query:"aB"`
			B string `query:"a_b"`
		}{},
		"in query and body": struct {
			A    string `query:"a_b"`
			Body struct {
				B string `json:"aB"`
			}
		}{},
		"pointer": bodyOf[struct {
			A *string `json:"a"`
		}]{},
		"float": bodyOf[struct {
			A float64 `json:"a"`
		}]{},
		"bytes": bodyOf[struct {
			A []byte `json:"a"`
		}]{},
		"map": bodyOf[struct {
			A map[string]int `json:"a"`
		}]{},
		"any": bodyOf[struct {
			A any `json:"a"`
		}]{},
		"embedded value type": bodyOf[struct{ domain.Instant }]{},
		"maxLength of time": bodyOf[struct {
			A time.Time `json:"a" maxLength:"3"`
		}]{},
		"string type without enum": bodyOf[struct {
			A color `json:"a"`
		}]{},
		"optional in optional": bodyOf[struct {
			A wire.Optional[wire.Change[int]] `json:"a"`
		}]{},
		"list of optionals": bodyOf[struct {
			A []wire.Optional[int] `json:"a"`
		}]{},
		"a body and a form": struct {
			Body struct{}
			Form struct{}
		}{},
		"no form tag": struct {
			Form struct {
				A string `json:"a"`
			}
		}{},
		"list of lists in form": struct {
			Form struct {
				A [][]string `form:"a"`
			}
		}{},
		"list of structs in query": struct {
			A []struct{} `query:"a"`
		}{},
		"list of lists in query": struct {
			A [][]string `query:"a"`
		}{},
		"least number of values in query": struct {
			A []string `query:"a" minItems:"2"`
		}{},
		"struct in query": struct {
			A struct{} `query:"a"`
		}{},
		"change in query": struct {
			A wire.Change[int] `query:"a"`
		}{},
		"maxLength of a number": bodyOf[struct {
			A int `json:"a" maxLength:"3"`
		}]{},
		"maxLength of an instant": bodyOf[struct {
			A domain.Instant `json:"a" maxLength:"3"`
		}]{},
		"maximum of a string": bodyOf[struct {
			A string `json:"a" maximum:"3"`
		}]{},
		"maxItems of a string": bodyOf[struct {
			A string `json:"a" maxItems:"3"`
		}]{},
		"enum of a number": bodyOf[struct {
			A int `json:"a" enum:"1,2"`
		}]{},
		"enum with a space": bodyOf[struct {
			A string `json:"a" enum:"a, b"`
		}]{},
		"enum with nothing": bodyOf[struct {
			A string `json:"a" enum:"a,"`
		}]{},
		"bound is no number": bodyOf[struct {
			A string `json:"a" maxLength:"x"`
		}]{},
		"negative length": bodyOf[struct {
			A string `json:"a" minLength:"-1"`
		}]{},
		"minLength above maxLength": bodyOf[struct {
			A string `json:"a" minLength:"3" maxLength:"2"`
		}]{},
		"bounds without a name": bodyOf[struct {
			A string `json:"a" bounds:"nope"`
		}]{},
		"bounds beside maxLength": bodyOf[struct {
			A string `json:"a" bounds:"note" maxLength:"3"`
		}]{},
		"bounds of a bool": bodyOf[struct {
			A bool `json:"a" bounds:"note"`
		}]{},
		"minItems above maxItems": bodyOf[struct {
			A []int `json:"a" minItems:"3" maxItems:"2"`
		}]{},
		"minimum above maximum": bodyOf[struct {
			A int `json:"a" minimum:"3" maximum:"2"`
		}]{},
		"minimum above the type": bodyOf[struct {
			A int32 `json:"a" minimum:"2147483648"`
		}]{},
	}
	for name, in := range cases {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if said, _ := recover().(string); !strings.HasPrefix(said, "wire: ") {
					t.Errorf("it panicked with %q, want a sentence", said)
				}
			}()
			wire.CheckType(reflect.TypeOf(in))
		})
	}
}

func TestCheckAcceptsValidTypes(t *testing.T) {
	t.Parallel()
	wire.Check[struct{}]()
	wire.Check[struct{ Body struct{} }]()
	wire.Check[listIn]()
	wire.Check[entryIn]()
	wire.Check[struct {
		_    struct{}
		Left int `query:"-"`
		Body struct {
			_     struct{}
			Left  func()         `json:"-"`
			Whole []placeOfEntry `json:"whole"`
		}
	}]()
}

func TestSpellings(t *testing.T) {
	t.Parallel()
	type in struct {
		Body struct {
			A wire.Optional[int] `json:"id"`
			B wire.Optional[int] `json:"projectId"`
			C wire.Optional[int] `json:"ssoURLPath"`
			D wire.Optional[int] `json:"sha256Sum"`
			E wire.Optional[int] `json:"ownerID"`
		}
		F wire.Optional[int] `query:"page_2_of"`
	}
	described := wire.Describe(reflect.TypeFor[in]())
	var got []string
	for _, p := range append(described.Body.Value.Properties, described.Query...) {
		got = append(got, p.Name+" "+p.Alias)
	}
	want := []string{"id id", "projectId project_id", "ssoURLPath sso_url_path", "sha256Sum sha256_sum",
		"ownerID owner_id", "page2Of page_2_of"}
	if !slices.Equal(got, want) {
		t.Errorf("the names are %q, want %q", got, want)
	}
}

func TestDescribe(t *testing.T) {
	t.Parallel()
	type in struct {
		Limit wire.Optional[int] `query:"limit" minimum:"1" maximum:"200"`
		Body  struct {
			Name   domain.Name                  `json:"name" minLength:"1" maxLength:"9"`
			Colors wire.Change[[]color]         `json:"colors" enum:"red,blue" minItems:"1" maxItems:"2"`
			Place  wire.Clearable[placeOfEntry] `json:"place"`
			Done   wire.Optional[bool]          `json:"done"`
		}
	}
	d := wire.Describe(reflect.TypeFor[in]())
	limit := d.Query[0]
	equal(t, "limit", [2]any{limit.Name, limit.Kind}, [2]any{"limit", wire.Integer})
	equal(t, "limit's bounds", [2]any{limit.Minimum, limit.Maximum}, [2]any{wire.Some[int64](1), wire.Some[int64](200)})
	equal(t, "limit", [2]bool{limit.Required, limit.Nullable}, [2]bool{false, false})
	equal(t, "body required", d.BodyRequired, true)

	body := d.Body.Value.Properties
	name, colors, place, done := body[0], body[1], body[2], body[3]
	equal(t, "name", [3]any{name.Kind, name.Required, name.Nullable}, [3]any{wire.String, true, false})
	equal(t, "name's type", name.Type, reflect.TypeFor[domain.Name]())
	equal(t, "name's bounds", [2]any{name.MinLength, name.MaxLength}, [2]any{wire.Some(1), wire.Some(9)})
	equal(t, "colors", [3]any{colors.Kind, colors.Required, colors.Nullable}, [3]any{wire.Array, false, false})
	equal(t, "colors' bounds", [2]any{colors.MinItems, colors.MaxItems}, [2]any{wire.Some(1), wire.Some(2)})
	equal(t, "colors' enum", strings.Join(colors.Items.Enum, " "), "red blue")
	equal(t, "place", [3]any{place.Kind, place.Required, place.Nullable}, [3]any{wire.Object, false, true})
	equal(t, "place's first", place.Properties[0].Name, "city")
	equal(t, "done", [3]any{done.Kind, done.Required, done.Nullable}, [3]any{wire.Boolean, false, true})
}

func TestDescribeWithoutBody(t *testing.T) {
	t.Parallel()
	equal(t, "body of no body", wire.Describe(reflect.TypeFor[listIn]()).Body.Set, false)
	equal(t, "body of all optional", wire.Describe(reflect.TypeFor[patch]()).BodyRequired, false)
}

func TestDescriptionIsACopy(t *testing.T) {
	t.Parallel()
	type in struct {
		Body struct {
			Colors []color `json:"colors" enum:"red,blue"`
		}
	}
	d := wire.Describe(reflect.TypeFor[in]())
	d.Body.Value.Properties[0].Items.Enum[0] = "green"
	d.Body.Value.Properties[0].Name = "x"
	_, issues := read[in](t, "", `{"colors":["red","green"]}`)
	wantProblems(t, issues.Err(), "colors[1]:enum_invalid")
}

func TestNamedBounds(t *testing.T) {
	t.Parallel()
	described := wire.Describe(reflect.TypeFor[bodyOf[struct {
		Text  domain.Text `json:"text" bounds:"description"`
		Name  domain.Name `json:"name" bounds:"displayName"`
		Rate  int64       `json:"rate" bounds:"hourlyRate"`
		Items []domain.ID `json:"items" bounds:"bulkRows"`
		Tags  []domain.ID `json:"tags" bounds:"tags"`
	}]]()).Body.Value.Properties
	text, name, rate, items, tags := described[0], described[1], described[2], described[3], described[4]
	equal(t, "least of a text", text.MinLength, wire.Optional[int]{})
	equal(t, "most of a text", text.MaxLength, wire.Some(domain.MaxDescription))
	equal(t, "least of a name", name.MinLength, wire.Some(1))
	equal(t, "most of a name", name.MaxLength, wire.Some(domain.MaxDisplayName))
	equal(t, "least of a number", rate.Minimum, wire.Some[int64](0))
	equal(t, "most of a number", rate.Maximum, wire.Some[int64](domain.MaxHourlyRate))
	equal(t, "least of a list", items.MinItems, wire.Some(1))
	equal(t, "most of a list", items.MaxItems, wire.Some(domain.MaxBulkRows))
	equal(t, "least of tags", tags.MinItems, wire.Optional[int]{})
	_, issues := read[bodyOf[struct {
		Rate int64 `json:"rate" bounds:"hourlyRate"`
	}]](t, "", `{"rate":100000001}`)
	wantProblems(t, issues.Err(), "rate:max_value")
}
