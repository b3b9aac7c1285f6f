package domain

import "strings"

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
func (l ClientLink) IsClient(e Email) bool { return strings.EqualFold(string(l.Email), string(e)) }
