package opaque

import (
	"context"
	"crypto/sha256"
	"encoding/binary"

	"stint/shared/domain"
	"stint/shared/secret"
)

// GrantToken is the content of the refresh token of an app's grant.
type GrantToken struct {
	GrantID    domain.ID
	Generation uint32 // the grant's generation: how often its token was rotated
}

// The layout: a label, the UUID, the generation (big-endian), and the HMAC-SHA256 of all. The length is a multiple of
// three, as that of a session's token is.
const (
	grantLabel = "gr"
	grantBytes = len(grantLabel) + idBytes + 4 + sha256.Size
)

// GrantCodec encodes and decodes the refresh tokens of grants. Its data key is not that of sessions, so the function
// that has it cannot make the token of a session. It may be used by several goroutines.
type GrantCodec struct{ secrets secret.Source }

// NewGrantCodec makes a codec. It calls nothing: the first token needs the data key.
func NewGrantCodec(secrets secret.Source) *GrantCodec { return &GrantCodec{secrets} }

// Encode returns the text of a token: 72 characters of base64url. Equal tokens have equal texts. Encode panics when the
// grant is no UUID. Errors: service_unavailable.
func (c *GrantCodec) Encode(ctx context.Context, t GrantToken) (string, error) {
	body := append(make([]byte, 0, grantBytes), grantLabel...)
	body = append(body, idBytesOf(t.GrantID)...)
	body = binary.BigEndian.AppendUint32(body, t.Generation)
	return withMAC(ctx, c.secrets, secret.AppRefresh, body)
}

// Decode reads a token that a caller sent; ok is false when this codec did not encode it. Errors: service_unavailable.
func (c *GrantCodec) Decode(ctx context.Context, raw string) (t GrantToken, ok bool, err error) {
	body, ok, err := bodyOf(ctx, c.secrets, secret.AppRefresh, raw, grantBytes)
	if !ok || string(body[:len(grantLabel)]) != grantLabel {
		return GrantToken{}, false, err
	}
	id := body[len(grantLabel) : len(grantLabel)+idBytes]
	return GrantToken{idOf(id), binary.BigEndian.Uint32(body[len(grantLabel)+idBytes:])}, true, nil
}
