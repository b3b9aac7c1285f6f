package domain_test

import (
	"testing"

	"stint/shared/domain"
)

func TestNetworkOf(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"192.0.2.77": "192.0.2.0/24", "::ffff:192.0.2.77": "192.0.2.0/24", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
		"fe80::1%eth0": "fe80::/64", "": "", "localhost": "",
	} {
		if got := domain.NetworkOf(address); got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}
