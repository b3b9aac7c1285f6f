package domain_test

import (
	"testing"

	"stint/shared/domain"
)

func TestWhoGetsWhichChange(t *testing.T) {
	t.Parallel()
	private, public := domain.Project{Visibility: domain.Private}, domain.Project{Visibility: domain.Public}
	wasPublic := domain.Project{Visibility: domain.Private, WasPublic: true}
	member, manager, former := &domain.ProjectMember{}, &domain.ProjectMember{IsManager: true}, &domain.ProjectMember{WasManager: true}
	left, leftAsManager := &domain.DeletionMark{}, &domain.DeletionMark{WasManager: true}
	deleted, deletedPublic := &domain.DeletionMark{}, &domain.DeletionMark{WasPublic: true}
	viewer := func(role domain.Role, sawAll bool, p *domain.Project, mark *domain.DeletionMark, m *domain.ProjectMember, mm *domain.DeletionMark) domain.ChangeViewer {
		sight := domain.ProjectSightOf(p, mark, m, mm)
		return domain.ChangeViewer{UserID: "me", Role: role, SawAll: sawAll, Projects: map[domain.ID]domain.ProjectSight{"p": sight}}
	}
	const user = domain.RoleUser
	for name, c := range map[string]struct {
		viewer                          domain.ChangeViewer
		project, time, past, invitation string // what they get of each: upsert, delete, or nothing
	}{
		"admin":               {viewer(domain.RoleAdmin, false, &private, nil, nil, nil), "upsert", "upsert", "upsert", "upsert"},
		"analyst":             {viewer(domain.RoleAnalyst, false, &private, nil, nil, nil), "upsert", "upsert", "upsert", "upsert"},
		"stranger":            {viewer(user, false, &private, nil, nil, nil), "", "", "", ""},
		"demoted admin":       {viewer(user, true, &private, nil, nil, nil), "delete", "delete", "delete", "delete"},
		"public":              {viewer(user, false, &public, nil, nil, nil), "upsert", "", "", ""},
		"public before":       {viewer(user, false, &wasPublic, nil, nil, nil), "delete", "", "", ""},
		"member":              {viewer(user, false, &private, nil, member, nil), "upsert", "", "", ""},
		"manager":             {viewer(user, false, &private, nil, manager, nil), "upsert", "upsert", "delete", ""},
		"manager before":      {viewer(user, false, &private, nil, former, nil), "upsert", "delete", "delete", ""},
		"left":                {viewer(user, false, &private, nil, nil, left), "delete", "", "", ""},
		"left as manager":     {viewer(user, false, &private, nil, nil, leftAsManager), "delete", "delete", "delete", ""},
		"deleted":             {viewer(user, false, nil, deleted, nil, nil), "", "", "", ""},
		"deleted, was public": {viewer(user, false, nil, deletedPublic, nil, nil), "delete", "", "", ""},
		"deleted, was member": {viewer(user, false, nil, deleted, nil, left), "delete", "", "", ""},
	} {
		check := func(what string, s domain.Sight, want string) {
			got, ok := s.ChangeFor(false)
			if !ok {
				got = ""
			}
			if string(got) != want {
				t.Errorf("%s: %s is %q, want %q", name, what, got, want)
			}
			if _, told := s.ChangeFor(true); told != (want != "") {
				t.Errorf("%s: the deletion of %s is told: %v", name, what, told)
			}
		}
		check("a project", c.viewer.OfProject("p"), c.project)
		check("time on it", c.viewer.OfTime("other", []domain.ID{"p"}, nil), c.time)
		check("time that was on it", c.viewer.OfTime("other", []domain.ID{""}, []domain.ID{"p"}), c.past)
		check("their own time", c.viewer.OfTime("me", []domain.ID{"q"}, nil), "upsert")
		check("an invitation", c.viewer.OfInvitation(), c.invitation)
		check("a tag", c.viewer.OfOpen(), "upsert")
	}
}

func TestWhatIsKeptForTheChangeFeed(t *testing.T) {
	t.Parallel()
	e := domain.Entry{ProjectID: "a"}
	if e = e.MoveTo("a"); len(e.PastProjects) != 0 {
		t.Errorf("a move to the same project is remembered: %v", e.PastProjects)
	}
	for _, id := range []domain.ID{"b", "", "a", "b"} {
		e = e.MoveTo(id)
	}
	if len(e.PastProjects) != 2 || e.PastProjects[0] != "b" || e.PastProjects[1] != "a" {
		t.Errorf("past projects %v", e.PastProjects)
	}
	for range 50 {
		e = e.MoveTo(domain.NewID())
	}
	if len(e.PastProjects) != 20 || e.PastProjects[19] == e.ProjectID {
		t.Errorf("%d past projects", len(e.PastProjects))
	}
	m := domain.ProjectMember{}.WithManager(true).WithManager(true)
	if m.WasManager || !m.WithManager(false).WasManager {
		t.Error("a manager is no manager of before")
	}
	member := domain.Member{Role: domain.RoleAdmin, State: domain.MemberActive}
	if member.WithRole(domain.RoleAdmin).SawAll || !member.WithRole(domain.RoleUser).SawAll || !member.Rejoin(domain.RoleUser).SawAll {
		t.Error("a demoted admin saw all")
	}
	was := domain.Submission{Lines: []domain.LineState{{ProjectID: "a"}, {ProjectID: "b"}, {}}}
	now := domain.Submission{Lines: []domain.LineState{{ProjectID: "b"}}}.RememberProjects(&was)
	if len(now.PastProjects) != 1 || now.PastProjects[0] != "a" {
		t.Errorf("past projects of a submission %v", now.PastProjects)
	}
}
