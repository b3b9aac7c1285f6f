package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/table"
)

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
