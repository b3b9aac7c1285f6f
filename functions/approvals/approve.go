package approvals

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/signing"
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
