package approvals

import (
	"context"
	"net/url"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/signing"
)

// caseAnswer is what a client is asked to sign.
type caseAnswer struct {
	Content       signing.Sealed    `json:"content"`
	ContentSHA256 string            `json:"content_sha256"` // of content in RFC 8785 form, in hex
	Status        domain.LinkStatus `json:"status"`         // open, approved or rejected
	ExpiresAt     domain.Instant    `json:"expires_at"`
}

// show shows programs what there is to sign. Browsers get the page for it,
// which says by itself what is wrong with a link.
func (f *Family) show(ctx context.Context, c *route.Call[route.None]) (answer route.OrRedirect[caseAnswer], err error) {
	if c.Browser() {
		answer.To = f.pages + "/p/client-approval/" + url.PathEscape(c.Text("token"))
		return answer, nil
	}
	found, err := f.shown(ctx, c.Request)
	answer.Answer = caseAnswer{
		Content: found.Content, ContentSHA256: found.Link.SHA256, Status: found.Status, ExpiresAt: found.Link.ExpiresAt,
	}
	return answer, err
}
