package people_test

import (
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
)

func TestActiveWorkspaceAtSignIn(t *testing.T) {
	t.Parallel()
	day := func(n int) domain.Instant { return domain.InstantOf(time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC)) }
	member := func(id domain.ID, joined int) people.Membership {
		return people.Membership{Workspace: people.Workspace{ID: id},
			Member: people.Member{State: people.MemberActive, JoinedAt: day(joined)}}
	}
	ended := func(m people.Membership) people.Membership {
		m.Member.State = ""
		return m
	}
	deleted := func(m people.Membership) people.Membership {
		m.Workspace.DeletedAt = new(day(20))
		return m
	}
	for _, c := range []struct {
		name        string
		last        domain.ID
		memberships []people.Membership
		want        domain.ID
	}{
		{"the one last active", "b", []people.Membership{member("a", 1), member("b", 2)}, "b"},
		{"the oldest without a last one", "", []people.Membership{member("a", 2), member("b", 1)}, "b"},
		{"the oldest when the last one is of no membership", "c", []people.Membership{member("a", 2), member("b", 1)}, "b"},
		{"the lower id when both were joined at once", "", []people.Membership{member("b", 1), member("a", 1)}, "a"},
		{"not the last one after leaving it", "b", []people.Membership{member("a", 2), ended(member("b", 1))}, "a"},
		{"not the last one after its deletion", "b", []people.Membership{member("a", 2), deleted(member("b", 1))}, "a"},
		{"not the oldest after leaving it", "", []people.Membership{ended(member("a", 1)), member("b", 2)}, "b"},
		{"none without memberships", "a", nil, ""},
		{"none when all have ended", "a", []people.Membership{ended(member("a", 1)), deleted(member("b", 1))}, ""},
	} {
		got, ok := people.ActiveWorkspaceAtSignIn(c.last, c.memberships)
		if got.Workspace.ID != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q, %v; want %q", c.name, got.Workspace.ID, ok, c.want)
		}
	}
}
