package domain

import (
	"cmp"
	"slices"
)

// Membership is a workspace together with one user's member record.
type Membership struct {
	Workspace Workspace
	Member    Member
}

// Active reports whether the user may act in the workspace: it is not deleted and
// the membership has not ended.
func (m Membership) Active() bool { return !m.Workspace.Deleted() && m.Member.Active() }

// Role is the user's role in the workspace.
func (m Membership) Role() Role { return m.Member.RoleIn(m.Workspace) }

// SortByJoinTime sorts memberships by the time of joining, and those of the same
// second by workspace id, which is in the order of creation.
func SortByJoinTime(all []Membership) {
	slices.SortFunc(all, func(a, b Membership) int {
		return cmp.Or(a.Member.JoinedAt.Compare(b.Member.JoinedAt.Time), cmp.Compare(a.Workspace.ID, b.Workspace.ID))
	})
}
