package derive

import "stint/shared/domain"

// TokenFor is the raw token that a mail's link carries.
func TokenFor(master []byte, m domain.Mail) string {
	return MailToken(master, string(m.Kind), string(m.TargetID), m.Round)
}

// TokenOf is a mail's token as the table knows it: by its digest, with the
// address that it is sent to and its end.
func TokenOf(master []byte, m domain.Mail, to domain.Email, until domain.Instant) domain.Token {
	return domain.Token{
		Digest: Digest(TokenFor(master, m)), Kind: m.Kind, UserID: m.UserID, WorkspaceID: m.WorkspaceID,
		TargetID: m.TargetID, Email: to, ExpiresAt: until,
	}
}
