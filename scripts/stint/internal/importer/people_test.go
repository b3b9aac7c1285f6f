package importer_test

import (
	"strings"
	"testing"
)

// A member cannot map a person to another member, whom the key does not see. The error says so, and does
// not say that nobody has the address.
func TestMappingOfAMember(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	y := trialOf(t, x.owner.AddMember("bob", "user"))
	x.options.People, y.options.People = map[string]string{"Nobody": "nobody@example.com"},
		map[string]string{"Ada Lovelace": x.owner.Email}
	for who, want := range map[*trial]string{x: "no member, and no former one",
		y: "only the time of its owner, bob@example.com, and does not see"} {
		if _, _, err := who.try(work("a", "2026-06-01T08:00:00Z")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
