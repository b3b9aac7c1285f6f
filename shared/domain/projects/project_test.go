package projects_test

import (
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
)

func TestDefaultColor(t *testing.T) {
	t.Parallel()
	seen := map[domain.Color]bool{}
	for range 1000 {
		id := domain.NewID()
		color := projects.DefaultColor(id)
		var parsed domain.Color
		if code := parsed.ParseText(string(color)); code != "" || parsed != color {
			t.Fatalf("%q is no colour", color)
		}
		if projects.DefaultColor(id) != color {
			t.Fatalf("the colour of %s changes", id)
		}
		seen[color] = true
	}
	if len(seen) != 12 {
		t.Errorf("%d colours in use, want 12", len(seen))
	}
}

func TestProjectAccess(t *testing.T) {
	t.Parallel()
	nonMember, member := projects.ProjectAccess{}, projects.ProjectAccess{Membership: &projects.ProjectMember{}}
	manager := projects.ProjectAccess{Membership: &projects.ProjectMember{IsManager: true}}
	for name, c := range map[string]struct {
		access            projects.ProjectAccess
		isMember, manages bool
	}{
		"non-member": {nonMember, false, false}, "member": {member, true, false}, "manager": {manager, true, true},
	} {
		if c.access.IsMember() != c.isMember || c.access.IsManager() != c.manages {
			t.Errorf("%s: member %t, manages %t", name, c.access.IsMember(), c.access.IsManager())
		}
	}
}

func TestProjectVisibleTo(t *testing.T) {
	t.Parallel()
	open, hidden := projects.Project{Visibility: domain.Public}, projects.Project{Visibility: domain.Private}
	for _, role := range []people.Role{people.RoleOwner, people.RoleAdmin, people.RoleAnalyst} {
		if !hidden.VisibleTo(role, false) {
			t.Errorf("%s does not see a private project", role)
		}
	}
	if hidden.VisibleTo(people.RoleUser, false) || !hidden.VisibleTo(people.RoleUser, true) ||
		!open.VisibleTo(people.RoleUser, false) {
		t.Error("a user sees other projects than the public and their own")
	}
}
