package timesheets

import (
	"strings"

	"stint/shared/domain"
	"stint/shared/domain/people"
)

// LinkState is the part of a client link that is stored in its submission.
type LinkState struct {
	ID          domain.ID       `db:"id"`
	ClientID    domain.ID       `db:"client,omitempty"` // the one client whose lines it covers; "" covers all
	CoversAll   bool            `db:"all,omitempty"`    // it covers every line; neither is set where it was stored without
	ExpiresAt   domain.Instant  `db:"ends"`
	Reopens     int             `db:"ro,omitempty"` // the submission's when the link was created
	Revoked     bool            `db:"rev,omitempty"`
	Decision    LinkDecision    `db:"dec,omitempty"` // "" before the decision
	SignerName  domain.Name     `db:"name,omitempty"`
	SignerEmail domain.Email    `db:"mail,omitempty"` // the signer's
	DecidedAt   *domain.Instant `db:"at,omitempty"`   // of the decision
	SHA256      string          `db:"sha"`            // of the content, in hex

	DecisionVersion int64 `db:"dver,omitempty"` // the submission's version with the decision; 0 where stored without

	Evidence     LinkEvidence `db:"ev,omitempty"`    // "" before the decision, and for one stored without it
	EmailMatches *bool        `db:"match,omitempty"` // whether SignerEmail is the address of the link; nil likewise

	Lost bool `db:"-"` // whether its maker may not make it any more; see Submission.LoseLinks
}

// ClientLink lets a client read and sign a submission. The content that they see
// is fixed when the link is created.
type ClientLink struct {
	ID           domain.ID      `db:"id"`
	SubmissionID domain.ID      `db:"sub"`
	Email        domain.Email   `db:"email"`            // of the client; the link was sent to it
	ClientID     domain.ID      `db:"client,omitempty"` // only lines of this client are shown; "" shows all
	ShowAmounts  bool           `db:"amounts,omitempty"`
	CreatedBy    domain.ID      `db:"uid"`
	CreatedAt    domain.Instant `db:"created"`
	ExpiresAt    domain.Instant `db:"ends"`
	TokenDigest  string         `db:"digest"`
	SHA256       string         `db:"sha"` // of the content in RFC 8785 form, in hex
	Signature    *Signature     `db:"signed,omitempty"`

	MakerEpoch int64                   `db:"rights,omitempty"` // the maker's RightsEpoch when they made it
	Grants     map[domain.ID]domain.ID `db:"grants,omitempty"` // of a link that a manager made: their grant by project

	Attestations map[domain.Language]domain.Text `db:"decl,omitempty"` // what can be signed; nil where stored without

	Delivery    LinkDelivery `db:"delivery,omitempty"` // "" for a link stored without it: mailed, and shown to its maker
	ShowEntries bool         `db:"entries,omitempty"`
}

// Signature is a client's decision with the evidence of it.
type Signature struct {
	Decision  LinkDecision   `db:"dec"`
	Name      domain.Name    `db:"name"`
	Email     domain.Email   `db:"mail"`
	Reason    *domain.Text   `db:"reason,omitempty"`
	At        domain.Instant `db:"at"`
	Address   string         `db:"addr"`  // IP address of the client, as the gateway saw it
	UserAgent string         `db:"agent"` // as the client's browser sent it, at most MaxUserAgent bytes
	SHA256    string         `db:"sha"`   // of the content that was shown, with the attestation

	Language    domain.Language `db:"lang,omitempty"` // of Attestation; "" for a rejection, and where stored without
	Attestation domain.Text     `db:"decl,omitempty"` // what was signed; likewise
	SendsCopy   bool            `db:"copy,omitempty"` // whether the signer wanted a copy by mail

	Evidence     LinkEvidence `db:"ev,omitempty"`
	EmailMatches bool         `db:"match,omitempty"` // whether Email is the address of the link
}

// Bounds of a link and a signature.
const (
	DefaultLinkDays = 14
	MaxUserAgent    = 500
)

// State is the part of a new link that is stored in its submission.
func (l ClientLink) State() LinkState {
	return LinkState{ID: l.ID, ClientID: l.ClientID, CoversAll: l.ClientID == "", ExpiresAt: l.ExpiresAt,
		SHA256: l.SHA256}
}

// NewMail is the message that contains the link.
func (l ClientLink) NewMail(w domain.ID) domain.Mail {
	return domain.Mail{ID: domain.NewID(), Kind: domain.MailClientLink, UserID: l.CreatedBy, WorkspaceID: w,
		TargetID: l.ID, CreatedAt: l.CreatedAt}
}

