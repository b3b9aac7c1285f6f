package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// The pointers to API keys are with their users. So the keys of a workspace are found
// by its members, the former ones too: no key is made without a member, and members
// are never removed before the workspace is. This is strongly consistent, and finds
// every key that was ever made.

// maxInventoryMembers is how many members one page of the inventory looks at. Each
// costs a query.
const maxInventoryMembers = 100

// WorkspaceAPIKeys lists the API keys of all members of a workspace, also revoked and
// expired ones: one member after the other, each one's newest first. A page may be
// short, because the members that it looks at are bounded. Errors: validation
// cursor_invalid.
func (s *Store) WorkspaceAPIKeys(ctx context.Context, w domain.ID, p PageRequest) (_ Page[domain.APIKeyDetails], err error) {
	defer wrap(&err, "WorkspaceAPIKeys", w)
	list := inventory{Store: s, workspace: w, request: p}
	if err := list.read(ctx); err != nil {
		return Page[domain.APIKeyDetails]{}, err
	}
	keys, err := s.apiKeyDetails(ctx, list.found)
	return Page[domain.APIKeyDetails]{Items: keys, Next: list.next}, err
}

// inventory collects the pointers of one page.
type inventory struct {
	*Store
	workspace domain.ID
	request   PageRequest
	found     []ownedPointer
	next      Cursor
}

// read reads pointers from the position of the request's cursor until the page is
// full or enough members were looked at.
func (l *inventory) read(ctx context.Context) error {
	at, err := l.table.OpenKey(ctx, l.request, l.name())
	if err != nil {
		return err
	}
	members := table.Range{Index: table.Base, Partition: workspacePK(l.workspace), From: memberPrefix + at.PK, To: table.PrefixEnd(memberPrefix)}
	found, err := table.ReadFirst[domain.Member](ctx, l.table, members, maxInventoryMembers+1)
	if err != nil {
		return err
	}
	for i, m := range found {
		if l.isFull() || i == maxInventoryMembers {
			return l.continueAfter(ctx, found[i-1].UserID, apiKeyPointerPrefix(l.workspace))
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
	r := apiKeyPointers(u, l.workspace)
	if before != "" {
		r.To = before
	}
	pointers, err := table.ReadFirst[apiKeyPointer](ctx, l.table, r, l.request.Limit-len(l.found)+2)
	if err != nil {
		return false, err
	}
	for _, pointer := range pointers {
		if sortKey := apiKeyPointerKey(u, l.workspace, pointer.ID).SK; sortKey == before {
			continue
		}
		if l.isFull() {
			return true, l.continueAfter(ctx, u, apiKeyPointerKey(u, l.workspace, l.found[len(l.found)-1].ID).SK)
		}
		l.found = append(l.found, ownedPointer{pointer, u})
	}
	return false, nil
}

func (l *inventory) isFull() bool { return len(l.found) == l.request.Limit }

// continueAfter lets the next page begin after a pointer of a member. The prefix of
// the pointers comes after all of them, because they are read backwards.
func (l *inventory) continueAfter(ctx context.Context, u domain.ID, sortKey string) (err error) {
	l.next, err = l.table.SealKey(ctx, l.request, l.name(), table.Key{PK: string(u), SK: sortKey})
	return err
}

// name is what cursors of this list are bound to.
func (l *inventory) name() string { return "api keys of " + string(l.workspace) }

// WorkspaceAPIKeyDigest finds the digest of an API key of any member of a workspace, by
// its id. Errors: not_found.
func (s *Store) WorkspaceAPIKeyDigest(ctx context.Context, w, id domain.ID) (_ string, err error) {
	defer wrap(&err, "WorkspaceAPIKeyDigest", w, id)
	users, err := s.EverMemberIDs(ctx, w)
	if err != nil {
		return "", err
	}
	keys := make([]table.Key, len(users))
	for i, u := range users {
		keys[i] = apiKeyPointerKey(u, w, id)
	}
	found, err := s.table.BatchGet(ctx, keys...)
	if err != nil {
		return "", err
	}
	for _, k := range keys {
		if pointer, ok, err := table.Lookup[apiKeyPointer](found, k); ok || err != nil {
			return pointer.Digest, err
		}
	}
	return "", problem.NotFound()
}

// ownedPointer is a pointer to an API key with the user whose key it is.
type ownedPointer struct {
	apiKeyPointer
	UserID domain.ID
}

// keys are the keys of all records that say whether the API key can be used.
func (o ownedPointer) keys() []table.Key {
	return []table.Key{apiKeyKey(o.Digest), profileKey(o.UserID), memberKey(o.WorkspaceID, o.UserID), workspaceKey(o.WorkspaceID)}
}

// apiKeyDetails reads the keys that pointers lead to, with what they depend on, in
// one batch read. It leaves out keys that are gone.
func (s *Store) apiKeyDetails(ctx context.Context, of []ownedPointer) ([]domain.APIKeyDetails, error) {
	var items []table.Key
	for _, o := range of {
		items = append(items, o.keys()...)
	}
	found, err := s.table.BatchGet(ctx, items...)
	if err != nil {
		return nil, err
	}
	all := make([]domain.APIKeyDetails, 0, len(of))
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

func apiKeyDetailsIn(f table.Items, o ownedPointer) (d domain.APIKeyDetails, ok bool, err error) {
	if d.APIKey, ok, err = table.Lookup[domain.APIKey](f, apiKeyKey(o.Digest)); err != nil || !ok {
		return d, false, err
	}
	if d.User, err = table.LookupOrNil[domain.User](f, profileKey(o.UserID)); err != nil {
		return d, false, err
	}
	if d.Member, err = table.LookupOrNil[domain.Member](f, memberKey(o.WorkspaceID, o.UserID)); err != nil {
		return d, false, err
	}
	d.Workspace, err = table.LookupOrNil[domain.Workspace](f, workspaceKey(o.WorkspaceID))
	return d, err == nil, err
}
