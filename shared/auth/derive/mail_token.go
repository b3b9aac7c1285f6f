package derive

import "stint/shared/domain"

// RawMailToken is the token in the link of a mail.
func RawMailToken(master []byte, m domain.Mail) string {
	return MailToken(master, string(m.Kind), string(m.TargetID), m.Round)
}

// TokenRecord is the token of a mail as it is stored: its digest, the address that it is
// sent to, and when it expires.
func TokenRecord(master []byte, m domain.Mail, to domain.Email, until domain.Instant) domain.MailedToken {
	return domain.MailedToken{
		Digest: TokenDigest(RawMailToken(master, m)), Kind: m.Kind, UserID: m.UserID, WorkspaceID: m.WorkspaceID,
		TargetID: m.TargetID, Email: to, ExpiresAt: until,
	}
}
