package testkit

import (
	"testing"

	"stint/shared/engine"
)

// FreePort is a loopback port on which nothing listened a moment ago.
func FreePort(t testing.TB) int {
	t.Helper()
	address, err := engine.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	return int(address.Port())
}
