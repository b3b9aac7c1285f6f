package store

import (
	"context"
	"errors"
	"time"

	"stint/shared/secret"
	"stint/shared/table"
)

// SealedKeys keeps the sealed data keys of the purposes. It is apart from Store, which
// itself needs a data key.
type SealedKeys struct{ table *table.Table }

var _ secret.Store = SealedKeys{}

// NewSealedKeys returns the sealed data keys that are kept in a table.
func NewSealedKeys(db DB, name string) SealedKeys {
	return SealedKeys{table.New(db, name, nil, time.Now)}
}

type sealedKey struct {
	Sealed []byte `db:"sealed"`
}

// SealedKey implements secret.Store.
func (s SealedKeys) SealedKey(ctx context.Context, p secret.Purpose) ([]byte, error) {
	found, _, err := table.Get[sealedKey](ctx, s.table, sealedKeyKey(p))
	return found.Sealed, err
}

var errKeyExists = errors.New("store: the purpose has a data key")

// CreateSealedKey implements secret.Store. Nothing replaces what it wrote.
func (s SealedKeys) CreateSealedKey(ctx context.Context, p secret.Purpose, sealed []byte) (ok bool, err error) {
	err = s.table.Commit(ctx, table.Create(table.Encode(sealedKeyKey(p), sealedKey{sealed})).Or(errKeyExists))
	if errors.Is(err, errKeyExists) {
		return false, nil
	}
	return err == nil, err
}
