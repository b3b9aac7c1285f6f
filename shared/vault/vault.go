// Package vault seals what must be kept but not be read where it lies, such as
// tokens of providers. What is sealed for one person opens for no other.
package vault

import (
	"context"
	"errors"
	"fmt"

	"stint/shared/domain"
)

// MaxLength is how long a secret may be, in bytes: what KMS takes at once.
const MaxLength = 4096

// Vault seals and opens. One that is out of reach is service_unavailable.
type Vault interface {
	// Seal seals a secret of at most MaxLength bytes for a person.
	Seal(ctx context.Context, person domain.ID, secret string) ([]byte, error)
	// Open opens what was sealed for the person. Errors: ErrCannotOpen for what was
	// sealed for somebody else, under another key, or is no seal of ours.
	Open(ctx context.Context, person domain.ID, sealed []byte) (string, error)
}

// Errors of every vault. They tell nothing of what is inside.
var (
	ErrCannotOpen = errors.New("vault: this cannot be opened")
	ErrTooLong    = fmt.Errorf("vault: a secret is longer than %d bytes", MaxLength)
)
