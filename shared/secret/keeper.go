// Package secret gives every purpose a secret of its own, its data key. One key seals
// the data keys: a KMS key in the cloud, a key file at home. The table holds them sealed.
//
// The purpose is the encryption context of the sealed data key. So a function can open
// only the data keys of the purposes that its role allows. docs/decisions explains why.
package secret

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"fmt"
	"sync"

	"stint/shared/domain"
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

// Cipher makes the cipher of a purpose from its data key; see NewCipher. Errors: those of
// the source.
func Cipher(ctx context.Context, s Source, p Purpose) (cipher.AEAD, error) {
	key, err := s.Key(ctx, p)
	if err != nil {
		return nil, err
	}
	return NewCipher(key), nil
}

// NewCipher makes AES-256-GCM with a key of KeyBytes bytes. Seal and Open take no nonce: Seal
// makes a random one and puts it before the ciphertext. It panics with a key of another
// length.
func NewCipher(key []byte) cipher.AEAD {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic("secret: " + err.Error())
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic("secret: " + err.Error())
	}
	return aead
}

// Purpose names what a data key is used for. The name is stored, so it never changes.
type Purpose string

// The purposes.
const (
	Refresh        Purpose = "refresh"          // refresh tokens
	AccountMail    Purpose = "account-mail"     // mailed tokens that prove an address or reset a password
	InvitationMail Purpose = "invitation-mail"  // mailed tokens of invitations
	ClientLinkMail Purpose = "client-link-mail" // tokens of client links
	Cursor         Purpose = "cursor"           // cursors of lists
	OAuth          Purpose = "oauth"            // verifiers and nonces of flows to providers
	Calendar       Purpose = "calendar"         // stored tokens of calendar providers
	SecondFactor   Purpose = "second-factor"    // stored secrets of second factors
	Network        Purpose = "network"          // hashes of the networks that an account signed in from
	SignInGrant    Purpose = "sign-in-grant"    // stored refresh tokens of single sign-on
	Webhook        Purpose = "webhook"          // stored signing secrets of webhooks
	AppRefresh     Purpose = "app-refresh"      // refresh tokens of apps
)

// Purposes lists all purposes.
func Purposes() []Purpose {
	return []Purpose{Refresh, AccountMail, InvitationMail, ClientLinkMail, Cursor, OAuth, Calendar, SecondFactor, Network,
		SignInGrant, Webhook, AppRefresh}
}

// PurposeOfMail is the purpose of the tokens in mails of a kind.
func PurposeOfMail(kind domain.MailKind) Purpose {
	switch kind {
	case domain.MailInvitation:
		return InvitationMail
	case domain.MailClientLink:
		return ClientLinkMail
	default:
		return AccountMail
	}
}

// Source gives the data keys. It may be used by several goroutines.
type Source interface {
	// Key returns the data key of a purpose: KeyBytes bytes, the same in every
	// instance. The caller must not change it. Errors: service_unavailable when the key
	// cannot be read or opened now.
	Key(ctx context.Context, p Purpose) ([]byte, error)
}

// KeyBytes is the length of a data key in bytes.
const KeyBytes = 32
