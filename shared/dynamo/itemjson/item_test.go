package itemjson_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/testkit/randomitem"
	"stint/shared/dynamo/itemjson"
)

// few are the attributes of the items of these tests.
type few struct {
	Text  string         `db:"text"`
	Count int64          `db:"count"`
	Inner map[string]any `db:"gone"`
}

// A single attribute is the one that the SDK reads.
func TestAttributesAreAsTheSDKReadsThem(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		it := itemjson.Item(randomitem.Of(rand.New(rand.NewPCG(seed, 1)), reflect.TypeFor[few](), true))
		want, err := it.Attributes()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"pk", "text", "count", "gone", "S", "report", "none"} {
			if value, has := want[name]; has != it.Has(name) {
				t.Fatalf("%s: has %s: %v", it, name, !has)
			} else {
				checkAttribute(t, it, name, value)
			}
		}
	}
}

func checkAttribute(t *testing.T, it itemjson.Item, name string, want types.AttributeValue) {
	t.Helper()
	number, isNumber := it.Number(name)
	inner, isMap := it.Map(name)
	switch want := want.(type) {
	case *types.AttributeValueMemberS:
		if it.Text(name) != want.Value || isNumber || isMap {
			t.Fatalf("%s: %s is %q, want %q", it, name, it.Text(name), want.Value)
		}
	case *types.AttributeValueMemberN:
		if number != want.Value || !isNumber || isMap {
			t.Fatalf("%s: %s is %q, want %q", it, name, number, want.Value)
		}
	case *types.AttributeValueMemberM:
		got, err := inner.Attributes()
		if err != nil || !isMap || isNumber || !reflect.DeepEqual(got, want.Value) {
			t.Fatalf("%s: %s is %v, error %v", it, name, got, err)
		}
	default:
		if isNumber || isMap || it.Text(name) != "" {
			t.Fatalf("%s: %s is %s", it, name, inner)
		}
	}
}

// JSON may write a name with escapes, and a value may look like a name.
func TestAttributesAreFoundByTheirNames(t *testing.T) {
	t.Parallel()
	for item, want := range map[string]bool{
		`{"gone":{"M":{}}}`: true, `{"a":{"S":"x"}, "gone" :{"M":{}}}`: true, `{"\u0067one":{"M":{}}}`: true,
		`{"a":{"S":"gone"}}`: false, `{"a":{"M":{"gone":{"S":"x"}}}}`: false, `{"a":{"S":"\"gone\":"}}`: false,
		`{"gone2":{"S":"x"}}`: false, `{"agone":{"S":"x"}}`: false, `{}`: false, ``: false,
	} {
		if got := itemjson.Item(item).Has("gone"); got != want {
			t.Errorf("%s: %v, want %v", item, got, want)
		}
	}
}

// An item takes at most its MaxSize, also as JSON that has only the escapes that every
// character may have.
func TestMaxSizeIsNeverTooSmall(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		`plain`: 5, `\n`: 6, `\u0001`: 6, `\\u`: 3, `\"`: 2, `\\`: 2, `ä`: 2, `\t\t\\n`: 15,
	} {
		var decoded string
		if err := json.Unmarshal([]byte(`"`+text+`"`), &decoded); err != nil {
			t.Fatal(err)
		}
		around := itemjson.Item(`{"a":{"S":""}}`).MaxSize()
		if got := itemjson.Item(`{"a":{"S":"`+text+`"}}`).MaxSize() - around; got < want {
			t.Errorf("%s: %d, want at least %d", text, got, want)
		}
	}
}

type embedded struct {
	Name string `db:"name"`
}

// A type that no attribute can be read into is a mistake of the program.
func TestRecordTypesThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for _, record := range []any{
		new(int), new(struct{ C chan int }), new(struct{ F func() }), new(struct{ M map[int]string }),
		new(struct {
			A string `db:"x"`
			B string `db:"x"`
		}), new(struct{ *embedded }),
	} {
		if err := itemjson.Item(`{"x":{"S":"y"}}`).Decode(record); err == nil {
			t.Errorf("%T: no error", record)
		}
	}
}
