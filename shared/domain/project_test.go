package domain_test

import (
	"testing"

	"stint/shared/domain"
)

func TestDefaultColor(t *testing.T) {
	t.Parallel()
	seen := map[domain.Color]bool{}
	for range 1000 {
		id := domain.NewID()
		color := domain.DefaultColor(id)
		var parsed domain.Color
		if code := parsed.ParseText(string(color)); code != "" || parsed != color {
			t.Fatalf("%q is no colour", color)
		}
		if domain.DefaultColor(id) != color {
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
	nonMember, member := domain.ProjectAccess{}, domain.ProjectAccess{Membership: &domain.ProjectMember{}}
	manager := domain.ProjectAccess{Membership: &domain.ProjectMember{IsManager: true}}
	for name, c := range map[string]struct {
		access            domain.ProjectAccess
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
	open, hidden := domain.Project{Visibility: domain.Public}, domain.Project{Visibility: domain.Private}
	for _, role := range []domain.Role{domain.RoleOwner, domain.RoleAdmin, domain.RoleAnalyst} {
		if !hidden.VisibleTo(role, false) {
			t.Errorf("%s does not see a private project", role)
		}
	}
	if hidden.VisibleTo(domain.RoleUser, false) || !hidden.VisibleTo(domain.RoleUser, true) || !open.VisibleTo(domain.RoleUser, false) {
		t.Error("a user sees other projects than the public and their own")
	}
}
