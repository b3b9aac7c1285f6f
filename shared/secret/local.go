package secret

import (
	"context"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
)

// MinLocalBytes is the least length of a local key in bytes.
const MinLocalBytes = 32

// Local is a sealer with a key in memory, for home and tests. Its data keys are derived
// from the local key. So data that was written before data keys were stored stays
// readable, and the table can be replaced while the key file stays.
type Local struct{ key []byte }

var (
	_ Sealer = Local{}
	_ Source = Local{}
)

// NewLocal makes a sealer from a key of MinLocalBytes bytes or more. It panics with a
// shorter key, which the settings do not allow.
func NewLocal(key []byte) Local {
	if len(key) < MinLocalBytes {
		panic("secret: local key too short")
	}
	return Local{key}
}

// Key implements Source without a table. Tests use it.
func (l Local) Key(_ context.Context, p Purpose) ([]byte, error) {
	return Derive(l.key, derivedFrom(p)), nil
}

// NewKey implements Sealer.
func (l Local) NewKey(_ context.Context, p Purpose) (key, sealed []byte, err error) {
	key = Derive(l.key, derivedFrom(p))
	return key, l.cipher().Seal(nil, nil, key, []byte(p)), nil
}

// OpenKey implements Sealer.
func (l Local) OpenKey(_ context.Context, p Purpose, sealed []byte) ([]byte, error) {
	key, err := l.cipher().Open(nil, nil, sealed, []byte(p))
	if err != nil {
		return nil, errors.New("the local key does not open it: the key file belongs to other data")
	}
	return key, nil
}

func (l Local) cipher() cipher.AEAD { return NewCipher(Derive(l.key, "sealing")) }

// derivedFrom is the label from which the data key of a purpose is derived. Versions
// before data keys derived these from one master secret with the labels below.
func derivedFrom(p Purpose) string {
	switch p {
	case Refresh:
		return "refresh-token"
	case AccountMail, InvitationMail, ClientLinkMail:
		return "mail-token"
	case Cursor:
		return "cursor"
	case Calendar:
		return "vault"
	default:
		return "data-key/" + string(p)
	}
}

// Derive derives a key of KeyBytes bytes from another key (HKDF-SHA256, RFC 5869). A
// derived key reveals nothing about those of other labels.
func Derive(key []byte, label string) []byte {
	derived, err := hkdf.Key(sha256.New, key, nil, "stint/"+label, KeyBytes)
	if err != nil {
		panic("secret: " + err.Error())
	}
	return derived
}
