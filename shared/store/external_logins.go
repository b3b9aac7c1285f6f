package store

import (
	"context"

	"stint/shared/domain"
)

// Unlink takes a link to an identity provider off an account, and frees the
// subject there for another. The user is the one that was read, without the
// link; its version goes up by one. Errors: conflict when the account was
// changed meanwhile.
func (s *Store) Unlink(ctx context.Context, u domain.User, gone domain.ExternalLogin) error {
	read := u.Version
	u.Version++
	return s.commit(ctx,
		amend(encode(profileKey(u.ID), u), read, "logins"),
		erase(externalLoginKey(gone.Provider, gone.Subject)),
	)
}
