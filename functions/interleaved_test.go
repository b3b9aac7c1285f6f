package functions_test

import (
	"bytes"
	"regexp"
	"testing"

	"stint/functions"
	"stint/functions/apitest"
	"stint/shared/auth"
	"stint/shared/route"
	"stint/shared/testkit"
)

// tenant is one of several worlds in one house, driven by chance.
type tenant struct {
	*dice
	told map[string]bool // every UUID it was ever answered
}

var anUUID = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

// Three tenants send a thousand requests by chance through one process, all at
// once, and now and then name each other's things. No answer holds a word of
// another tenant's, and no id is ever told to two of them. (No request id
// comes twice either: it is an id like the others.)
func TestTenantsOnOneProcessNeverMeet(t *testing.T) {
	h, _, agendas := apitest.NewOutside(t)
	names := []string{"aardvark", "buffalo", "capybara"}
	tenants, start := make([]*tenant, len(names)), seed(t)
	for i, name := range names {
		w := &world{House: h, agendas: agendas, owner: h.Register(name)}
		w.analyst = w.owner.Bring(name+"-analyst", "analyst")
		w.furnish(name)
		tenants[i] = &tenant{newDice(w, start+uint64(i), name, 2), map[string]bool{}}
	}
	var specs []route.Spec
	for _, spec := range functions.All() {
		if spec.Credential != auth.Public && !costly(spec) && spec.ID != "account.profile" {
			specs = append(specs, spec)
		}
	}
	each := repeats(t, 1000)/len(names) + 1
	testkit.Race(t, len(names), func(i int) {
		for range each {
			n := tenants[i]
			n.step(t, pick(n.dice, specs...), tenants[(i+1)%len(tenants)], names)
		}
	})
	checkDisjoint(t, names, tenants)
}

// step sends one request. One of ten names a thing of the other tenant.
func (n *tenant) step(t *testing.T, spec route.Spec, other *tenant, names []string) {
	r := n.request(t, spec)
	strange := namesThing(spec) && n.percent(10)
	if strange {
		r.Path = n.w.path(t, spec, func(segment, _ string) string { return other.w.ids[segment] })
	}
	answer := n.w.Send(r)
	if answer.Status >= 500 || strange && answer.Status != 404 {
		t.Errorf("%s %s: %d\n%s", r.Method, r.Path, answer.Status, answer.Body)
	}
	for _, name := range names {
		if name != n.mark && bytes.Contains(answer.Body, []byte(name)) {
			t.Errorf("%s reads of %s in %s %s\n%s", n.mark, name, r.Method, r.Path, answer.Body)
		}
	}
	n.told[answer.Header.Get("X-Correlation-Id")] = true
	for _, id := range anUUID.FindAll(answer.Body, -1) {
		n.told[string(id)] = true
	}
}

func checkDisjoint(t *testing.T, names []string, tenants []*tenant) {
	t.Helper()
	for i, n := range tenants {
		if len(n.told) < 100 {
			t.Errorf("%s was told %d ids only", names[i], len(n.told))
		}
		for j := range i {
			for id := range n.told {
				if tenants[j].told[id] {
					t.Errorf("%s was told to %s and to %s", id, names[j], names[i])
				}
			}
		}
	}
}
