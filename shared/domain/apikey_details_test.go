package domain_test

import (
	"testing"
	"time"

	"stint/shared/domain"
)

// keyDetails is a valid key whose user, member and workspace have an earlier end of
// keys behind them.
func keyDetails() domain.APIKeyDetails {
	return domain.APIKeyDetails{
		APIKey:    domain.APIKey{UserEpoch: 1, KeyEpoch: 1, WorkspaceEpoch: 1},
		User:      &domain.User{APIKeyEpoch: 1},
		Member:    &domain.Member{State: domain.MemberActive, KeyEpoch: 1},
		Workspace: &domain.Workspace{KeyEpoch: 1},
	}
}

func TestAPIKeyEndsWithWhatItDependsOn(t *testing.T) {
	at := func(minutes int) *domain.Instant { return new(noon.Plus(time.Duration(minutes) * time.Minute)) }
	for name, c := range map[string]struct {
		change func(d *domain.APIKeyDetails)
		status domain.APIKeyStatus
		at     *domain.Instant
	}{
		"nothing happened":  {func(*domain.APIKeyDetails) {}, "active", nil},
		"not yet expired":   {func(d *domain.APIKeyDetails) { d.ExpiresAt = at(1) }, "active", nil},
		"expired":           {func(d *domain.APIKeyDetails) { d.ExpiresAt = at(0) }, "expired", nil},
		"revoked":           {func(d *domain.APIKeyDetails) { d.RevokedAt, d.ExpiresAt = at(0), at(-1) }, "revoked", at(0)},
		"no user":           {func(d *domain.APIKeyDetails) { d.User = nil }, "revoked", nil},
		"no member":         {func(d *domain.APIKeyDetails) { d.Member = nil }, "revoked", nil},
		"no workspace":      {func(d *domain.APIKeyDetails) { d.Workspace = nil }, "revoked", nil},
		"reset":             {func(d *domain.APIKeyDetails) { *d.User = d.User.VoidAPIKeys(*at(0)) }, "revoked", at(0)},
		"membership ended":  {func(d *domain.APIKeyDetails) { *d.Member = d.Member.End(domain.MemberLeft, *at(0)) }, "revoked", at(0)},
		"workspace deleted": {func(d *domain.APIKeyDetails) { *d.Workspace = d.Workspace.MarkDeleted(*at(0), 0) }, "revoked", at(0)},
		"ended before the times were kept": {func(d *domain.APIKeyDetails) {
			*d.Member = d.Member.End(domain.MemberLeft, *at(0))
			d.KeyEpoch = 0
		}, "revoked", nil},
		"back, and ended again": {func(d *domain.APIKeyDetails) {
			*d.Member = d.Member.End(domain.MemberLeft, *at(0)).Rejoin(domain.RoleUser).End(domain.MemberDeactivated, *at(5))
		}, "revoked", at(0)},
		"revoked between two ends": {func(d *domain.APIKeyDetails) {
			*d.Member = d.Member.End(domain.MemberLeft, *at(-1))
			*d.Workspace = d.Workspace.MarkDeleted(*at(1), 0)
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
		*d.Member = d.Member.End(domain.MemberLeft, noon.Plus(time.Duration(i)*time.Hour)).Rejoin(domain.RoleUser)
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
