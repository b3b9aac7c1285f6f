package people_test

import (
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
)

// keyDetails is a valid key whose user, member and workspace have an earlier end of
// keys behind them.
func keyDetails() people.APIKeyDetails {
	return people.APIKeyDetails{
		APIKey:    people.APIKey{UserEpoch: 1, KeyEpoch: 1, WorkspaceEpoch: 1},
		User:      &people.User{APIKeyEpoch: 1},
		Member:    &people.Member{State: people.MemberActive, KeyEpoch: 1},
		Workspace: &people.Workspace{KeyEpoch: 1},
	}
}

func TestAPIKeyEndsWithWhatItDependsOn(t *testing.T) {
	at := func(minutes int) *domain.Instant { return new(noon.Plus(time.Duration(minutes) * time.Minute)) }
	for name, c := range map[string]struct {
		change func(d *people.APIKeyDetails)
		status people.APIKeyStatus
		at     *domain.Instant
	}{
		"nothing happened": {func(*people.APIKeyDetails) {}, "active", nil},
		"not yet expired":  {func(d *people.APIKeyDetails) { d.ExpiresAt = at(1) }, "active", nil},
		"expired":          {func(d *people.APIKeyDetails) { d.ExpiresAt = at(0) }, "expired", nil},
		"revoked":          {func(d *people.APIKeyDetails) { d.RevokedAt, d.ExpiresAt = at(0), at(-1) }, "revoked", at(0)},
		"no user":          {func(d *people.APIKeyDetails) { d.User = nil }, "revoked", nil},
		"no member":        {func(d *people.APIKeyDetails) { d.Member = nil }, "revoked", nil},
		"no workspace":     {func(d *people.APIKeyDetails) { d.Workspace = nil }, "revoked", nil},
		"reset":            {func(d *people.APIKeyDetails) { *d.User = d.User.VoidAPIKeys(*at(0)) }, "revoked", at(0)},
		"membership ended": {func(d *people.APIKeyDetails) { *d.Member = d.Member.End(people.MemberLeft, *at(0)) },
			"revoked", at(0)},
		"workspace deleted": {
			func(d *people.APIKeyDetails) { *d.Workspace = d.Workspace.Delete(*at(0), 0) }, "revoked", at(0)},
		"ended before the times were kept": {func(d *people.APIKeyDetails) {
			*d.Member = d.Member.End(people.MemberLeft, *at(0))
			d.KeyEpoch = 0
		}, "revoked", nil},
		"back, and ended again": {func(d *people.APIKeyDetails) {
			*d.Member = d.Member.End(people.MemberLeft, *at(0)).Rejoin(people.RoleUser).End(people.MemberDeactivated, *at(5))
		}, "revoked", at(0)},
		"revoked between two ends": {func(d *people.APIKeyDetails) {
			*d.Member = d.Member.End(people.MemberLeft, *at(-1))
			*d.Workspace = d.Workspace.Delete(*at(1), 0)
			d.RevokedAt = at(0)
		}, "revoked", at(-1)},
	} {
		d := keyDetails()
		c.change(&d)
		if got := d.Status(noon); got != c.status {
			t.Errorf("%s: %s, want %s", name, got, c.status)
		}
		if got := d.RevocationTime(); (got == nil) != (c.at == nil) || got != nil && *got != *c.at {
			t.Errorf("%s: revoked at %v, want %v", name, got, c.at)
		}
	}
}

// A member who came and went many times has a bounded record.
func TestKeyEndsAreBounded(t *testing.T) {
	d := keyDetails()
	for i := range 30 {
		*d.Member = d.Member.End(people.MemberLeft, noon.Plus(time.Duration(i)*time.Hour)).Rejoin(people.RoleUser)
	}
	if got := len(d.Member.KeyEnds); got != 20 {
		t.Errorf("%d times are kept, want 20", got)
	}
	if got := d.RevocationTime(); got != nil {
		t.Errorf("the time of the first end is %v, want unknown", got)
	}
	d.KeyEpoch = 30 // made before the last end
	if got := d.RevocationTime(); got == nil || *got != noon.Plus(29*time.Hour) {
		t.Errorf("the last end was at %v", got)
	}
}
