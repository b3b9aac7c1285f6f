package domain_test

import (
	"testing"
	"time"

	"stint/shared/domain"
)

// The first proof ends everything that was not part of it. A later proof changes nothing.
func TestProveEmail(t *testing.T) {
	t.Parallel()
	now := domain.InstantOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))
	waiting := domain.User{
		PasswordHash: "hash", Epoch: 3, APIKeyEpoch: 5, Logins: []domain.ExternalLogin{{Provider: "external", Subject: "s"}},
		SecondFactor: domain.NewSecondFactor(nil), Devices: []domain.Device{{Digest: "d"}},
	}
	for _, c := range []struct {
		name string
		got  domain.User
		hash string
		kept bool // the second factor and the devices
	}{
		{"with a credential", waiting.ProveEmail(domain.WithCredential, now), "hash", true},
		{"without one", waiting.ProveEmail(domain.WithoutCredential, now), "", false},
		{"a reset", waiting.ResetPassword("new", false, now), "new", false},
		{"a reset that keeps keys", waiting.ResetPassword("new", true, now), "new", false},
	} {
		u := c.got
		if !u.EmailVerified || u.PasswordHash != c.hash || u.Epoch != 4 || u.APIKeyEpoch != 6 || len(u.Logins) != 0 || (u.SecondFactor != nil) != c.kept || (u.Devices != nil) != c.kept {
			t.Errorf("%s: %+v", c.name, u)
		}
		again := u.ProveEmail(domain.WithoutCredential, now)
		if again.PasswordHash != u.PasswordHash || again.Epoch != u.Epoch || again.APIKeyEpoch != u.APIKeyEpoch || (again.SecondFactor != nil) != c.kept {
			t.Errorf("%s, proved again: %+v", c.name, again)
		}
	}
}
