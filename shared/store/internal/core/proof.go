package core

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/store/key"
	"stint/shared/table"
)

// What a user made before the first proof of their address is void after it: another person may have held the account.
// A record that is used without a session of its maker keeps who made it, if their address was unproven then. Whoever
// uses the record reads the maker. So the proof writes nothing to such records, however many there are, and a record
// that is made beside the proof is void as well.

// HasProved reports whether the address of a user is proved. It reads nothing for "", and is false for an account that
// is gone.
func HasProved(ctx context.Context, t *table.Table, user domain.ID) (bool, error) {
	if user == "" {
		return false, nil
	}
	u, _, err := table.Get[people.User](ctx, t, key.Profile(user))
	return u.EmailVerified, err
}
