package approvals

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/signing"
	"stint/shared/wire"
)

type approveInput struct {
	Body struct {
		SignerName          domain.Name  `json:"signerName" bounds:"signerName"`
		SignerEmail         domain.Email `json:"signerEmail"`
		AttestationAccepted bool         `json:"attestationAccepted" doc:"true: the client agrees to the attestation. Nothing else is accepted."`
	}
}

func (f *Family) approve(ctx context.Context, c *route.Call[approveInput], details signing.LinkDetails) (decisionAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return decisionAnswer{}, err
	}
	if issues.IsClean("attestationAccepted") && !in.Body.AttestationAccepted {
		issues.Add("attestationAccepted", problem.MustBeAccepted)
	}
	if err := issues.Err(); err != nil {
		return decisionAnswer{}, err
	}
	return f.decide(ctx, c.Request, details, signing.Decision{
		Decision: domain.DecisionApproved, Name: in.Body.SignerName, Email: in.Body.SignerEmail,
	})
}

type rejectInput struct {
	Body struct {
		SignerName  domain.Name                `json:"signerName" bounds:"signerName"`
		SignerEmail domain.Email               `json:"signerEmail"`
		Reason      wire.Optional[domain.Text] `json:"reason" bounds:"reason" doc:"Why it is rejected; null for no reason."`
	}
}

func (f *Family) reject(ctx context.Context, c *route.Call[rejectInput], details signing.LinkDetails) (decisionAnswer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return decisionAnswer{}, err
	}
	decision := signing.Decision{Decision: domain.DecisionRejected, Name: in.Body.SignerName, Email: in.Body.SignerEmail}
	if in.Body.Reason.Set {
		decision.Reason = &in.Body.Reason.Value
	}
	return f.decide(ctx, c.Request, details, decision)
}

// decisionAnswer is the recorded decision.
type decisionAnswer struct {
	Status        domain.LinkDecision `json:"status"`
	SignerName    domain.Name         `json:"signer_name"`
	DecidedAt     domain.Instant      `json:"decided_at"`
	ContentSHA256 string              `json:"content_sha256"`
}

func (f *Family) decide(ctx context.Context, r *route.Request, details signing.LinkDetails, decision signing.Decision) (decisionAnswer, error) {
	signed, err := f.signing.Decide(ctx, r, r.PathValue("token"), details, decision)
	return decisionAnswer{Status: signed.Decision, SignerName: signed.Name, DecidedAt: signed.At, ContentSHA256: signed.SHA256}, err
}
