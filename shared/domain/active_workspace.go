package domain

import "slices"

// ActiveWorkspaceAtSignIn chooses the workspace that is active in a new session: the
// one that was last active, else the one that the user joined first. Memberships
// that have ended are ignored; ok is false when there is no other.
func ActiveWorkspaceAtSignIn(lastActive ID, memberships []Membership) (chosen Membership, ok bool) {
	active := slices.DeleteFunc(slices.Clone(memberships), func(m Membership) bool { return !m.Active() })
	for _, m := range active {
		if m.Workspace.ID == lastActive {
			return m, true
		}
	}
	if len(active) == 0 {
		return Membership{}, false
	}
	SortByJoinTime(active)
	return active[0], true
}
