package opaque

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/secret"
)

const tokenDigits = 43 // 62^43 > 2^256

// MailToken derives a mailed token: 43 base62 digits with 256 bits. The same kind, id
// and round always give the same token. So it need not be stored: the table has only its digest,
// and the worker that sends the mail derives the token again. A mail that is sent again, such as a repeated
// verification, has the next round and so another token.
func MailToken(key []byte, kind, id string, round int) string {
	mac := hmac.New(sha256.New, key)
	for _, part := range []string{kind, id} { // with their lengths, so that different inputs are never the same bytes
		mac.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		mac.Write([]byte(part))
	}
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(round)))
	return encodeBase62(mac.Sum(nil), tokenDigits)
}

// TokenDigest is the SHA-256 of a token in hex. Tokens are stored and found by it.
func TokenDigest(token string) string { return domain.Digest(token) }

// Seal is a MAC over the parts: 43 base62 digits. Other parts have another one.
func Seal(key []byte, parts ...string) string {
	mac := hmac.New(sha256.New, key)
	for _, part := range parts {
		mac.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		mac.Write([]byte(part))
	}
	return encodeBase62(mac.Sum(nil), tokenDigits)
}

// RawMailToken is the token in the link of a mail. Errors: service_unavailable.
func RawMailToken(ctx context.Context, secrets secret.Source, m domain.Mail) (string, error) {
	key, err := secrets.Key(ctx, secret.PurposeOfMail(m.Kind))
	if err != nil {
		return "", err
	}
	return MailToken(key, string(m.Kind), string(m.TargetID), m.Round), nil
}

// MailTokenDigest is the digest of the token in the link of a mail. Errors:
// service_unavailable.
func MailTokenDigest(ctx context.Context, secrets secret.Source, m domain.Mail) (string, error) {
	raw, err := RawMailToken(ctx, secrets, m)
	if err != nil {
		return "", err
	}
	return TokenDigest(raw), nil
}

// TokenRecord is the token of a mail as it is stored: its digest, the address that it is
// sent to, and when it expires. Errors: service_unavailable.
func TokenRecord(ctx context.Context, secrets secret.Source, m domain.Mail, to domain.Email,
	until domain.Instant) (people.MailedToken, error) {
	digest, err := MailTokenDigest(ctx, secrets, m)
	return people.MailedToken{
		Digest: digest, Kind: m.Kind, UserID: m.UserID, WorkspaceID: m.WorkspaceID,
		TargetID: m.TargetID, Email: to, ExpiresAt: until,
	}, err
}
