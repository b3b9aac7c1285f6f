package mcp

import (
	"context"

	"stint/functions/mcp/tools"
	"stint/shared/auth/opaque"
	"stint/shared/secret"
)

// seals makes the seals of fingerprints, with a data key of their own.
type seals struct{ secrets secret.Source }

var _ tools.Seals = seals{}

// Seal implements tools.Seals.
func (s seals) Seal(ctx context.Context, parts ...string) (string, error) {
	key, err := s.secrets.Key(ctx, secret.Fingerprint)
	if err != nil {
		return "", err
	}
	return opaque.Seal(key, parts...), nil
}
