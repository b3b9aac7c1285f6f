package opaque

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"

	"github.com/google/uuid"

	"stint/shared/domain"
	"stint/shared/secret"
)

// RefreshToken is the content of a session's refresh token. The token has it with a MAC. So a forged token is
// refused without reading the table, a valid one leads straight to its session, and the current token of a
// session can be made again from the session alone.
type RefreshToken struct {
	UserID      domain.ID
	SessionID   domain.ID
	WorkspaceID domain.ID // the active workspace; "" for none
	Generation  uint32    // the session's generation: how often its token was rotated
}

// The layout: three UUIDs, the generation (big-endian), and the HMAC-SHA256 of all of it. The
// length is a multiple of three, so the base64 text has no spare bits that an attacker
// could change.
const (
	idBytes      = 16
	refreshBytes = 3*idBytes + 4 + sha256.Size
)

var encoding = base64.RawURLEncoding.Strict()

// RefreshCodec encodes and decodes tokens. It may be used by several goroutines.
type RefreshCodec struct{ secrets secret.Source }

// NewRefreshCodec makes a codec. It calls nothing: the first token needs the data key.
func NewRefreshCodec(secrets secret.Source) *RefreshCodec { return &RefreshCodec{secrets} }

// Encode returns the text of a token: 112 characters of base64url. Equal tokens have
// equal texts. Encode panics when the user or the session is no UUID, or the workspace
// is neither a UUID nor "". Errors: service_unavailable.
func (c *RefreshCodec) Encode(ctx context.Context, t RefreshToken) (string, error) {
	body := append(make([]byte, 0, refreshBytes), idBytesOf(t.UserID)...)
	body = append(body, idBytesOf(t.SessionID)...)
	if t.WorkspaceID == "" {
		body = append(body, uuid.Nil[:]...)
	} else {
		body = append(body, idBytesOf(t.WorkspaceID)...)
	}
	body = binary.BigEndian.AppendUint32(body, t.Generation)
	return withMAC(ctx, c.secrets, secret.Refresh, body)
}

// Decode reads a token that a caller sent; ok is false when this codec did not encode
// it. Errors: service_unavailable.
func (c *RefreshCodec) Decode(ctx context.Context, raw string) (t RefreshToken, ok bool, err error) {
	body, ok, err := bodyOf(ctx, c.secrets, secret.Refresh, raw, refreshBytes)
	if !ok {
		return RefreshToken{}, false, err
	}
	return RefreshToken{
		UserID:      idOf(body[:idBytes]),
		SessionID:   idOf(body[idBytes : 2*idBytes]),
		WorkspaceID: idOf(body[2*idBytes : 3*idBytes]),
		Generation:  binary.BigEndian.Uint32(body[3*idBytes:]),
	}, true, nil
}

// withMAC is the text of a token: its body and the MAC of it. Errors: service_unavailable.
func withMAC(ctx context.Context, secrets secret.Source, p secret.Purpose, body []byte) (string, error) {
	mac, err := sign(ctx, secrets, p, body)
	if err != nil {
		return "", err
	}
	return encoding.EncodeToString(append(body, mac...)), nil
}

// bodyOf is the body of a token of that size in bytes, with its MAC; ok is false for a text that is none. Errors:
// service_unavailable.
func bodyOf(
	ctx context.Context, secrets secret.Source, p secret.Purpose, raw string, size int,
) (body []byte, ok bool, err error) {
	if len(raw) != encoding.EncodedLen(size) {
		return nil, false, nil
	}
	data, err := encoding.DecodeString(raw)
	if err != nil || len(data) != size { // decoding skips line breaks, so the size may differ
		return nil, false, nil
	}
	body = data[:size-sha256.Size]
	mac, err := sign(ctx, secrets, p, body)
	return body, err == nil && hmac.Equal(data[len(body):], mac), err
}

func sign(ctx context.Context, secrets secret.Source, p secret.Purpose, body []byte) ([]byte, error) {
	key, err := secrets.Key(ctx, p)
	if err != nil {
		return nil, err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write(body)
	return mac.Sum(nil), nil
}

func idBytesOf(id domain.ID) []byte {
	parsed, ok := domain.ParseID(string(id))
	if !ok || parsed == domain.ID(uuid.Nil.String()) {
		panic("opaque: token without an id")
	}
	raw := uuid.MustParse(string(parsed))
	return raw[:]
}

func idOf(raw []byte) domain.ID {
	if id := uuid.UUID(raw); id != uuid.Nil {
		return domain.ID(id.String())
	}
	return ""
}
