// Package vault encrypts secrets that are stored in the table, such as tokens of
// providers. A secret that is encrypted for one user cannot be decrypted for another.
package vault

import (
	"context"
	"errors"
	"fmt"

	"stint/shared/domain"
)

// MaxLength is the longest secret, in bytes.
const MaxLength = 4096

// Vault seals (encrypts) and opens (decrypts) secrets. Both methods fail with
// service_unavailable when the key cannot be reached.
type Vault interface {
	Opener
	// Seal encrypts a secret for a user. Errors: ErrTooLong, service_unavailable.
	Seal(ctx context.Context, user domain.ID, secret string) ([]byte, error)
}

// Opener opens secrets.
type Opener interface {
	// Open decrypts a secret that was sealed for the user. Errors: ErrCannotOpen when
	// it was sealed for another user or with another key, or is malformed;
	// service_unavailable.
	Open(ctx context.Context, user domain.ID, sealed []byte) (string, error)
}

// Errors of every vault. Their texts reveal nothing about the secret.
var (
	ErrCannotOpen = errors.New("vault: this cannot be opened")
	ErrTooLong    = fmt.Errorf("vault: a secret is longer than %d bytes", MaxLength)
)
