package timesheetpdf

import (
	"net/http"
	"net/url"
	"strings"

	"stint/shared/lambdahttp"
	"stint/shared/locale"
	"stint/shared/route"
)

// MediaType is the media type of documents.
const MediaType = "application/pdf"

// File is a document as a file. It is the answer of routes.
type File struct {
	Name      string // with the title and the person, in any characters but those with a meaning in paths
	ASCIIName string // for programs that know only ASCII
	Content   []byte
}

// File writes the document into a file that is named after its title and period. It has no
// entries unless it fits into a response with them.
func (d Document) File(f locale.Formatter, p Paper) (File, error) {
	content, err := d.PDF(f, p, lambdahttp.Fits)
	title := texts.In(f.Language()).Text("document.title")
	period := string(d.PeriodStart) + "_" + string(d.PeriodEnd)
	return File{Name: title + " " + safeName(d.Person) + " " + period + ".pdf", ASCIIName: "timesheet_" + period + ".pdf", Content: content}, err
}

// safeName is the text without characters that have a meaning in paths.
func safeName(text string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case isInvisible(r):
			return -1
		case strings.ContainsRune(`/\:*?"<>|`, r):
			return '-'
		}
		return r
	}, text), ". ")
}

// Respond sends the file, with both names (RFC 6266).
func (f File) Respond(w http.ResponseWriter) {
	w.Header().Set("Content-Type", MediaType)
	w.Header().Set("Content-Disposition", `attachment; filename="`+f.ASCIIName+`"; filename*=UTF-8''`+url.PathEscape(f.Name))
	_, _ = w.Write(f.Content)
}

// Variants says that the response is a PDF document.
func (File) Variants() []route.Variant {
	return []route.Variant{{Status: http.StatusOK, MediaType: MediaType}}
}