// LinkDecision is the decision of a client.
type LinkDecision string

// The decisions of a client.
const (
	DecisionApproved LinkDecision = "approved"
	DecisionRejected LinkDecision = "rejected"
)

// LinkStatus is the state of a link.
type LinkStatus string

// The states of a link.
const (
	LinkOpen     LinkStatus = "open"
	LinkApproved LinkStatus = "approved"
	LinkRejected LinkStatus = "rejected"
	LinkRevoked  LinkStatus = "revoked"
	LinkExpired  LinkStatus = "expired"
	// before a decision, the submission was reopened or the maker lost the right to make it
	LinkVoid LinkStatus = "void"
)

// ContentSHA256 is the digest of the content as it is shown: as it was decided on, if it was.
func (l ClientLink) ContentSHA256() string {
	if l.Signature != nil {
		return l.Signature.SHA256
	}
	return l.SHA256
}

// CopyAddress is the address that gets a copy of what was signed: the one that was mailed the link, or the signer's.
func (l ClientLink) CopyAddress() domain.Email {
	if l.DeliveryOrMail() == DeliverMail {
		return l.Email
	}
	return l.Signature.Email
}

// Status is the state of the link; reopens is how often its submission was
// reopened. Lost must have been set for a link that is otherwise open.
func (l LinkState) Status(reopens int, now domain.Instant) LinkStatus {
	switch {
	case l.Revoked:
		return LinkRevoked
	case l.Decision != "":
		return LinkStatus(l.Decision)
	case l.Reopens != reopens, l.Lost:
		return LinkVoid
	case !now.Before(l.ExpiresAt.Time):
		return LinkExpired
	default:
		return LinkOpen
	}
}

// ClientStatus is what became of the time of a client, or of all clients of a submission.
type ClientStatus string

// The client statuses.
const (
	ClientStatusNone     ClientStatus = "none"
	ClientStatusPending  ClientStatus = "pending"
	ClientStatusPartial  ClientStatus = "partial" // some clients approved; only of a submission
	ClientStatusApproved ClientStatus = "approved"
	ClientStatusRejected ClientStatus = "rejected"
)

// LinkDelivery says how a client link reaches the client.
type LinkDelivery string

// The deliveries of a client link.
const (
	DeliverMail LinkDelivery = "mail" // only the client gets the link, by mail
	DeliverSelf LinkDelivery = "self" // its maker gets the link and passes it on
)

// LinkEvidence says what a signature proves about who signed.
type LinkEvidence string

// The kinds of evidence.
const (
	MailedLink LinkEvidence = "mailed_link" // the link was sent to the client's address and to nobody else
	SharedLink LinkEvidence = "shared_link" // the maker of the link had it
)

// OrShared is the evidence, and SharedLink for a signature from before evidence was
// stored: at that time the makers of all links had them.
func (e LinkEvidence) OrShared() LinkEvidence {
	if e == "" {
		return SharedLink
	}
	return e
}

// Evidence is what a signature by this link proves.
func (l ClientLink) Evidence() LinkEvidence {
	if l.Delivery == DeliverMail {
		return MailedLink
	}
	return SharedLink
}

// DeliveryOrMail is the delivery. A link that is stored without one was mailed, and
// shown to its maker as well.
func (l ClientLink) DeliveryOrMail() LinkDelivery {
	if l.Delivery == "" {
		return DeliverMail
	}
	return l.Delivery
}

// IsClient reports whether an address is the one that the link was made for.
func (l ClientLink) IsClient(e domain.Email) bool {
	return strings.EqualFold(string(l.Email), string(e))
}

// MaxManagedLinkProjects bounds the projects of a submission for which a manager
// makes a client link. The signature has the management of each as a condition,
// and one transaction takes no more.
const MaxManagedLinkProjects = 80

// IsKeptBy reports whether the maker may still make the link: they have lost no
// right in the workspace since, and still have the grants with which they made it as
// a manager. The grants are the maker's of today, by project.
func (l ClientLink) IsKeptBy(maker *people.Member, grants map[domain.ID]domain.ID) bool {
	if maker == nil || !maker.HasKept(l.MakerEpoch) {
		return false
	}
	for project, grant := range l.Grants {
		if today, ok := grants[project]; !ok || today != grant {
			return false
		}
	}
	return true
}
