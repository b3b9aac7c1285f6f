package peopledb

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// The pointers to API keys are with their users. So the keys of a workspace are found
// by its members, the former ones too: no key is made without a member, and members
// are never removed before the workspace is. This is strongly consistent, and finds
// every key that was ever made.

// MaxInventoryMembers is how many members one page of the inventory looks at. Each
// costs a query.
const MaxInventoryMembers = 100

// WorkspaceKeys lists the keys of a kind of all members of a workspace, also revoked and
// expired ones, with what says whether they can be used: one member after the other, each
// one's newest first. A page may be short, because the members that it looks at are
// bounded. Errors: validation with cursor_invalid.
func (s *Store) WorkspaceKeys(
	ctx context.Context, w domain.ID, kind KeyKind, p table.PageRequest,
) (_ table.Page[people.APIKeyDetails], err error) {
	defer core.Wrap(&err, "WorkspaceKeys", w)
	list := inventory{Store: s, kind: kind, workspace: w, request: p}
	if err := list.read(ctx); err != nil {
		return table.Page[people.APIKeyDetails]{}, err
	}
	keys, err := s.APIKeyDetails(ctx, list.found)
	return table.Page[people.APIKeyDetails]{Items: keys, Next: list.next}, err
}

// inventory collects the pointers of one page.
type inventory struct {
	*Store
	kind      KeyKind
	workspace domain.ID
	request   table.PageRequest
	found     []OwnedPointer
	next      table.Cursor
}

// read reads pointers from the position of the request's cursor until the page is
// full or enough members were looked at.
func (l *inventory) read(ctx context.Context) error {
	at, err := l.Table.OpenKey(ctx, l.request, l.name())
	if err != nil {
		return err
	}
	members := table.Range{Index: table.Base, Partition: key.WorkspacePK(l.workspace), From: key.MemberPrefix + at.PK,
		To: table.PrefixEnd(key.MemberPrefix)}
	found, err := table.ReadFirst[people.Member](ctx, l.Table, members, MaxInventoryMembers+1)
	if err != nil {
		return err
	}
	for i, m := range found {
		if l.isFull() || i == MaxInventoryMembers {
			return l.continueAfter(ctx, found[i-1].UserID, l.kind.prefix(l.workspace))
		}
		before := ""
		if string(m.UserID) == at.PK {
			before = at.SK
		}
		if full, err := l.readMember(ctx, m.UserID, before); err != nil || full {
			return err
		}
	}
	return nil
}

// readMember reads the pointers of a member, those before the sort key that an earlier
// page ended with; "" is all. full reports that the page had no room for more.
func (l *inventory) readMember(ctx context.Context, u domain.ID, before string) (full bool, err error) {
	r := l.kind.Pointers(u, l.workspace)
	if before != "" {
		r.To = before
	}
	pointers, err := table.ReadFirst[APIKeyPointer](ctx, l.Table, r, l.request.Limit-len(l.found)+2)
	if err != nil {
		return false, err
	}
	for _, pointer := range pointers {
		if l.sortKey(pointer.ID) == before {
			continue
		}
		if l.isFull() {
			return true, l.continueAfter(ctx, u, l.sortKey(l.found[len(l.found)-1].ID))
		}
		l.found = append(l.found, OwnedPointer{pointer, u})
	}
	return false, nil
}

// sortKey is that of the pointer to the key with an id.
func (l *inventory) sortKey(id domain.ID) string { return l.kind.prefix(l.workspace) + string(id) }

func (l *inventory) isFull() bool { return len(l.found) == l.request.Limit }

// continueAfter lets the next page begin after a pointer of a member. The prefix of
// the pointers comes after all of them, because they are read backwards.
func (l *inventory) continueAfter(ctx context.Context, u domain.ID, sortKey string) (err error) {
	l.next, err = l.Table.SealKey(ctx, l.request, l.name(), table.Key{PK: string(u), SK: sortKey})
	return err
}

// name is what cursors of this list are bound to.
func (l *inventory) name() string { return l.kind.name + " of " + string(l.workspace) }

// WorkspaceAPIKeyDigest finds the digest of an API key of any member of a workspace, by
// its id. Errors: not_found.
func (s *Store) WorkspaceAPIKeyDigest(ctx context.Context, w, id domain.ID) (_ string, err error) {
	defer core.Wrap(&err, "WorkspaceAPIKeyDigest", w, id)
	users, err := s.EverMemberIDs(ctx, w)
	if err != nil {
		return "", err
	}
	keys := make([]table.Key, len(users))
	for i, u := range users {
		keys[i] = key.APIKeyPointer(u, w, id)
	}
	found, err := table.GetPresent[APIKeyPointer](ctx, s.Table, keys)
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "", problem.NotFound()
	}
	return found[0].Digest, nil
}

// OwnedPointer is a pointer to an API key with the user whose key it is.
type OwnedPointer struct {
	APIKeyPointer
	UserID domain.ID
}

// keys are the keys of all records that say whether the API key can be used.
func (o OwnedPointer) keys() []table.Key {
	all := []table.Key{key.APIKey(o.Digest), key.Profile(o.UserID), key.Member(o.WorkspaceID, o.UserID),
		key.Workspace(o.WorkspaceID)}
	if o.ClientID != "" {
		all = append(all, key.OAuthClient(o.WorkspaceID, o.ClientID))
	}
	return all
}

// APIKeyDetails reads the keys that pointers lead to, with what they depend on, in
// one batch read. It leaves out keys that are gone.
func (s *Store) APIKeyDetails(ctx context.Context, of []OwnedPointer) ([]people.APIKeyDetails, error) {
	var items []table.Key
	for _, o := range of {
		items = append(items, o.keys()...)
	}
	found, err := s.Table.BatchGet(ctx, items...)
	if err != nil {
		return nil, err
	}
	all := make([]people.APIKeyDetails, 0, len(of))
	for _, o := range of {
		details, ok, err := apiKeyDetailsIn(found, o)
		if err != nil {
			return nil, err
		}
		if ok {
			all = append(all, details)
		}
	}
	return all, nil
}

func apiKeyDetailsIn(f table.Items, o OwnedPointer) (d people.APIKeyDetails, ok bool, err error) {
	if d.APIKey, ok, err = table.Lookup[people.APIKey](f, key.APIKey(o.Digest)); err != nil || !ok {
		return d, false, err
	}
	if d.User, err = table.LookupOrNil[people.User](f, key.Profile(o.UserID)); err != nil {
		return d, false, err
	}
	if d.Member, err = table.LookupOrNil[people.Member](f, key.Member(o.WorkspaceID, o.UserID)); err != nil {
		return d, false, err
	}
	if d.Workspace, err = table.LookupOrNil[people.Workspace](f, key.Workspace(o.WorkspaceID)); err != nil {
		return d, false, err
	}
	if o.ClientID != "" {
		d.Client, err = table.LookupOrNil[people.OAuthClient](f, key.OAuthClient(o.WorkspaceID, o.ClientID))
	}
	return d, err == nil, err
}
