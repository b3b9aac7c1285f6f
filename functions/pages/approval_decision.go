package pages

import (
	"errors"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/signing"
)

// approvalForm is the form to decide.
type approvalForm struct {
	Action        string // path of the form; "" when there is a decision
	Attestation   string // what a signature declares, in the language of the page
	OffersCopy    bool   // whether the signer can ask for a copy by mail
	WantsCopy     bool
	Name, Email   field
	Accepted      bool
	AcceptedWrong string
	Reason        string
	ReasonWrong   string
	Declining     bool   // whether the part to decline is open
	Wrong         string // error of the whole form; "" for none
}

func (s *approvalView) addForm(c signing.LinkDetails, sent signInput) {
	declared := signing.AttestationOf(c.Link, c.Content.Content, s.Language)
	s.Attestation, s.Digest = string(declared.Text), inGroups(declared.ContentSHA256)
	s.OffersCopy, s.WantsCopy = c.Link.Delivery == timesheets.DeliverSelf, sent.Form.SendCopy.Value
	s.Name = field{Name: "signerName", Label: s.Text("approval.name"), Type: "text", Autocomplete: "name",
		Value: string(sent.Form.SignerName)}
	s.Email = field{Name: "signerEmail", Label: s.Text("approval.email"), Type: "email", Autocomplete: "email",
		Value: string(sent.Form.SignerEmail)}
	if s.Email.Value == "" {
		s.Email.Value = string(c.Link.Email)
	}
	s.Accepted, s.Reason = sent.Form.AttestationAccepted.Value, string(sent.Form.Reason.Value)
	s.Declining = sent.Form.Decision == "reject"
}

// addDecision adds the decision.
func (s *approvalView) addDecision(c signing.LinkDetails) {
	by, _ := c.Submission.Link(c.Link.ID)
	when := s.forms.Moment(*by.DecidedAt)
	values := []string{"name", string(by.SignerName), "when", when}
	if by.Decision == timesheets.DecisionApproved {
		s.Heading, s.Status, s.Tone = s.Text("approval.signed_heading"), s.Text("approval.signed"), "signed"
		s.Decided = []string{s.Text("approval.approved_by", values...)}
		s.Proof = []fact{{Name: s.Text("approval.signed_by"), Value: string(by.SignerName)},
			{Name: s.Text("approval.signed_at"), Value: when}}
		s.ProofHeading, s.Declared, s.DeclaredIn = s.Text("approval.signature"), c.Content.Attestation, c.Content.Language
		s.addCopy(c.Link)
		return
	}
	s.Heading, s.Status, s.Tone = s.Text("approval.declined_heading"), s.Text("approval.declined"), "declined"
	s.Decided = []string{s.Text("approval.declined_by", values...)}
	s.Proof = []fact{{Name: s.Text("approval.declined_name"), Value: string(by.SignerName)},
		{Name: s.Text("approval.declined_at"), Value: when}}
	s.ProofHeading = s.Text("approval.decision")
	if signed := c.Link.Signature; signed != nil && signed.Reason != nil {
		s.Decided = append(s.Decided, s.Text("approval.declined_reason", "reason",
			domain.VisibleText(string(*signed.Reason))))
	}
}

// addCopy offers the signed document, and says that a copy of it was asked for.
func (s *approvalView) addCopy(l timesheets.ClientLink) {
	s.IsSigned = true
	if l.Signature != nil && l.Signature.SendsCopy {
		s.Decided = append(s.Decided, s.Text("approval.copy_sent"))
	}
}

// markErrors adds the messages of a validation problem to the fields.
func (s *approvalView) markErrors(err error) {
	var known *problem.Error
	if !errors.As(err, &known) {
		return
	}
	s.Wrong = s.Text("approval.wrong")
	for _, wrong := range known.Fields {
		switch wrong.Field {
		case s.Name.Name:
			s.Name.Wrong = s.Text("approval.name_missing")
			if wrong.Code != problem.MinLength && wrong.Code != problem.Required {
				s.Name.Wrong = s.Text("approval.name_invalid")
			}
		case s.Email.Name:
			s.Email.Wrong = s.Text("approval.email_invalid")
		case "attestationAccepted":
			s.AcceptedWrong = s.Text("approval.must_be_ticked")
		case "reason":
			s.ReasonWrong, s.Declining = s.Text("approval.reason_invalid"), true
		}
	}
}
