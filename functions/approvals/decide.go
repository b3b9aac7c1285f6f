package approvals

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/signing"
	"stint/shared/wire"
)

// decided is what became of a decision.
type decided struct {
	Status        domain.LinkDecision `json:"status"`
	SignerName    domain.Name         `json:"signer_name"`
	DecidedAt     domain.Instant      `json:"decided_at"`
	ContentSHA256 string              `json:"content_sha256"`
}

type approveInput struct {
	Body struct {
		SignerName          domain.Name  `json:"signerName" minLength:"1" maxLength:"200"`
		SignerEmail         domain.Email `json:"signerEmail"`
		AttestationAccepted bool         `json:"attestationAccepted" doc:"Must be true."`
	}
}

func (f *Family) approve(ctx context.Context, c *route.Call[approveInput], on signing.Case) (decided, error) {
	in, issues, err := c.Read()
	if err != nil {
		return decided{}, err
	}
	if issues.Clean("attestationAccepted") && !in.Body.AttestationAccepted {
		issues.Add("attestationAccepted", problem.MustBeAccepted)
	}
	if err := issues.Err(); err != nil {
		return decided{}, err
	}
	return f.decide(ctx, c.Request, on, signing.Decision{
		Decision: domain.ClientApproved, Name: in.Body.SignerName, Email: in.Body.SignerEmail,
	})
}

type rejectInput struct {
	Body struct {
		SignerName  domain.Name                `json:"signerName" minLength:"1" maxLength:"200"`
		SignerEmail domain.Email               `json:"signerEmail"`
		Reason      wire.Optional[domain.Text] `json:"reason" maxLength:"1000" doc:"May be null."`
	}
}

func (f *Family) reject(ctx context.Context, c *route.Call[rejectInput], on signing.Case) (decided, error) {
	in, err := c.Valid()
	if err != nil {
		return decided{}, err
	}
	say := signing.Decision{Decision: domain.ClientRejected, Name: in.Body.SignerName, Email: in.Body.SignerEmail}
	if in.Body.Reason.Set {
		say.Reason = &in.Body.Reason.Value
	}
	return f.decide(ctx, c.Request, on, say)
}

func (f *Family) decide(ctx context.Context, r *route.Request, on signing.Case, say signing.Decision) (decided, error) {
	signed, err := f.desk.Decide(ctx, r, r.Text("token"), on, say)
	return decided{Status: signed.Decision, SignerName: signed.Name, DecidedAt: signed.At, ContentSHA256: signed.SHA256}, err
}
