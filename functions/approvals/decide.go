package approvals

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/signing"
)

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
