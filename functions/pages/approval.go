package pages

import (
	"context"

	"stint/shared/domain"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/signing"
	"stint/shared/wire"
)

func (f *Family) approvalPage(ctx context.Context, c *route.Call[route.None]) (page.Page, error) {
	token := c.Text("token")
	found, err := f.signatures.Case(ctx, token, c.Now)
	if problem.Is(err, problem.NotFound) {
		return deadApproval(), nil
	}
	if err != nil {
		return page.Page{}, err
	}
	return f.approvalSheet(found, token, signInput{}).page(nil), nil
}

type signInput struct {
	Form struct {
		SignerName          domain.Name                `form:"signerName" minLength:"1" maxLength:"200"`
		SignerEmail         domain.Email               `form:"signerEmail"`
		AttestationAccepted wire.Optional[bool]        `form:"attestationAccepted"` // true, to approve
		Reason              wire.Optional[domain.Text] `form:"reason" maxLength:"1000"`
		Decision            string                     `form:"decision" enum:"approve,reject"` // by which button
	}
}

func (f *Family) sign(ctx context.Context, c *route.Call[signInput]) (page.Page, error) {
	if err := f.desk.OwnForm(c.Request); err != nil {
		return page.Page{}, err
	}
	in, issues, err := c.Read()
	if err != nil {
		return page.Page{}, err
	}
	token := c.Text("token")
	found, err := f.signatures.Case(ctx, token, c.Now)
	if problem.Is(err, problem.NotFound) {
		return deadApproval(), nil
	}
	if err != nil {
		return page.Page{}, err
	}
	if err = in.check(issues); err == nil {
		_, err = f.signatures.Decide(ctx, c.Request, token, found, in.decision())
	}
	return f.afterSigning(ctx, c.Request, found, in, err)
}

// check sees to it that who approves has said that they have looked.
func (in signInput) check(issues *wire.Issues) error {
	if in.Form.Decision == "approve" && !in.Form.AttestationAccepted.Value && issues.Clean("attestationAccepted") {
		issues.AddMessage("attestationAccepted", problem.MustBeAccepted, "must be ticked to approve")
	}
	return issues.Err()
}

func (in signInput) decision() signing.Decision {
	say := signing.Decision{Decision: domain.ClientApproved, Name: in.Form.SignerName, Email: in.Form.SignerEmail}
	if in.Form.Decision == "reject" {
		say.Decision = domain.ClientRejected
		if in.Form.Reason.Value != "" {
			say.Reason = &in.Form.Reason.Value
		}
	}
	return say
}

// afterSigning shows what became of a form: the decision, also one that came
// before it, or the form again with what is wrong in it.
func (f *Family) afterSigning(ctx context.Context, r *route.Request, c signing.Case, in signInput, failed error) (page.Page, error) {
	token := r.Text("token")
	switch {
	case problem.Is(failed, problem.NotFound):
		return deadApproval(), nil
	case problem.Is(failed, problem.Validation):
		again := f.approvalSheet(c, token, in)
		again.mark(failed)
		return again.page(failed), nil
	case failed != nil && !problem.Is(failed, problem.Conflict):
		return page.Page{}, failed
	}
	now, err := f.signatures.Case(ctx, token, r.Now)
	if err != nil || now.Status == domain.LinkOpen { // of a conflict with something else
		return page.Page{}, either(err, failed)
	}
	return f.approvalSheet(now, token, in).page(failed), nil
}

func either(first, second error) error {
	if first != nil {
		return first
	}
	return second
}

func deadApproval() page.Page {
	return deadLink(problem.Missing(),
		"It has expired or was withdrawn, the timesheet was opened again, or the link was not copied whole.",
		"Nothing was signed by opening it. Ask whoever sent it to you for a new one.",
	)
}
