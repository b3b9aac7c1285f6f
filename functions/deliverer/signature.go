package deliverer

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"stint/shared/domain"
)

// sign makes the signatures of a message at this time: one for each valid secret.
func (r *run) sign(ctx context.Context, m message) (http.Header, error) {
	now := domain.InstantOf(r.now())
	var all []string
	for _, sealed := range r.webhook.Secrets(now) {
		secret, err := r.secrets.Open(ctx, r.webhook.ID, sealed)
		if err != nil {
			return nil, err
		}
		signer, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			return nil, err
		}
		signature, err := signer.Sign(string(m.id), now.Time, m.body)
		if err != nil {
			return nil, err
		}
		all = append(all, signature)
	}
	return http.Header{
		"Content-Type": {"application/json"}, "User-Agent": {userAgent}, traceParentHeader: {m.trace.String()},
		standardwebhooks.HeaderWebhookID:        {string(m.id)},
		standardwebhooks.HeaderWebhookTimestamp: {strconv.FormatInt(now.Unix(), 10)},
		standardwebhooks.HeaderWebhookSignature: {strings.Join(all, " ")},
	}, nil
}
