package feed_test

import (
	"reflect"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
)

func TestWhoGetsWhichChange(t *testing.T) {
	t.Parallel()
	before, loss, after := madeAt(0), madeAt(1), madeAt(2)
	private, public := projects.Project{Visibility: domain.Private}, projects.Project{Visibility: domain.Public}
	wasPublic := projects.Project{Visibility: domain.Private, PublicUntil: &loss}
	member, manager, former := &projects.ProjectMember{}, &projects.ProjectMember{IsManager: true},
		&projects.ProjectMember{ManagerUntil: &loss}
	left, leftAsManager := &domain.DeletionMark{MemberUntil: &loss},
		&domain.DeletionMark{MemberUntil: &loss, ManagerUntil: &loss}
	deleted, deletedPublic := &domain.DeletionMark{}, &domain.DeletionMark{PublicUntil: &loss}
	viewer := func(role people.Role, sawAll bool, p *projects.Project, mark *domain.DeletionMark,
		m *projects.ProjectMember, mm *domain.DeletionMark) feed.ChangeViewer {
		sight := feed.ProjectSightOf(p, mark, m, mm)
		v := feed.ChangeViewer{UserID: "me", Role: role, Projects: map[domain.ID]feed.ProjectSight{"p": sight}}
		if sawAll {
			v.SawAllUntil = &loss
		}
		return v
	}
	// What came after the loss: what they do not see now, they get nothing of.
	later := func(want string) string {
		if want == "delete" {
			return ""
		}
		return want
	}
	const user = people.RoleUser
	for name, c := range map[string]struct {
		viewer                          feed.ChangeViewer
		project, time, past, invitation string // what they get of each: upsert, delete, or nothing
	}{
		"admin": {viewer(people.RoleAdmin, false, &private, nil, nil, nil), "upsert", "upsert", "upsert",
			"upsert"},
		"analyst": {viewer(people.RoleAnalyst, false, &private, nil, nil, nil), "upsert", "upsert", "upsert",
			"upsert"},
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
		check := func(what string, s feed.Sight, want string) {
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
		on, off := []domain.ID{"p"}, []domain.ID{""}
		stay := func(since domain.OrderedInstant) []domain.ProjectStay {
			return []domain.ProjectStay{{ProjectID: "p", Since: since}}
		}
		past := later(c.past)
		if c.viewer.Projects["p"].IsManager {
			past = c.past
		}
		moved := later(c.time)
		if c.viewer.SawAllUntil != nil {
			moved = c.time // they saw it where it was
		}
		check("a project", c.viewer.OfProject("p", before), c.project)
		check("a later task", c.viewer.OfProject("p", after), later(c.project))
		check("a task of unknown age", c.viewer.OfProject("p", domain.OrderedInstant{}), later(c.project))
		check("a project member", c.viewer.OfProjectMember("p", "other", before), c.project)
		check("a later project member", c.viewer.OfProjectMember("p", "other", after), later(c.project))
		check("time on it", c.viewer.OfTime("other", before, on, nil), c.time)
		check("later time on it", c.viewer.OfTime("other", after, on, nil), later(c.time))
		check("time that came to it later", c.viewer.OfTime("other", before, on, stay(after)), moved)
		check("time that came back to it later", c.viewer.OfTime("other", before, on, stay(before)), c.time)
		check("time that was on it", c.viewer.OfTime("other", before, off, stay(before)), c.past)
		check("later time that was on it", c.viewer.OfTime("other", after, off, stay(after)), past)
		check("their own time", c.viewer.OfTime("me", after, []domain.ID{"q"}, nil), "upsert")
		check("an invitation", c.viewer.OfInvitation(before), c.invitation)
		check("a later invitation", c.viewer.OfInvitation(after), later(c.invitation))
		check("a tag", c.viewer.OfOpen(), "upsert")
	}
}

// madeAt is a time some minutes after another one.
func madeAt(minutes int) domain.OrderedInstant {
	return domain.OrderedInstant{At: noon.Plus(time.Duration(minutes) * time.Minute), ID: domain.NewID()}
}

// What happened in the same second has an order, as far as ids give one.
func TestOrderInASecond(t *testing.T) {
	t.Parallel()
	first, loss, second := domain.OrderedNow(noon), domain.OrderedNow(noon), domain.OrderedNow(noon)
	chosen := domain.OrderedInstant{At: noon, ID: "00000000-0000-4000-8000-000000000000"}
	for name, c := range map[string]struct {
		made domain.OrderedInstant
		want bool
	}{
		"before": {*first, true}, "after": {*second, false}, "itself": {*loss, false},
		"no id": {domain.OrderedInstant{At: noon}, false}, "a chosen id": {chosen, false},
		"unknown": {domain.OrderedInstant{}, false}, "a minute before": {madeAt(-1), true},
	} {
		if got := c.made.IsBefore(loss); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
		if c.made.IsBefore(nil) {
			t.Errorf("%s is before never", name)
		}
	}
}

func TestWhatIsKeptForTheChangeFeed(t *testing.T) {
	t.Parallel()
	at := func(minutes int) domain.Instant { return madeAt(minutes).At }
	e := timelog.Entry{ProjectID: "a", CreatedAt: at(0)}
	if e = e.MoveTo("a", at(1)); len(e.ProjectStays) != 0 {
		t.Errorf("a move to the same project is remembered: %v", e.ProjectStays)
	}
	for i, id := range []domain.ID{"b", "", "a", "b"} {
		e = e.MoveTo(id, at(i+1))
	}
	wantStays(t, e.ProjectStays, "a", at(0), "b", at(1))
	mark := timelog.MarkOfEntry(e)
	again := timelog.Entry{CreatedAt: at(6)}.Recreate(mark).MoveTo("c", at(6))
	wantStays(t, again.ProjectStays, "a", at(0), "b", at(1), "c", at(6))
	if again.Made() != e.Made() {
		t.Errorf("it was made %v", again.Made())
	}
	for range 50 {
		e = e.MoveTo(domain.NewID(), at(7))
	}
	if len(e.ProjectStays) != 20 || e.ProjectStays[19].ProjectID != e.ProjectID {
		t.Errorf("%d stays", len(e.ProjectStays))
	}
	was := timesheets.Submission{SubmittedAt: at(0), Lines: []timesheets.LineState{{ProjectID: "a"}, {ProjectID: "b"}, {}}}
	now := timesheets.Submission{SubmittedAt: at(3), Lines: []timesheets.LineState{
		{ProjectID: "b"}, {ProjectID: "c"}}}.RememberProjects(&was, at(3))
	wantStays(t, now.ProjectStays, "a", at(0), "c", at(3))
	if now.RememberProjects(&now, at(4)).Made() != was.Made() {
		t.Errorf("it was first submitted %v", now.Made())
	}
}

// wantStays checks stays: a project and when the record came there, of each.
func wantStays(t *testing.T, got []domain.ProjectStay, want ...any) {
	t.Helper()
	var all []any
	for _, s := range got {
		all = append(all, s.ProjectID, s.Since.At)
	}
	texts := make([]any, len(want))
	for i, w := range want {
		if texts[i] = w; i%2 == 0 {
			texts[i] = domain.ID(w.(string))
		}
	}
	if !reflect.DeepEqual(all, texts) {
		t.Errorf("stays %v, want %v", all, texts)
	}
}

// The latest loss counts, and only a loss.
func TestWhenSightWasLost(t *testing.T) {
	t.Parallel()
	at := func(minutes int) domain.Instant { return madeAt(minutes).At }
	check := func(what string, got *domain.OrderedInstant, want ...domain.Instant) {
		t.Helper()
		if (got != nil) != (len(want) > 0) || got != nil && got.At != want[0] {
			t.Errorf("%s: lost %v, want %v", what, got, want)
		}
	}
	m := projects.ProjectMember{}.WithManager(true, at(0)).WithManager(true, at(1))
	check("a manager", m.ManagerUntil)
	m = m.WithManager(false, at(2)).WithManager(false, at(3))
	check("a former manager", m.ManagerUntil, at(2))
	check("a manager twice", m.WithManager(true, at(4)).WithManager(false, at(5)).ManagerUntil, at(5))
	check("a removed manager", projects.MarkOfProjectMember(m.WithManager(true, at(4)), at(6)).ManagerUntil, at(6))
	check("a removed former manager", projects.MarkOfProjectMember(m, at(6)).ManagerUntil, at(2))
	check("a removed member", projects.MarkOfProjectMember(m, at(6)).MemberUntil, at(6))

	admin := people.Member{Role: people.RoleAdmin, State: people.MemberActive}
	user := admin.WithRole(people.RoleUser, at(1))
	check("an admin", admin.WithRole(people.RoleAdmin, at(1)).SawAllUntil)
	check("an analyst", admin.WithRole(people.RoleAnalyst, at(1)).SawAllUntil)
	check("a user", user.WithRole(people.RoleUser, at(2)).SawAllUntil, at(1))
	check("demoted twice", user.WithRole(people.RoleAnalyst, at(2)).WithRole(people.RoleUser, at(3)).SawAllUntil, at(3))
	check("ended, then demoted", admin.End(people.MemberDeactivated, at(4)).WithRole(people.RoleUser,
		at(5)).Rejoin(people.RoleUser).SawAllUntil, at(4))

	public, private := projects.Project{Visibility: domain.Public}, projects.Project{Visibility: domain.Private}
	hidden := private.Following(public, at(1))
	check("public", public.Following(public, at(1)).PublicUntil)
	check("never public", private.Following(private, at(1)).PublicUntil)
	check("private", private.Following(hidden, at(2)).PublicUntil, at(1))
	check("private twice", private.Following(public.Following(hidden, at(2)), at(3)).PublicUntil, at(3))
	check("deleted while public", projects.MarkOfProject(public, at(4)).PublicUntil, at(4))
	check("deleted while private", projects.MarkOfProject(hidden, at(4)).PublicUntil, at(1))
}

var noon = domain.InstantOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))
