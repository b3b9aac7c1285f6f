package functions_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"stint/functions/apitest"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

// dice make requests by chance, the same ones for the same seed. What they
// throw is mostly what a route asks for, so that requests come far.
type dice struct {
	*rand.Rand
	w     *world
	mark  string // begins every text
	folly int    // out of a hundred values, how many are nonsense
}

func newDice(w *world, seed uint64, mark string, folly int) *dice {
	return &dice{Rand: rand.New(rand.NewPCG(seed, 1)), w: w, mark: mark, folly: folly}
}

// repeats is how many requests a random test makes: the environment variable
// STINT_RANDOM_REQUESTS, for long runs, or what fits every day.
func repeats(t *testing.T, usual int) int {
	t.Helper()
	asked := os.Getenv("STINT_RANDOM_REQUESTS")
	if asked == "" {
		return usual
	}
	n, err := strconv.Atoi(asked)
	if err != nil || n < 1 {
		t.Fatalf("STINT_RANDOM_REQUESTS=%q is no number of requests", asked)
	}
	return n
}

// seed begins a random test: the environment variable STINT_SEED, or always
// the same.
func seed(t *testing.T) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(os.Getenv("STINT_SEED"), 10, 64)
	if err != nil {
		n = 1
	}
	t.Logf("STINT_SEED=%d", n)
	return n
}

func (d *dice) percent(n int) bool { return d.IntN(100) < n }

func pick[T any](d *dice, of ...T) T { return of[d.IntN(len(of))] }

// nonsense is what no property asks for.
func (d *dice) nonsense() any {
	return pick[any](d, nil, true, -1, 0, 1.5, "", " ", "x", "\u0000", "\u202e"+d.mark, d.mark+strings.Repeat("é", 300),
		[]any{}, []any{nil, 1, "x"}, object{}, object{"id": object{}}, 1<<53+1, "0000-00-00T99:99:99Z", "' OR 1=1 --", "not-a-uuid")
}

func (d *dice) id() string {
	if d.percent(15) {
		return string(domain.NewID())
	}
	ids := make([]string, 0, len(d.w.ids))
	for _, id := range d.w.ids {
		ids = append(ids, id)
	}
	return ids[d.IntN(len(ids))]
}

func (d *dice) instant() string {
	return apitest.Start.Add(time.Duration(d.IntN(96)-95) * time.Hour).Format(time.RFC3339)
}

func (d *dice) text() string { return fmt.Sprintf("%s %d", d.mark, d.IntN(1000)) }

// value is one of the kind that a schema describes, or nonsense.
func (d *dice) value(p wire.Property) any {
	if d.percent(d.folly) {
		return d.nonsense()
	}
	switch p.Kind {
	case wire.Integer:
		return d.IntN(100)
	case wire.Boolean:
		return d.percent(50)
	case wire.Array:
		list := make([]any, 1+d.IntN(3))
		for i := range list {
			list[i] = d.value(wire.Property{Name: p.Name, Schema: *p.Items})
		}
		return list
	case wire.Object:
		return d.object(p.Schema)
	}
	return d.string(p)
}

func (d *dice) string(p wire.Property) string {
	if len(p.Enum) > 0 {
		return pick(d, p.Enum...)
	}
	switch p.Type {
	case reflect.TypeFor[domain.ID]():
		if thing, ok := d.w.ids[strings.TrimSuffix(p.Name, "Id")+"s"]; ok && d.percent(80) {
			return thing
		}
		return d.id()
	case reflect.TypeFor[domain.Instant]():
		return d.instant()
	case reflect.TypeFor[domain.Date]():
		return d.instant()[:10]
	case reflect.TypeFor[domain.Email]():
		return pick(d, d.w.owner.Email, fmt.Sprintf("%s-%d@example.com", d.mark, d.IntN(1000)))
	case reflect.TypeFor[domain.Timezone]():
		return pick(d, "UTC", "Europe/Berlin", "Asia/Kathmandu")
	case reflect.TypeFor[domain.Currency]():
		return pick(d, "EUR", "JPY")
	case reflect.TypeFor[domain.Language]():
		return "de-CH"
	case reflect.TypeFor[domain.Color]():
		return "#12ab34"
	}
	switch p.Name {
	case "email":
		return d.w.owner.Email
	case "password", "currentPassword":
		return apitest.Password
	}
	return d.text()
}

// object holds what is required, and by chance what is not.
func (d *dice) object(s wire.Schema) object {
	out := object{}
	for _, p := range s.Properties {
		if p.Required && !d.percent(d.folly) || d.percent(50) {
			out[pick(d, p.Name, p.Name, p.Alias)] = d.value(p)
		}
	}
	return out
}

// query is a query by chance, with its question mark, or nothing.
func (d *dice) query(properties []wire.Property) string {
	values := url.Values{}
	for _, p := range properties {
		if p.Required || d.percent(30) {
			values.Add(pick(d, p.Name, p.Alias), strings.Trim(fmt.Sprint(d.value(p)), "[]"))
		}
	}
	if len(values) == 0 {
		return ""
	}
	return "?" + values.Encode()
}

// request is one to the route.
func (d *dice) request(t *testing.T, spec route.Spec) apitest.Request {
	t.Helper()
	asks := wire.Describe(spec.Op.In)
	r := apitest.Request{Method: spec.Method, Path: d.w.path(t, spec, nil) + d.query(asks.Query), Bearer: d.w.bearer(spec)}
	if !asks.Body.Set {
		return r
	}
	r.Body = d.object(asks.Body.Value)
	if asks.Form {
		values := url.Values{}
		for name, value := range r.Body.(object) {
			values.Set(name, fmt.Sprint(value))
		}
		r.Body, r.Header = values.Encode(), map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
	}
	return r
}
