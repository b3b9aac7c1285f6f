package approvals

import (
	"context"
	"net/http"

	"stint/shared/lambdahttp"
	"stint/shared/locale"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/timesheetpdf"
	"stint/shared/wire"
)

type documentInput struct {
	Paper wire.Optional[timesheetpdf.Paper] `query:"paper" enum:"a4,letter" doc:"Default a4."`
}

// documentOrPage is the document, or the page that explains an invalid link to browsers.
type documentOrPage struct {
	timesheetpdf.File
	page string // "" for the document
}

// document shows the content to sign as a PDF, in the language of the browser. Showing
// never decides anything.
func (f *Family) document(ctx context.Context, c *route.Call[documentInput]) (answer documentOrPage, err error) {
	details, err := f.loadLink(ctx, c.Request)
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
	format := locale.NewFormatter(locale.FromHeader(c.Header("Accept-Language")), details.Workspace.Timezone.Location())
	answer.File, err = timesheetpdf.OfLink(details.Link, details.Content.Content).File(format, in.Paper.Value, lambdahttp.Fits)
	return answer, err
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
