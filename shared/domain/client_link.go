package domain

import (
	"slices"

	"stint/shared/problem"
)

// LinkState is what a submission keeps of a link that lets a client sign it.
type LinkState struct {
	ID          ID           `db:"id"`
	ExpiresAt   Instant      `db:"ends"`
	Reopens     int          `db:"ro,omitempty"` // the submission's when it was made
	Revoked     bool         `db:"rev,omitempty"`
	Decision    LinkDecision `db:"dec,omitempty"` // "" while there is none
	SignerName  Name         `db:"name,omitempty"`
	SignerEmail Email        `db:"mail,omitempty"` // the signer's
	DecidedAt   *Instant     `db:"at,omitempty"`   // of the decision
	SHA256      string       `db:"sha"`            // of the content, in hex
}

// ClientLink is a link that lets a client sign a submission, with what they
// signed. What they are shown is fixed when the link is made.
type ClientLink struct {
	ID           ID         `db:"id"`
	SubmissionID ID         `db:"sub"`
	Email        Email      `db:"email"`            // of the client, whom it was mailed to
	ClientID     ID         `db:"client,omitempty"` // whose lines alone are shown; "" is all
	ShowAmounts  bool       `db:"amounts,omitempty"`
	CreatedBy    ID         `db:"uid"`
	CreatedAt    Instant    `db:"created"`
	ExpiresAt    Instant    `db:"ends"`
	TokenDigest  string     `db:"digest"`
	SHA256       string     `db:"sha"` // of the content in RFC 8785 form, in hex
	Signature    *Signature `db:"signed,omitempty"`
}

// Signature is what a client decided, and all that is known of how.
type Signature struct {
	Decision  LinkDecision `db:"dec"`
	Name      Name         `db:"name"`
	Email     Email        `db:"mail"`
	Reason    *Text        `db:"reason,omitempty"`
	At        Instant      `db:"at"`
	Address   string       `db:"addr"`  // of the client's machine, as the gateway saw it
	UserAgent string       `db:"agent"` // as the client's browser sent it, at most MaxUserAgent bytes
	SHA256    string       `db:"sha"`   // of what was shown
}

// Bounds of a link and a signature.
const (
	DefaultLinkDays = 14
	MaxUserAgent    = 500
)

// State is what the submission keeps of a new link.
func (l ClientLink) State() LinkState {
	return LinkState{ID: l.ID, ExpiresAt: l.ExpiresAt, SHA256: l.SHA256}
}

// NewMail is the message that carries the link.
func (l ClientLink) NewMail(w ID) Mail {
	return Mail{ID: NewID(), Kind: MailClientLink, UserID: l.CreatedBy, WorkspaceID: w, TargetID: l.ID, CreatedAt: l.CreatedAt}
}

// LinkDecision is what a client said.
type LinkDecision string

// The decisions of a client.
const (
	DecisionApproved LinkDecision = "approved"
	DecisionRejected LinkDecision = "rejected"
)

// LinkStatus is how a link stands.
type LinkStatus string

// The states of a link.
const (
	LinkOpen     LinkStatus = "open"
	LinkApproved LinkStatus = "approved"
	LinkRejected LinkStatus = "rejected"
	LinkRevoked  LinkStatus = "revoked"
	LinkExpired  LinkStatus = "expired"
	LinkVoid     LinkStatus = "void" // the submission was reopened before anybody decided
)

// Status is how the link stands, given how often its submission was reopened.
func (l LinkState) Status(reopens int, now Instant) LinkStatus {
	switch {
	case l.Revoked:
		return LinkRevoked
	case l.Decision != "":
		return LinkStatus(l.Decision)
	case l.Reopens != reopens:
		return LinkVoid
	case !now.Before(l.ExpiresAt.Time):
		return LinkExpired
	default:
		return LinkOpen
	}
}

// ClientStatus is what clients say of a submission.
type ClientStatus string

// What clients say of a submission.
const (
	ClientStatusNone     ClientStatus = "none"
	ClientStatusPending  ClientStatus = "pending"
	ClientStatusApproved ClientStatus = "approved"
	ClientStatusRejected ClientStatus = "rejected"
)

