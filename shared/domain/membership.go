package domain

import (
	"cmp"
	"slices"
)

// Membership is a workspace together with a user's place in it.
type Membership struct {
	Workspace Workspace
	Member    Member
}

// Active reports whether the user may act in the workspace: it is there and
// the membership has not ended.
func (m Membership) Active() bool { return !m.Workspace.Deleted() && m.Member.Active() }

// Role is the user's role in the workspace.
func (m Membership) Role() Role { return m.Member.RoleIn(m.Workspace) }

// SortByJoinTime sorts memberships by the day of joining; those of the same
// second by the age of the workspace, which its id tells.
func SortByJoinTime(all []Membership) {
	slices.SortFunc(all, func(a, b Membership) int {
		return cmp.Or(a.Member.JoinedAt.Compare(b.Member.JoinedAt.Time), cmp.Compare(a.Workspace.ID, b.Workspace.ID))
	})
}
