package store

import (
	"context"
	"time"

	"stint/shared/domain"
	"stint/shared/table"
)

// knownNetworkLifetime is how long an account remembers a network after its last
// sign-in from there.
const knownNetworkLifetime = 90 * 24 * time.Hour

// knownNetwork says that an account signed in from a network. Its key is a keyed
// hash of both, so it shows neither.
type knownNetwork struct{}

// IsNetworkKnown reports whether an account signed in from a network within
// knownNetworkLifetime. hash is a keyed hash of both.
func (s *Store) IsNetworkKnown(ctx context.Context, hash string) (bool, error) {
	_, ok, err := table.Get[knownNetwork](ctx, s.table, knownNetworkKey(hash))
	return ok, err
}

// knownNetworkPointer leads from an account to a note of it.
type knownNetworkPointer struct {
	Hash string `db:"hash"`
}

// RememberNetwork notes that an account signed in from a network.
func (s *Store) RememberNetwork(ctx context.Context, u domain.ID, hash string) error {
	until := s.now().Add(knownNetworkLifetime)
	return s.table.Commit(ctx,
		table.Put(table.WithExpiry(table.Encode(knownNetworkKey(hash), knownNetwork{}), until)),
		table.Put(table.WithExpiry(table.Encode(knownNetworkPointerKey(u, hash), knownNetworkPointer{hash}), until)),
	)
}
