package pages

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/locale"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/signing"
	"stint/shared/wire"
)

type signInput struct {
	Form struct {
		SignerName          domain.Name                `form:"signerName" bounds:"signerName"`
		SignerEmail         domain.Email               `form:"signerEmail"`
		AttestationAccepted wire.Optional[bool]        `form:"attestationAccepted"` // must be true to approve
		Reason              wire.Optional[domain.Text] `form:"reason" bounds:"reason"`
		Decision            string                     `form:"decision" enum:"approve,reject"` // the button that was pressed
		SendCopy            wire.Optional[bool]        `form:"sendCopy"`                       // of a link for its maker

		Language wire.Optional[locale.Language] `form:"language" enum:"en,de,fr,es"` // of the page that was read
	}
}

func (f *Family) sign(ctx context.Context, c *route.Call[signInput]) (page.Page, error) {
	in, issues, err := readForm(f, c)
	if err != nil {
		return page.Page{}, err
	}
	token := c.PathValue("token")
	found, err := f.signing.FindShownLink(ctx, token, c.Now)
	if problem.Is(err, problem.CodeNotFound) {
		return invalidApprovalPage(in.reader(c.Request)), nil
	}
	if err != nil {
		return page.Page{}, err
	}
	if err = in.checkAttestation(issues); err == nil {
		_, err = f.signing.Decide(ctx, c.Request, token, found, in.toDecision(in.reader(c.Request).Language))
	}
	return f.showResult(ctx, c.Request, found, in, err)
}

// checkAttestation requires the tick with which a client attests that they have
// looked at the hours.
func (in signInput) checkAttestation(issues *wire.Issues) error {
	if in.Form.Decision == "approve" && !in.Form.AttestationAccepted.Value && issues.IsClean("attestationAccepted") {
		issues.AddMessage("attestationAccepted", problem.MustBeAccepted, "must be ticked to approve")
	}
	return issues.Err()
}

// reader is who read the page: in the language of the form, or else in that of the browser.
func (in signInput) reader(r *route.Request) reader {
	return readerOf(r, domain.Language(in.Form.Language.Value))
}

// toDecision is the decision on what the signer read in a language.
func (in signInput) toDecision(l locale.Language) signing.Decision {
	decision := signing.Decision{Decision: timesheets.DecisionApproved, Name: in.Form.SignerName,
		Email: in.Form.SignerEmail, Language: l, SendCopy: in.Form.SendCopy.Value}
	if in.Form.Decision == "reject" {
		decision.Decision = timesheets.DecisionRejected
		if in.Form.Reason.Value != "" {
			decision.Reason = &in.Form.Reason.Value
		}
	}
	return decision
}

// showResult shows the decision, also when an earlier one won, or the form again
// with its errors.
func (f *Family) showResult(ctx context.Context, r *route.Request, c signing.LinkDetails, in signInput,
	signErr error) (page.Page, error) {
	token, p := r.PathValue("token"), in.reader(r)
	switch {
	case problem.Is(signErr, problem.CodeNotFound):
		return invalidApprovalPage(p), nil
	case problem.Is(signErr, problem.CodeValidation):
		view := f.newApprovalView(p, c, token, in)
		view.markErrors(signErr)
		return view.toPage(signErr), nil
	case signErr != nil && !problem.Is(signErr, problem.CodeConflict):
		return page.Page{}, signErr
	}
	now, err := f.signing.FindShownLink(ctx, token, r.Now)
	if err != nil || now.Status == timesheets.LinkOpen { // the conflict was not about an earlier decision
		return page.Page{}, firstError(err, signErr)
	}
	return f.newApprovalView(p, now, token, in).toPage(signErr), nil
}

func firstError(first, second error) error {
	if first != nil {
		return first
	}
	return second
}
