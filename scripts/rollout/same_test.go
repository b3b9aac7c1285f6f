package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func parse(t *testing.T, text string) (v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// The new release shows all that the old one shows, apart from what changes all the time.
func TestWhatIsWithin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ old, again, now, want string }{
		{`{"a":1}`, `{"a":1}`, `{"a":1,"b":2}`, ""},
		{`{"a":1}`, `{"a":1}`, `{"a":2}`, ".a is 1 in the old release, and 2 in the new one"},
		{`{"a":1}`, `{"a":3}`, `{"a":2}`, ""},
		{`{"a":{"b":1}}`, `{"a":{"b":1}}`, `{"a":{}}`, ".a.b is missing"},
		{`{"a":{"b":1}}`, `{"a":{"b":1}}`, `{"a":null}`, ".a is an object"},
		{`{"a":[1,{"b":2}]}`, `{"a":[1,{"b":2}]}`, `{"a":[1,{"b":2,"c":3}]}`, ""},
		{`{"a":[1,{"b":2}]}`, `{"a":[1,{"b":2}]}`, `{"a":[1,{"b":4}]}`, ".a[1].b is 2"},
		{`{"a":[1,2]}`, `{"a":[1,2]}`, `{"a":[1]}`, ".a has 2 elements"},
		{`{"a":[1,2]}`, `{"a":[1]}`, `{"a":[1]}`, ""},
		{`{"a":null}`, `{"a":null}`, `{"a":0}`, ".a is <nil>"},
	} {
		err := within("", parse(t, c.old), parse(t, c.again), parse(t, c.now))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s and %s: %v, want %q", c.old, c.now, err, c.want)
		}
	}
}

func TestWhatAgrees(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ a, b, want string }{
		{`{"a":1,"b":2}`, `{"a":1,"c":3}`, ""},
		{`{"a":1}`, `{"a":2}`, ".a is 1, and was 2"},
		{`{"a":{"b":1}}`, `{"a":{"b":1,"c":2}}`, ""},
		{`{"a":{"b":1}}`, `{"a":{"b":2}}`, ".a.b is 1"},
		{`{"a":{"b":1}}`, `{"a":3}`, ".a is map"},
	} {
		err := agree("", parse(t, c.a).(object), parse(t, c.b).(object))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s and %s: %v, want %q", c.a, c.b, err, c.want)
		}
	}
}
