// Package secret gives every purpose a secret of its own, its data key. One key seals
// the data keys: a KMS key in the cloud, a key file at home. The table holds them sealed.
//
// The purpose is the encryption context of the sealed data key. So a function can open
// only the data keys of the purposes that its role allows. docs/decisions explains why.
package secret

import (
	"context"

	"stint/shared/domain"
)

// Purpose names what a data key is used for. The name is stored, so it never changes.
type Purpose string

// The purposes.
const (
	Refresh        Purpose = "refresh"          // refresh tokens
	AccountMail    Purpose = "account-mail"     // mailed tokens that prove an address or reset a password
	InvitationMail Purpose = "invitation-mail"  // mailed tokens of invitations
	ClientLinkMail Purpose = "client-link-mail" // tokens of client links
	Cursor         Purpose = "cursor"           // cursors of lists
	OAuth          Purpose = "oauth"            // verifiers and nonces of flows to providers
	Calendar       Purpose = "calendar"         // stored tokens of calendar providers
	SecondFactor   Purpose = "second-factor"    // stored secrets of second factors
	Network        Purpose = "network"          // hashes of the networks that an account signed in from
	Webhook        Purpose = "webhook"          // stored signing secrets of webhooks
)

// Purposes lists all purposes.
func Purposes() []Purpose {
	return []Purpose{Refresh, AccountMail, InvitationMail, ClientLinkMail, Cursor, OAuth, Calendar, SecondFactor, Network, Webhook}
}

// PurposeOfMail is the purpose of the tokens in mails of a kind.
func PurposeOfMail(kind domain.MailKind) Purpose {
	switch kind {
	case domain.MailInvitation:
		return InvitationMail
	case domain.MailClientLink:
		return ClientLinkMail
	default:
		return AccountMail
	}
}

// Source gives the data keys. It may be used by several goroutines.
type Source interface {
	// Key returns the data key of a purpose: KeyBytes bytes, the same in every
	// instance. The caller must not change it. Errors: service_unavailable when the key
	// cannot be read or opened now.
	Key(ctx context.Context, p Purpose) ([]byte, error)
}

// KeyBytes is the length of a data key in bytes.
const KeyBytes = 32
