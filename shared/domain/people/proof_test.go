package people_test

import (
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
)

// The first proof ends everything that was not part of it. A later proof changes nothing.
func TestProveEmail(t *testing.T) {
	t.Parallel()
	now := domain.InstantOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))
	waiting := people.User{
		PasswordHash: "hash", Epoch: 3, APIKeyEpoch: 5, Logins: []people.ExternalLogin{{Provider: "external", Subject: "s"}},
		SecondFactor: people.NewSecondFactor(nil), Devices: []people.Device{{Digest: "d"}},
	}
	for _, c := range []struct {
		name string
		got  people.User
		hash string
		kept bool // the second factor and the devices
	}{
		{"with a credential", waiting.ProveEmail(people.ProofWithAccount, now), "hash", true},
		{"without one", waiting.ProveEmail(people.ProofByMail, now), "", false},
		{"a reset", waiting.ResetPassword("new", false, now), "new", false},
		{"a reset that keeps keys", waiting.ResetPassword("new", true, now), "new", false},
	} {
		u := c.got
		if !u.EmailVerified || u.PasswordHash != c.hash || u.Epoch != 4 || u.APIKeyEpoch != 6 || len(u.Logins) != 0 ||
			(u.SecondFactor != nil) != c.kept || (u.Devices != nil) != c.kept {
			t.Errorf("%s: %+v", c.name, u)
		}
		again := u.ProveEmail(people.ProofByMail, now)
		if again.PasswordHash != u.PasswordHash || again.Epoch != u.Epoch || again.APIKeyEpoch != u.APIKeyEpoch ||
			(again.SecondFactor != nil) != c.kept {
			t.Errorf("%s, proved again: %+v", c.name, again)
		}
	}
}
