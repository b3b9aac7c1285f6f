package approvals

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/signing"
	"stint/shared/wire"
)

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
