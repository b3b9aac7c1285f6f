package store

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
	"stint/shared/store/key"
	"stint/shared/store/peopledb"
	"stint/shared/store/timedb"
	"stint/shared/table"
)

// otherWorkspace is another workspace of a user, with one record of each kind.
type otherWorkspace struct {
	*testStore
	u, w          domain.ID
	workspace     people.Workspace
	member        people.Member
	project       projects.Project
	task, tag, cl domain.ID
}

func newOtherWorkspace(t *testing.T) *otherWorkspace {
	t.Helper()
	x := &otherWorkspace{testStore: newTestStore(t), u: domain.NewID(), w: domain.NewID(), task: domain.NewID(),
		tag: domain.NewID(), cl: domain.NewID()}
	x.workspace = people.NewWorkspace(domain.NewID(), "Elsewhere", x.core.Instant())
	x.workspace.ID = x.w
	x.member = people.Member{UserID: x.u, Role: people.RoleUser, State: people.MemberActive, JoinedAt: x.core.Instant(),
		Version: 1}
	x.project = projects.Project{ID: domain.NewID(), Name: "P", Visibility: domain.Public, CreatedAt: x.core.Instant(),
		Version: 1}
	x.put(t, table.Encode(key.Membership(x.u, x.w), peopledb.MembershipPointer{WorkspaceID: x.w}))
	x.put(t, table.Encode(key.Task(x.w, x.task), projects.Task{
		ID: x.task, ProjectID: x.project.ID, CreatedAt: x.core.Instant()}))
	x.put(t, table.Encode(key.Tag(x.w, x.tag), projects.Tag{ID: x.tag, CreatedAt: x.core.Instant()}))
	x.put(t, table.Encode(key.Client(x.w, x.cl), projects.Client{ID: x.cl, CreatedAt: x.core.Instant()}))
	x.save(t)
	return x
}

func (x *otherWorkspace) put(t *testing.T, it table.Item) {
	t.Helper()
	if err := x.core.Table.Commit(ctx(t), table.Put(it)); err != nil {
		t.Fatal(err)
	}
}

// save writes what the cases change.
func (x *otherWorkspace) save(t *testing.T) {
	t.Helper()
	x.put(t, table.Encode(key.Workspace(x.w), x.workspace))
	x.put(t, table.Encode(key.Member(x.w, x.u), x.member))
	x.put(t, table.Encode(key.Project(x.w, x.project.ID), x.project))
}

