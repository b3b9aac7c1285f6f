package store

import (
	"strings"
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/store/key"
	"stint/shared/store/peopledb"
	"stint/shared/table"
)

// The most that one transaction deletes with an account fits it.
func TestAFullTransactionDeletesAnAccount(t *testing.T) {
	b := newTestStore(t)
	now := b.core.Instant()
	u := people.User{ID: domain.NewID(), Email: "ada@example.com", Version: 1,
		Logins: []people.ExternalLogin{{Provider: people.ProviderExternal, Subject: "ada"}}}
	items := []table.Item{table.Encode(key.Profile(u.ID), u)}
	var unshared []UnsharedWorkspace
	for range maxDeletedTogether {
		w := people.Workspace{ID: domain.NewID(), OwnerID: u.ID, Version: 1}
		items = append(items, table.Encode(key.Workspace(w.ID), w))
		unshared = append(unshared, UnsharedWorkspace{Was: w, Deleted: w.Delete(now, 0)})
	}
	b.write(t, items...)
	if err := b.DeleteAccount(ctx(t), u, u.Delete(now), unshared); err != nil {
		t.Fatal(err)
	}
	if last := stored[people.Workspace](t, b, key.Workspace(unshared[maxDeletedTogether-1].Was.ID)); !last.Deleted() {
		t.Errorf("left is %+v", last)
	}
}

// The most that one transaction erases of a user fits it.
func TestAFullTransactionErasesAUser(t *testing.T) {
	b := newTestStore(t)
	u, w := domain.NewID(), domain.NewID()
	items := []table.Item{table.Encode(key.Calendar(u, people.ProviderExternal), people.CalendarConnection{UserID: u,
		Provider: people.ProviderExternal, RefreshToken: []byte("sealed"), Version: 1})}
	for range maxErasedTogether {
		pointer := peopledb.APIKeyPointer{ID: domain.NewID(), WorkspaceID: w, Digest: string(domain.NewID())}
		items = append(items, table.Encode(key.APIKeyPointer(u, w, pointer.ID), pointer))
	}
	b.write(t, items...)
	if err := b.EraseUser(ctx(t), u); err != nil {
		t.Fatal(err)
	}
	left := b.keysOf(t, u)
	if len(left) != 1 || !strings.HasPrefix(left[0].SK, key.EndedGrantPrefix) {
		t.Errorf("left are %v", left)
	}
}

// keysOf are the keys of the records of a user.
func (b *testStore) keysOf(t *testing.T, u domain.ID) (all []table.Key) {
	t.Helper()
	err := b.core.Table.WalkItems(ctx(t), table.PartitionRange(table.Base, key.UserPK(u)), func(it table.Row) error {
		all = append(all, table.KeyOf(it))
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return all
}
