package derive

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/secret"
)

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
