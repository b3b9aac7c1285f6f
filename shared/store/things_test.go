package store

import (
	"testing"

	"stint/shared/domain"
)

// elsewhere is another workspace of a user, with one thing of each kind.
type elsewhere struct {
	*bench
	u, w          domain.ID
	workspace     domain.Workspace
	member        domain.Member
	project       domain.Project
	task, tag, cl domain.ID
}

func newElsewhere(t *testing.T) *elsewhere {
	t.Helper()
	x := &elsewhere{bench: newBench(t), u: domain.NewID(), w: domain.NewID(), task: domain.NewID(), tag: domain.NewID(), cl: domain.NewID()}
	x.workspace = domain.NewWorkspace(domain.NewID(), "Elsewhere", x.instant())
	x.workspace.ID = x.w
	x.member = domain.Member{UserID: x.u, Role: domain.Worker, State: domain.Active, JoinedAt: x.instant(), Version: 1}
	x.project = domain.Project{ID: domain.NewID(), Name: "P", Visibility: domain.Public, CreatedAt: x.instant(), Version: 1}
	x.put(t, encode(membershipKey(x.u, x.w), membership{WorkspaceID: x.w}))
	x.put(t, encode(taskKey(x.w, x.task), domain.Task{ID: x.task, ProjectID: x.project.ID, CreatedAt: x.instant()}))
	x.put(t, encode(tagKey(x.w, x.tag), domain.Tag{ID: x.tag, CreatedAt: x.instant()}))
	x.put(t, encode(clientKey(x.w, x.cl), domain.Client{ID: x.cl, CreatedAt: x.instant()}))
	x.keep(t)
	return x
}

func (x *elsewhere) put(t *testing.T, it item) {
	t.Helper()
	if err := x.commit(ctx(t), put(it)); err != nil {
		t.Fatal(err)
	}
}

// keep writes what the cases change.
func (x *elsewhere) keep(t *testing.T) {
	t.Helper()
	x.put(t, encode(metaKey(x.w), x.workspace))
	x.put(t, encode(memberKey(x.w, x.u), x.member))
	x.put(t, encode(projectKey(x.w, x.project.ID), x.project))
}

func (x *elsewhere) sees(t *testing.T, unknown Unknown) bool {
	t.Helper()
	seen, err := x.Elsewhere(ctx(t), domain.NewID(), x.u, unknown)
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

func TestElsewhereAsTheUserSeesIt(t *testing.T) {
	deleted := domain.Instant{}
	for _, c := range []struct {
		what        string
		change      func(x *elsewhere)
		work, label bool // whether the project and its task, the tag and the client are seen
	}{
		{"a public project", func(*elsewhere) {}, true, true},
		{"a private project", func(x *elsewhere) { x.project.Visibility = domain.Private }, false, true},
		{"a private project, by an analyst", func(x *elsewhere) { x.project.Visibility, x.member.Role = domain.Private, domain.Analyst }, true, true},
		{"a membership that ended", func(x *elsewhere) { x.member.State = domain.Left }, false, false},
		{"a workspace that is gone", func(x *elsewhere) { x.workspace.DeletedAt = &deleted }, false, false},
	} {
		x := newElsewhere(t)
		c.change(x)
		x.keep(t)
		for kind, got := range map[string]bool{
			"project": x.sees(t, Unknown{Projects: []domain.ID{x.project.ID}}), "task": x.sees(t, Unknown{Tasks: []domain.ID{x.task}}),
		} {
			if got != c.work {
				t.Errorf("%s: the %s is seen: %t, want %t", c.what, kind, got, c.work)
			}
		}
		for kind, got := range map[string]bool{
			"tag": x.sees(t, Unknown{Tags: []domain.ID{x.tag}}), "client": x.sees(t, Unknown{Clients: []domain.ID{x.cl}}),
		} {
			if got != c.label {
				t.Errorf("%s: the %s is seen: %t, want %t", c.what, kind, got, c.label)
			}
		}
		if x.sees(t, Unknown{Projects: []domain.ID{domain.NewID()}}) {
			t.Errorf("%s: an id of nothing is seen", c.what)
		}
	}
}

func TestElsewhereLooksThreeHundredTimes(t *testing.T) {
	x := newElsewhere(t)
	ids := make([]domain.ID, maxElsewhere)
	for i := range ids {
		ids[i] = domain.NewID()
	}
	if x.sees(t, Unknown{Tags: append(ids, x.tag)}) {
		t.Error("the 301st look-up was made")
	}
	x.probe.Reset()
	if !x.sees(t, Unknown{Tags: append(ids[:maxElsewhere-1], x.tag)}) {
		t.Error("the 300th look-up was not made")
	}
	if got := x.probe.Snapshot().Calls; got["Query"] != 1 || got["BatchGetItem"] != 4 {
		t.Errorf("calls %v, want 1 query, 3 batches of look-ups and 1 of rights", got)
	}
}

func TestNothingUnknownCostsNothing(t *testing.T) {
	x := newElsewhere(t)
	x.probe.Reset()
	if x.sees(t, Unknown{}) || len(x.probe.Log()) != 0 {
		t.Errorf("calls %v", x.probe.Log())
	}
}
