package domain_test

import (
	"testing"

	"stint/shared/domain"
)

func TestColorFor(t *testing.T) {
	t.Parallel()
	seen := map[domain.Color]bool{}
	for range 1000 {
		id := domain.NewID()
		color := domain.ColorFor(id)
		var parsed domain.Color
		if code := parsed.ParseText(string(color)); code != "" || parsed != color {
			t.Fatalf("%q is no colour", color)
		}
		if domain.ColorFor(id) != color {
			t.Fatalf("the colour of %s changes", id)
		}
		seen[color] = true
	}
	if len(seen) != 12 {
		t.Errorf("%d colours in use, want 12", len(seen))
	}
}

func TestStanding(t *testing.T) {
	t.Parallel()
	stranger, member := domain.Standing{}, domain.Standing{Mine: &domain.ProjectMember{}}
	manager := domain.Standing{Mine: &domain.ProjectMember{IsManager: true}}
	for name, c := range map[string]struct {
		standing          domain.Standing
		isMember, manages bool
	}{
		"stranger": {stranger, false, false}, "member": {member, true, false}, "manager": {manager, true, true},
	} {
		if c.standing.IsMember() != c.isMember || c.standing.Manages() != c.manages {
			t.Errorf("%s: member %t, manages %t", name, c.standing.IsMember(), c.standing.Manages())
		}
	}
}

func TestProjectVisible(t *testing.T) {
	t.Parallel()
	open, hidden := domain.Project{Visibility: domain.Public}, domain.Project{Visibility: domain.Private}
	for _, role := range []domain.Role{domain.Owner, domain.Admin, domain.Analyst} {
		if !hidden.Visible(role, false) {
			t.Errorf("%s does not see a private project", role)
		}
	}
	if hidden.Visible(domain.Worker, false) || !hidden.Visible(domain.Worker, true) || !open.Visible(domain.Worker, false) {
		t.Error("a user sees other projects than the public and their own")
	}
}