func (x *otherWorkspace) isSeen(t *testing.T, unknown UnknownRefs) bool {
	t.Helper()
	seen, err := x.InOtherWorkspace(ctx(t), domain.NewID(), x.u, unknown)
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

func TestInOtherWorkspaceRespectsVisibility(t *testing.T) {
	deleted := domain.Instant{}
	for _, c := range []struct {
		what        string
		change      func(x *otherWorkspace)
		work, label bool // whether the project and its task, the tag and the client are seen
	}{
		{"a public project", func(*otherWorkspace) {}, true, true},
		{"a private project", func(x *otherWorkspace) { x.project.Visibility = domain.Private }, false, true},
		{"a private project, by an analyst", func(x *otherWorkspace) {
			x.project.Visibility, x.member.Role = domain.Private,
				people.RoleAnalyst
		}, true, true},
		{"a membership that ended", func(x *otherWorkspace) { x.member.State = people.MemberLeft }, false, false},
		{"a workspace that is gone", func(x *otherWorkspace) { x.workspace.DeletedAt = &deleted }, false, false},
	} {
		x := newOtherWorkspace(t)
		c.change(x)
		x.save(t)
		for kind, got := range map[string]bool{
			"project": x.isSeen(t, UnknownRefs{Projects: []domain.ID{x.project.ID}}),
			"task":    x.isSeen(t, UnknownRefs{Tasks: []domain.ID{x.task}}),
		} {
			if got != c.work {
				t.Errorf("%s: the %s is seen: %t, want %t", c.what, kind, got, c.work)
			}
		}
		for kind, got := range map[string]bool{
			"tag":    x.isSeen(t, UnknownRefs{Tags: []domain.ID{x.tag}}),
			"client": x.isSeen(t, UnknownRefs{Clients: []domain.ID{x.cl}}),
		} {
			if got != c.label {
				t.Errorf("%s: the %s is seen: %t, want %t", c.what, kind, got, c.label)
			}
		}
		if x.isSeen(t, UnknownRefs{Projects: []domain.ID{domain.NewID()}}) {
			t.Errorf("%s: an id of nothing is seen", c.what)
		}
	}
}

// An entry is seen by its owner, and by others who may read it there if its id names its owner.
func TestInOtherWorkspaceFindsEntries(t *testing.T) {
	x := newOtherWorkspace(t)
	owner := domain.NewID()
	own := timelog.Entry{ID: domain.NewID(), UserID: x.u, ProjectID: domain.NewID(), Version: 1}
	theirs := timelog.Entry{ID: domain.NewIDOf(owner), UserID: owner}
	unnamed := timelog.Entry{ID: domain.NewID(), UserID: owner}
	x.put(t, table.Encode(key.Member(x.w, owner), people.Member{UserID: owner, Role: people.RoleUser}))
	for _, e := range []timelog.Entry{own, theirs, unnamed} {
		x.put(t, timedb.EntryItem(x.w, e))
	}
	for role, want := range map[people.Role]string{people.RoleUser: "true false false",
		people.RoleAdmin: "true true false", people.RoleAnalyst: "true true false"} {
		x.member.Role = role
		x.save(t)
		var seen []bool
		for _, e := range []timelog.Entry{own, theirs, unnamed} {
			seen = append(seen, x.isSeen(t, UnknownRefs{Entries: []domain.ID{e.ID}}))
		}
		if got := strings.Trim(fmt.Sprint(seen), "[]"); got != want {
			t.Errorf("%s: own, theirs, one that names nobody: %s, want %s", role, got, want)
		}
	}
	gone := x.core.DeleteLeaving(key.Entry(x.w, own.UserID, own.ID), timelog.MarkOfEntry(own))
	if err := x.core.Table.Commit(ctx(t), gone); err != nil {
		t.Fatal(err)
	}
	if x.isSeen(t, UnknownRefs{Entries: []domain.ID{own.ID}}) {
		t.Error("a deleted entry is seen")
	}
}

// The owners of entries are looked for by at most 20 queries, beside that for the memberships.
func TestInOtherWorkspaceBoundsTheQueriesForOwners(t *testing.T) {
	x := newOtherWorkspace(t)
	ids := make([]domain.ID, 2*maxOtherOwners)
	for i := range ids {
		ids[i] = domain.ID(uuid.NewString())
	}
	x.probe.Reset()
	x.isSeen(t, UnknownRefs{Entries: ids})
	if got := x.probe.Snapshot().Calls["Query"]; got != 1+maxOtherOwners {
		t.Errorf("%d queries, want %d", got, 1+maxOtherOwners)
	}
}

func TestInOtherWorkspaceMakesAtMost300Lookups(t *testing.T) {
	x := newOtherWorkspace(t)
	ids := make([]domain.ID, maxOtherLookups)
	for i := range ids {
		ids[i] = domain.NewID()
	}
	if x.isSeen(t, UnknownRefs{Tags: append(ids, x.tag)}) {
		t.Error("the 301st look-up was made")
	}
	x.probe.Reset()
	if !x.isSeen(t, UnknownRefs{Tags: append(ids[:maxOtherLookups-1], x.tag)}) {
		t.Error("the 300th look-up was not made")
	}
	if got := x.probe.Snapshot().Calls; got["Query"] != 1 || got["BatchGetItem"] != 4 {
		t.Errorf("calls %v, want 1 query, 3 batches of look-ups and 1 of rights", got)
	}
}

func TestInOtherWorkspaceReadsNothingWithoutUnknownRefs(t *testing.T) {
	x := newOtherWorkspace(t)
	x.probe.Reset()
	if x.isSeen(t, UnknownRefs{}) || len(x.probe.Log()) != 0 {
		t.Errorf("calls %v", x.probe.Log())
	}
}
