package people_test

import (
	"testing"

	"stint/shared/domain/people"
)

func TestAnAccountKnowsItsOwnNetworks(t *testing.T) {
	t.Parallel()
	user := people.User{ID: "ada", Epoch: 4, NetworkEpoch: 3}
	for name, c := range map[string]struct {
		network people.KnownNetwork
		want    bool
	}{
		"its own":                                 {user.KnownNetwork(), true},
		"of the epoch in which the proof was":     {people.KnownNetwork{UserID: "ada", Epoch: 3}, true},
		"of before the proof":                     {people.KnownNetwork{UserID: "ada", Epoch: 2}, false},
		"of an earlier account of the address":    {people.KnownNetwork{UserID: "eve", Epoch: 9}, false},
		"remembered before networks had accounts": {people.KnownNetwork{Epoch: 3}, true},
	} {
		if got := user.KnowsNetwork(c.network); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if (people.User{}).KnowsNetwork(people.KnownNetwork{}) {
		t.Error("no account knows a network")
	}
}
