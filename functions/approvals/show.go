package approvals

import (
	"context"
	"net/url"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/signing"
)

// linkAnswer is the content to sign, with the state of the link.
type linkAnswer struct {
	Content       signing.CanonicalContent `json:"content"`
	ContentSHA256 string                   `json:"content_sha256"` // hex digest of content in the form of RFC 8785
	Status        domain.LinkStatus        `json:"status"`         // open, approved or rejected
	ExpiresAt     domain.Instant           `json:"expires_at"`
}

// show shows the content to programs. It redirects browsers to the page of the link,
// which also explains invalid links. Showing never decides anything.
func (f *Family) show(ctx context.Context, c *route.Call[route.NoInput]) (answer route.OrRedirect[linkAnswer], err error) {
	if c.AcceptsHTML() {
		answer.To = f.pageOf(c.PathValue("token"))
		return answer, nil
	}
	details, err := f.loadLink(ctx, c.Request)
	answer.Answer = linkAnswer{
		Content: details.Content, ContentSHA256: details.Link.SHA256, Status: details.Status, ExpiresAt: details.Link.ExpiresAt,
	}
	return answer, err
}

// pageOf is the address of the page on which the client of a link reads and signs.
func (f *Family) pageOf(token string) string {
	return f.pagesURL + "/p/client-approval/" + url.PathEscape(token)
}