// ClientStatus is what clients say of the submission since it was last
// reopened: no if any said no, nothing yet while a link is open, else yes.
// Source: contract, client approval.
func (s Submission) ClientStatus(now Instant) ClientStatus {
	var statuses []LinkStatus
	for _, l := range s.Links {
		if l.Reopens == s.Reopens {
			statuses = append(statuses, l.Status(s.Reopens, now))
		}
	}
	switch {
	case slices.Contains(statuses, LinkRejected):
		return ClientStatusRejected
	case slices.Contains(statuses, LinkOpen):
		return ClientStatusPending
	case slices.Contains(statuses, LinkApproved):
		return ClientStatusApproved
	default:
		return ClientStatusNone
	}
}

// LatestApproval gives the latest approval by a client since the submission was last
// reopened; nil is none.
func (s Submission) LatestApproval() *LinkState {
	for i := len(s.Links) - 1; i >= 0; i-- {
		if l := s.Links[i]; l.Reopens == s.Reopens && l.Decision == DecisionApproved {
			return &l
		}
	}
	return nil
}

// Link finds one of the submission's links.
func (s Submission) Link(id ID) (LinkState, bool) {
	for _, l := range s.Links {
		if l.ID == id {
			return l, true
		}
	}
	return LinkState{}, false
}

// LinkStatus is how one of the submission's links stands; void where there is
// none.
func (s Submission) LinkStatus(id ID, now Instant) LinkStatus {
	l, ok := s.Link(id)
	if !ok {
		return LinkVoid
	}
	return l.Status(s.Reopens, now)
}

// AddLink makes a link to the submission. Errors: conflict unless the
// submission is approved, and for more than MaxClientLinks.
func (s Submission) AddLink(l LinkState, by Actor, now Instant) (Submission, *SubmissionEvent, error) {
	if s.Status() != Approved {
		return s, nil, problem.Conflict("Only an approved submission can be shown to a client.")
	}
	if len(s.Links) >= MaxClientLinks {
		return s, nil, problem.Conflict("The submission has had too many links to clients.")
	}
	next := s
	l.Reopens = s.Reopens
	next.Links = append(slices.Clone(s.Links), l)
	next, event := next.record(s, SubmissionEvent{Type: EventClientLinkCreated, At: now, Actor: by})
	return next, event, nil
}

// RevokeLink makes a link that nobody has decided by worthless. Errors:
// conflict for one that was decided by.
func (s Submission) RevokeLink(id ID, by Actor, now Instant) (Submission, *SubmissionEvent, error) {
	link, _ := s.Link(id)
	if link.Decision != "" {
		return s, nil, problem.Conflict("The client has decided already.")
	}
	if link.Revoked {
		return s, nil, nil
	}
	link.Revoked = true
	next, event := s.withLink(link).record(s, SubmissionEvent{Type: EventClientLinkRevoked, At: now, Actor: by})
	return next, event, nil
}

// DecideLink keeps what a client has decided by a link that is open. Errors:
// conflict when there is a decision already, not_found for a link that is not
// open.
func (s Submission) DecideLink(id ID, by Signature, now Instant) (Submission, *SubmissionEvent, error) {
	link, ok := s.Link(id)
	if !ok {
		return s, nil, problem.NotFound()
	}
	switch link.Status(s.Reopens, now) {
	case LinkOpen:
	case LinkApproved, LinkRejected:
		return s, nil, problem.Conflict("There is a decision already.")
	default:
		return s, nil, problem.NotFound()
	}
	e := SubmissionEvent{Type: EventClientApproved, At: now, Reason: by.Reason, Actor: Actor{Name: by.Name, Kind: ActorClient}}
	if by.Decision == DecisionRejected {
		e.Type = EventClientRejected
	}
	link.Decision, link.SignerName, link.SignerEmail, link.DecidedAt = by.Decision, by.Name, by.Email, &now
	next, event := s.withLink(link).record(s, e)
	return next, event, nil
}

func (s Submission) withLink(link LinkState) Submission {
	s.Links = slices.Clone(s.Links)
	for i, l := range s.Links {
		if l.ID == link.ID {
			s.Links[i] = link
		}
	}
	return s
}
