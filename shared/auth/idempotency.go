package auth

import "stint/shared/domain"

// addReplay adds the remembered answer to the items that are read with the caller,
// so that idempotency costs no round trip. Package route explains the whole.
func (r Request) addReplay(query domain.IdentityQuery) domain.IdentityQuery {
	query.ReplayDigest = r.ReplayDigest
	if !r.ReplayPerUser {
		query.ReplayWorkspaceID = query.WorkspaceID
	}
	return query
}
