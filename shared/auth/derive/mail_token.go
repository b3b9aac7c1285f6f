package derive

import "stint/shared/domain"

// RawMailToken is the raw token that a mail's link carries.
func RawMailToken(master []byte, m domain.Mail) string {
	return MailToken(master, string(m.Kind), string(m.TargetID), m.Round)
}

// TokenRecord is a mail's token as the table knows it: by its digest, with the
// address that it is sent to and its end.
func TokenRecord(master []byte, m domain.Mail, to domain.Email, until domain.Instant) domain.MailedToken {
	return domain.MailedToken{
		Digest: TokenDigest(RawMailToken(master, m)), Kind: m.Kind, UserID: m.UserID, WorkspaceID: m.WorkspaceID,
		TargetID: m.TargetID, Email: to, ExpiresAt: until,
	}
}
