package store

import (
	"fmt"
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/store/key"
	"stint/shared/store/peopledb"
	"stint/shared/table"
)

// One page looks at a bounded number of members, and the pages after it find the rest.
func TestInventoryLooksAtABoundedNumberOfMembers(t *testing.T) {
	b := newTestStore(t)
	const members = 2*peopledb.MaxInventoryMembers + 1
	for i := range members {
		u := domain.ID(fmt.Sprintf("u%03d", i))
		b.write(t, table.Encode(key.Member("w", u), people.Member{UserID: u, State: people.MemberActive}))
	}
	last := people.APIKey{ID: "k", UserID: domain.ID(fmt.Sprintf("u%03d", members-1)), WorkspaceID: "w", Digest: "d"}
	b.write(t, table.Encode(key.APIKey("d"), last), table.Encode(key.APIKeyPointer(last.UserID, "w", "k"),
		peopledb.APIKeyPointer{ID: "k", WorkspaceID: "w", Digest: "d"}))
	request := PageRequest{Limit: 200, Scope: "list"}
	for page := 1; ; page++ {
		b.probe.Reset()
		got, err := b.WorkspaceKeys(ctx(t), "w", peopledb.APIKeys, request)
		if err != nil {
			t.Fatal(err)
		}
		if calls := len(b.probe.Log()); calls > peopledb.MaxInventoryMembers+2 {
			t.Errorf("page %d made %d calls", page, calls)
		}
		if got.Next == "" {
			if len(got.Items) != 1 || page != 3 {
				t.Errorf("%d keys on page %d, want one on page 3", len(got.Items), page)
			}
			return
		}
		request.Cursor = got.Next
	}
}
