package domain_test

import (
	"testing"
	"time"

	"stint/shared/domain"
)

func TestActiveWorkspaceAtSignIn(t *testing.T) {
	t.Parallel()
	day := func(n int) domain.Instant { return domain.InstantOf(time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC)) }
	member := func(id domain.ID, joined int) domain.Membership {
		return domain.Membership{Workspace: domain.Workspace{ID: id}, Member: domain.Member{State: domain.MemberActive, JoinedAt: day(joined)}}
	}
	ended := func(m domain.Membership) domain.Membership {
		m.Member.State = ""
		return m
	}
	deleted := func(m domain.Membership) domain.Membership {
		m.Workspace.DeletedAt = new(day(20))
		return m
	}
	for _, c := range []struct {
		name        string
		last        domain.ID
		memberships []domain.Membership
		want        domain.ID
	}{
		{"the one last active", "b", []domain.Membership{member("a", 1), member("b", 2)}, "b"},
		{"the oldest without a last one", "", []domain.Membership{member("a", 2), member("b", 1)}, "b"},
		{"the oldest when the last one is of no membership", "c", []domain.Membership{member("a", 2), member("b", 1)}, "b"},
		{"the lower id when both were joined at once", "", []domain.Membership{member("b", 1), member("a", 1)}, "a"},
		{"not the last one after leaving it", "b", []domain.Membership{member("a", 2), ended(member("b", 1))}, "a"},
		{"not the last one after its deletion", "b", []domain.Membership{member("a", 2), deleted(member("b", 1))}, "a"},
		{"not the oldest after leaving it", "", []domain.Membership{ended(member("a", 1)), member("b", 2)}, "b"},
		{"none without memberships", "a", nil, ""},
		{"none when all have ended", "a", []domain.Membership{ended(member("a", 1)), deleted(member("b", 1))}, ""},
	} {
		got, ok := domain.ActiveWorkspaceAtSignIn(c.last, c.memberships)
		if got.Workspace.ID != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q, %v; want %q", c.name, got.Workspace.ID, ok, c.want)
		}
	}
}
