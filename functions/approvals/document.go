package approvals

import (
	"context"
	"net/http"
	"net/url"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/lambdahttp"
	"stint/shared/locale"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/signing"
	"stint/shared/timesheetpdf"
	"stint/shared/wire"
)

type documentInput struct {
	Paper wire.Optional[timesheetpdf.Paper] `query:"paper" enum:"a4,letter"` // Default a4.
	// The language of the document. Default that of Accept-Language.
	Language wire.Optional[locale.Language] `query:"language" enum:"en,de,fr,es"`
}

// documentOrPage is the document, or the page that explains an invalid link to browsers.
type documentOrPage struct {
	timesheetpdf.File
	page string // "" for the document
}

// document shows the content to sign as a PDF, in the language of the browser. Showing
// never decides anything.
func (f *Family) document(ctx context.Context, c *route.Call[documentInput]) (answer documentOrPage, err error) {
	details, err := f.signing.FindShownLink(ctx, c.PathValue("token"), c.Now)
	if problem.Is(err, problem.CodeNotFound) && c.AcceptsHTML() {
		return documentOrPage{page: f.pageOf(c.PathValue("token"))}, nil
	}
	if err != nil {
		return answer, err
	}
	in, err := c.ReadValid()
	if err != nil {
		return answer, err
	}
	language := in.Language.Or(locale.FromHeader(c.Header("Accept-Language")))
	format := locale.NewFormatter(language, details.Workspace.Timezone.Location())
	document := timesheetpdf.OfLink(details.Link, details.Content.Content, language)
	document.Logo = timesheetpdf.LogoOf(details.Logo)
	answer.File, err = document.File(format, in.Paper.Value, lambdahttp.Fits)
	if err != nil {
		return answer, err
	}
	return answer, f.store.RecordLinkDocument(ctx, details.Workspace.ID, details.Submission, details.Link)
}

// Respond sends the document, or redirects to the page.
func (d documentOrPage) Respond(w http.ResponseWriter) {
	if d.page != "" {
		route.Redirect{To: d.page}.Respond(w)
		return
	}
	d.File.Respond(w)
}

// Variants says that the response is the document or a redirect.
func (documentOrPage) Variants() []route.Variant {
	return append(timesheetpdf.File{}.Variants(), route.Redirect{}.Variants()...)
}

// linkAnswer is the content to sign, with the state of the link.
//
//openapi:schema TimesheetToSign
type linkAnswer struct {
	Content       signing.CanonicalContent `json:"content"`        // What the client sees and signs, or has signed.
	ContentSHA256 string                   `json:"content_sha256"` // hex digest of content in the form of RFC 8785
	Status        timesheets.LinkStatus    `json:"status"`         // open, approved or rejected
	ExpiresAt     domain.Instant           `json:"expires_at"`
	Attestations  signing.Attestations     `json:"attestations"` // What can be signed, by language.
}

// show shows the content to programs. It redirects browsers to the page of the link,
// which also explains invalid links. Showing never decides anything.
func (f *Family) show(ctx context.Context,
	c *route.Call[route.NoInput]) (answer route.OrRedirect[linkAnswer], err error) {
	if c.AcceptsHTML() {
		answer.To = f.pageOf(c.PathValue("token"))
		return answer, nil
	}
	details, err := f.loadLink(ctx, c.Request)
	answer.Answer = linkAnswer{
		Content: details.Content, ContentSHA256: details.Link.ContentSHA256(), Status: details.Status,
		ExpiresAt: details.Link.ExpiresAt,
	}
	if err == nil {
		answer.Answer.Attestations = signing.AttestationsOf(details.Link, details.Content.Content)
	}
	return answer, err
}

// pageOf is the address of the page on which the client of a link reads and signs.
func (f *Family) pageOf(token string) string {
	return f.pagesURL + "/p/client-approval/" + url.PathEscape(token)
}
