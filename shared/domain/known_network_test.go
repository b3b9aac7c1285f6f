package domain_test

import (
	"testing"

	"stint/shared/domain"
)

func TestAnAccountKnowsItsOwnNetworks(t *testing.T) {
	t.Parallel()
	user := domain.User{ID: "ada", Epoch: 4, NetworkEpoch: 3}
	for name, c := range map[string]struct {
		network domain.KnownNetwork
		want    bool
	}{
		"its own":                                 {user.KnownNetwork(), true},
		"of the epoch in which the proof was":     {domain.KnownNetwork{UserID: "ada", Epoch: 3}, true},
		"of before the proof":                     {domain.KnownNetwork{UserID: "ada", Epoch: 2}, false},
		"of an earlier account of the address":    {domain.KnownNetwork{UserID: "eve", Epoch: 9}, false},
		"remembered before networks had accounts": {domain.KnownNetwork{Epoch: 3}, true},
	} {
		if got := user.KnowsNetwork(c.network); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if (domain.User{}).KnowsNetwork(domain.KnownNetwork{}) {
		t.Error("no account knows a network")
	}
}
