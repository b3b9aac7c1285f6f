package webhooks

import (
	"context"
	"crypto/rand"
	"encoding/base64"

	"stint/shared/domain"
)

// secretBytes is the length of a signing secret. Standard Webhooks has 24 to 64.
const secretBytes = 32

// newSecret makes a signing secret in the form of Standard Webhooks, and seals it for its
// webhook. Errors: service_unavailable.
func (f *Family) newSecret(ctx context.Context, webhook domain.ID) (secret string, sealed domain.SealedSecret, err error) {
	raw := make([]byte, secretBytes)
	_, _ = rand.Read(raw) // never fails (crypto/rand, Go 1.24)
	secret = "whsec_" + base64.StdEncoding.EncodeToString(raw)
	sealed, err = f.secrets.Seal(ctx, webhook, secret)
	return secret, sealed, err
}
