package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/table"
)

// KnownNetwork finds the note that an account signed in from a network within
// domain.KnownNetworkLifetime; ok is false when there is none. hash is a keyed hash of the
// address and the network, so the key shows neither.
func (s *Store) KnownNetwork(ctx context.Context, hash string) (n domain.KnownNetwork, ok bool, err error) {
	return table.Get[domain.KnownNetwork](ctx, s.table, knownNetworkKey(hash))
}

// RememberNetwork notes that an account signed in from a network.
func (s *Store) RememberNetwork(ctx context.Context, hash string, n domain.KnownNetwork) error {
	it := table.Encode(knownNetworkKey(hash), n)
	return s.table.Commit(ctx, table.Put(table.WithExpiry(it, s.now().Add(domain.KnownNetworkLifetime))))
}
