package approvals

import (
	"context"
	"net/url"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/signing"
)

// linkAnswer is what a client is asked to sign.
type linkAnswer struct {
	Content       signing.CanonicalContent `json:"content"`
	ContentSHA256 string                   `json:"content_sha256"` // of content in RFC 8785 form, in hex
	Status        domain.LinkStatus        `json:"status"`         // open, approved or rejected
	ExpiresAt     domain.Instant           `json:"expires_at"`
}

// show shows programs what there is to sign. Browsers get the page for it,
// which says by itself what is wrong with a link.
func (f *Family) show(ctx context.Context, c *route.Call[route.NoInput]) (answer route.OrRedirect[linkAnswer], err error) {
	if c.AcceptsHTML() {
		answer.To = f.pagesURL + "/p/client-approval/" + url.PathEscape(c.PathValue("token"))
		return answer, nil
	}
	details, err := f.loadLink(ctx, c.Request)
	answer.Answer = linkAnswer{
		Content: details.Content, ContentSHA256: details.Link.SHA256, Status: details.Status, ExpiresAt: details.Link.ExpiresAt,
	}
	return answer, err
}
