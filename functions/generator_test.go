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

	"stint/internal/apitest"
	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/route"
	"stint/shared/wire"
)

// generator makes random requests, the same ones for the same seed. Most values are
// valid, so that requests pass the first checks.
type generator struct {
	*rand.Rand
	w               *world
	prefix          string // begins every text
	nonsensePercent int    // percentage of invalid values
}

func newGenerator(w *world, seed uint64, prefix string, nonsensePercent int) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(seed, 1)), w: w, prefix: prefix, nonsensePercent: nonsensePercent}
}

// requestCount is the number of requests of a random test: the environment variable
// STINT_RANDOM_REQUESTS for long runs, or the usual number.
func requestCount(t *testing.T, usual int) int {
	t.Helper()
	setting := os.Getenv("STINT_RANDOM_REQUESTS")
	if setting == "" {
		return usual
	}
	n, err := strconv.Atoi(setting)
	if err != nil || n < 1 {
		t.Fatalf("STINT_RANDOM_REQUESTS=%q is not a number of requests", setting)
	}
	return n
}

// readSeed is the seed of a random test: the environment variable STINT_SEED, or 1.
func readSeed(t *testing.T) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(os.Getenv("STINT_SEED"), 10, 64)
	if err != nil {
		n = 1
	}
	t.Logf("STINT_SEED=%d", n)
	return n
}

func (d *generator) chance(n int) bool { return d.IntN(100) < n }

func pick[T any](d *generator, of ...T) T { return of[d.IntN(len(of))] }

// nonsense is a value that no property accepts.
func (d *generator) nonsense() any {
	return pick[any](d, nil, true, -1, 0, 1.5, "", " ", "x", "\u0000", "\u202e"+d.prefix,
		d.prefix+strings.Repeat("é", 300), []any{}, []any{nil, 1, "x"}, object{}, object{"id": object{}}, 1<<53+1,
		"0000-00-00T99:99:99Z", "' OR 1=1 --", "not-a-uuid")
}

func (d *generator) id() string {
	if d.chance(15) {
		return string(domain.NewID())
	}
	ids := make([]string, 0, len(d.w.ids))
	for _, id := range d.w.ids {
		ids = append(ids, id)
	}
	return ids[d.IntN(len(ids))]
}

func (d *generator) instant() string {
	return apitest.StartTime.Add(time.Duration(d.IntN(96)-95) * time.Hour).Format(time.RFC3339)
}

func (d *generator) text() string { return fmt.Sprintf("%s %d", d.prefix, d.IntN(1000)) }

// value is a random value for a property, or nonsense.
func (d *generator) value(p wire.Property) any {
	if d.chance(d.nonsensePercent) {
		return d.nonsense()
	}
	switch p.Kind {
	case wire.Integer:
		return d.IntN(100)
	case wire.Boolean:
		return d.chance(50)
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

func (d *generator) string(p wire.Property) string {
	if len(p.Enum) > 0 {
		return pick(d, p.Enum...)
	}
	switch p.Type {
	case reflect.TypeFor[domain.ID]():
		if id, ok := d.w.ids[strings.TrimSuffix(p.Name, "Id")+"s"]; ok && d.chance(80) {
			return id
		}
		return d.id()
	case reflect.TypeFor[domain.Instant]():
		return d.instant()
	case reflect.TypeFor[domain.Date]():
		return d.instant()[:10]
	case reflect.TypeFor[domain.Email]():
		return pick(d, d.w.owner.Email, fmt.Sprintf("%s-%d@example.com", d.prefix, d.IntN(1000)))
	case reflect.TypeFor[domain.Timezone]():
		return pick(d, "UTC", "Europe/Berlin", "Asia/Kathmandu")
	case reflect.TypeFor[domain.Currency]():
		return pick(d, "EUR", "JPY")
	case reflect.TypeFor[domain.Language]():
		return "de-CH"
	case reflect.TypeFor[domain.Color]():
		return "#12ab34"
	case reflect.TypeFor[feed.WebhookURL]():
		return "https://hooks.example.com/in"
	case reflect.TypeFor[domain.ExternalID]():
		return fmt.Sprintf("%s-%d", d.prefix, d.IntN(1000))
	}
	if list, ok := reflect.Zero(p.Type).Interface().(interface{ Values() []string }); ok {
		return pick(d, list.Values()...)
	}
	switch p.Name {
	case "email":
		return d.w.owner.Email
	case "password", "currentPassword":
		return apitest.Password
	}
	return d.text()
}

// object has the required properties and some of the others.
func (d *generator) object(s wire.Schema) object {
	out := object{}
	for _, p := range s.Properties {
		if p.Required && !d.chance(d.nonsensePercent) || d.chance(50) {
			out[pick(d, p.Name, p.Name, p.Alias)] = d.value(p)
		}
	}
	return out
}

// query is a random query with its question mark, or "".
func (d *generator) query(properties []wire.Property) string {
	values := url.Values{}
	for _, p := range properties {
		likely := 30
		if p.Name == "from" || p.Name == "to" { // some routes require both, unless others are sent
			likely = 70
		}
		if p.Required || d.chance(likely) {
			values.Add(pick(d, p.Name, p.Alias), queryText(d.value(p)))
		}
	}
	if len(values) == 0 {
		return ""
	}
	return "?" + values.Encode()
}

// queryText is a value as it is sent in a query. The values of a list have commas between
// them.
func queryText(value any) string {
	list, ok := value.([]any)
	if !ok {
		return fmt.Sprint(value)
	}
	texts := make([]string, len(list))
	for i, one := range list {
		texts[i] = fmt.Sprint(one)
	}
	return strings.Join(texts, ",")
}

// request is a random request to a route.
func (d *generator) request(t *testing.T, spec route.Spec) apitest.Request {
	t.Helper()
	input := wire.Describe(spec.Op.In)
	r := apitest.Request{Method: spec.Method, Path: d.w.pathOf(t, spec, nil) + d.query(input.Query),
		Bearer: d.w.bearerFor(spec)}
	if input.File != nil {
		r.Body, r.Header = apitest.LogoSVG, map[string]string{"Content-Type": "image/svg+xml"}
	}
	if !input.Body.Set {
		return r
	}
	r.Body = d.object(input.Body.Value)
	if input.Form {
		values := url.Values{}
		for name, value := range r.Body.(object) {
			values.Set(name, fmt.Sprint(value))
		}
		r.Body, r.Header = values.Encode(), map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
	}
	return r
}
