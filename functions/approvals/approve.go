package approvals

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/locale"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/signing"
	"stint/shared/wire"
)

type approveInput struct {
	Body struct {
		SignerName domain.Name `json:"signerName" bounds:"signerName"` // The full name that the signer gave.
		// The e-mail address that the signer gave.
		SignerEmail domain.Email `json:"signerEmail"`
		// True: the client agrees to the attestation. Nothing else is accepted.
		AttestationAccepted bool `json:"attestationAccepted"`
		// The language of the attestation that is signed. Default en.
		Language wire.Optional[locale.Language] `json:"language" enum:"en,de,fr,es"`
	}
}

func (f *Family) approve(ctx context.Context, c *route.Call[approveInput],
	details signing.LinkDetails) (decisionAnswer, error) {
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
		Decision: timesheets.DecisionApproved, Name: in.Body.SignerName, Email: in.Body.SignerEmail,
		Language: in.Body.Language.Or(locale.English),
	})
}

type rejectInput struct {
	Body struct {
		// The full name that the signer gave.
		SignerName domain.Name `json:"signerName" bounds:"signerName"`
		// The e-mail address that the signer gave.
		SignerEmail domain.Email `json:"signerEmail"`
		// Why it is rejected; null for no reason.
		Reason wire.Optional[domain.Text] `json:"reason" bounds:"reason"`
	}
}

func (f *Family) reject(ctx context.Context, r *route.Request, in rejectInput,
	details signing.LinkDetails) (decisionAnswer, error) {
	decision := signing.Decision{Decision: timesheets.DecisionRejected, Name: in.Body.SignerName,
		Email: in.Body.SignerEmail}
	if in.Body.Reason.Set {
		decision.Reason = &in.Body.Reason.Value
	}
	return f.decide(ctx, r, details, decision)
}

// decisionAnswer is the recorded decision.
//
//openapi:schema ClientDecision
type decisionAnswer struct {
	Status        timesheets.LinkDecision `json:"status"`
	SignerName    domain.Name             `json:"signer_name"`    // The full name that the signer gave.
	DecidedAt     domain.Instant          `json:"decided_at"`     // When the decision was made.
	ContentSHA256 string                  `json:"content_sha256"` // The SHA-256 digest of the content, in hexadecimal.
	Language      *domain.Language        `json:"language"`       // of the signed attestation; null for a rejection
}

func (f *Family) decide(ctx context.Context, r *route.Request, details signing.LinkDetails,
	decision signing.Decision) (decisionAnswer, error) {
	signed, err := f.signing.Decide(ctx, r, r.PathValue("token"), details, decision)
	answer := decisionAnswer{Status: signed.Decision, SignerName: signed.Name, DecidedAt: signed.At,
		ContentSHA256: signed.SHA256}
	if signed.Language != "" {
		answer.Language = &signed.Language
	}
	return answer, err
}
