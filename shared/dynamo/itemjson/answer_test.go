package itemjson_test

import (
	"testing"

	"stint/shared/dynamo/itemjson"
)

func TestCutTakesTheItemsOutOfAnAnswer(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		answer, rest string
		items        []string
	}{
		{`{"Item":{"a":{"S":"x"}}}`, `{"Item":{}}`, []string{`{"a":{"S":"x"}}`}},
		{`{}`, `{}`, nil},
		{`{"Count":0,"Items":[],"ScannedCount":0}`, `{"Count":0,"Items":[],"ScannedCount":0}`, nil},
		{
			` { "Count" : 2, "Items" : [ {"a":{"L":[]}} , {"b":{"M":{}}} ], "LastEvaluatedKey":{"pk":{"S":"Items"}}} `,
			` { "Count" : 2, "Items" : [ {} , {} ], "LastEvaluatedKey":{"pk":{"S":"Items"}}} `,
			[]string{`{"a":{"L":[]}}`, `{"b":{"M":{}}}`},
		},
		{
			`{"Responses":{"one":[{"a":{"N":"1"}}],"two":[]},"UnprocessedKeys":{"one":{"Keys":[{"Item":{"S":"x"}}]}}}`,
			`{"Responses":{"one":[{}],"two":[]},"UnprocessedKeys":{"one":{"Keys":[{"Item":{"S":"x"}}]}}}`,
			[]string{`{"a":{"N":"1"}}`},
		},
		{`{"Responses":{"one":null},"Item":null,"Items":null}`, `{"Responses":{"one":null},"Item":null,"Items":null}`, nil},
	} {
		rest, items, err := itemjson.Cut([]byte(x.answer))
		if err != nil || string(rest) != x.rest || len(items) != len(x.items) {
			t.Errorf("%s: rest %s, %d items, error %v", x.answer, rest, len(items), err)
			continue
		}
		for i, it := range items {
			if string(it) != x.items[i] {
				t.Errorf("%s: item %d is %s", x.answer, i, it)
			}
		}
	}
}

func TestCutRefusesWhatIsNoAnswer(t *testing.T) {
	t.Parallel()
	whole := `{"Items":[{"a":{"S":"x"}}],"Count":1}`
	for n := range len(whole) {
		if _, _, err := itemjson.Cut([]byte(whole[:n])); err == nil {
			t.Errorf("%s: no error", whole[:n])
		}
	}
	for _, answer := range []string{`[]`, `"Items"`, `{"Items":[1]}`, `{"Items":[{}}`, `{"Items":[{"a" "b"}]}`,
		`{"Responses":{"t":[[]]}}`} {
		if _, _, err := itemjson.Cut([]byte(answer)); err == nil {
			t.Errorf("%s: no error", answer)
		}
	}
}
