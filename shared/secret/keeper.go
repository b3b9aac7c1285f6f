package secret

import (
	"context"
	"fmt"
	"sync"

	"stint/shared/problem"
)

// Sealer makes data keys and opens sealed ones.
type Sealer interface {
	// NewKey makes a data key for a purpose, plain and sealed.
	NewKey(ctx context.Context, p Purpose) (key, sealed []byte, err error)
	// OpenKey opens a data key that was sealed for the purpose.
	OpenKey(ctx context.Context, p Purpose, sealed []byte) ([]byte, error)
}

// Store keeps the sealed data keys.
type Store interface {
	// SealedKey reads the sealed data key of a purpose; nil when there is none yet.
	SealedKey(ctx context.Context, p Purpose) ([]byte, error)
	// CreateSealedKey writes the sealed data key of a purpose once; ok is false when
	// another one was written before, which stays.
	CreateSealedKey(ctx context.Context, p Purpose, sealed []byte) (ok bool, err error)
}

// Keeper is the Source of a running function. It reads and opens the data key of a
// purpose when it is first needed, and keeps it in memory. The first instance that needs
// a data key makes it.
type Keeper struct {
	store  Store
	sealer Sealer
	slots  map[Purpose]*slot
}

// slot holds the data key of one purpose. Requests that need it at the same time wait
// for one of them to open it.
type slot struct {
	mu  sync.Mutex
	key []byte // nil until it was opened
}

var _ Source = (*Keeper)(nil)

// NewKeeper makes a keeper. It calls nothing.
func NewKeeper(store Store, sealer Sealer) *Keeper {
	k := &Keeper{store: store, sealer: sealer, slots: map[Purpose]*slot{}}
	for _, p := range Purposes() {
		k.slots[p] = new(slot)
	}
	return k
}

// Key implements Source.
func (k *Keeper) Key(ctx context.Context, p Purpose) ([]byte, error) {
	s, known := k.slots[p]
	if !known {
		return nil, fmt.Errorf("secret: unknown purpose %q", p)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.key != nil {
		return s.key, nil
	}
	key, err := k.load(ctx, p)
	if err != nil {
		return nil, problem.Unavailable(fmt.Errorf("secret: data key for %s: %w", p, err))
	}
	s.key = key
	return key, nil
}

// load opens the data key of a purpose, or makes it when there is none. Of two that are
// made at the same time, the one that was written first counts.
func (k *Keeper) load(ctx context.Context, p Purpose) ([]byte, error) {
	sealed, err := k.store.SealedKey(ctx, p)
	if err != nil {
		return nil, err
	}
	if sealed == nil {
		key, made, err := k.sealer.NewKey(ctx, p)
		if err != nil {
			return nil, err
		}
		if first, err := k.store.CreateSealedKey(ctx, p, made); first || err != nil {
			return key, err
		}
		if sealed, err = k.store.SealedKey(ctx, p); err != nil {
			return nil, err
		}
	}
	return k.sealer.OpenKey(ctx, p, sealed)
}
