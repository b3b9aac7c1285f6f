package timesheetpdf

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

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

// File writes the document into a file that is named after its title and period. The file has no
// entries if it does not fit with them.
func (d Document) File(f locale.Formatter, p Paper, fits func(file []byte) bool) (File, error) {
	content, err := d.PDF(f, p, fits)
	title := texts.In(f.Language()).Text("document.title")
	period := string(d.PeriodStart) + "_" + string(d.PeriodEnd)
	end := " " + period + ".pdf"
	person := atMost(safeName(d.Person), maxNameBytes-len(title)-len(" ")-len(end))
	return File{Name: title + " " + person + end, ASCIIName: "timesheet_" + period + ".pdf", Content: content}, err
}

// maxNameBytes is the longest name of a file. Most file systems take 255 bytes, and browsers
// add to names.
const maxNameBytes = 150

// atMost is the longest start of a text with whole characters in so many bytes.
func atMost(text string, bytes int) string {
	for len(text) > bytes {
		_, last := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-last]
	}
	return strings.TrimRight(text, ". ")
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

// extValue is a text as the value of a parameter whose name ends with an asterisk (RFC 8187):
// every byte that is no attr-char is in hex.
func extValue(text string) string {
	const others = "!#$&+-.^_`|~"
	var out strings.Builder
	for _, b := range []byte(text) {
		if '0' <= b && b <= '9' || 'A' <= b && b <= 'Z' || 'a' <= b && b <= 'z' || strings.IndexByte(others, b) >= 0 {
			out.WriteByte(b)
		} else {
			fmt.Fprintf(&out, "%%%02X", b)
		}
	}
	return "UTF-8''" + out.String()
}

// Respond sends the file, with both names (RFC 6266).
func (f File) Respond(w http.ResponseWriter) {
	w.Header().Set("Content-Type", MediaType)
	w.Header().Set("Content-Disposition", `attachment; filename="`+f.ASCIIName+`"; filename*=`+extValue(f.Name))
	_, _ = w.Write(f.Content)
}

// Variants says that the response is a PDF document.
func (File) Variants() []route.Variant {
	return []route.Variant{{Status: http.StatusOK, MediaType: MediaType}}
}

// metadata describes the document to programs, in XMP (ISO 16684-1). It says that the file keeps to PDF/UA-1
// (ISO 14289-1), which a test of the sample with veraPDF shows.
func metadata(title, language string) []byte {
	const form = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">%s</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>%s</rdf:li></rdf:Bag></dc:language>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`
	var escaped bytes.Buffer
	_ = xml.EscapeText(&escaped, []byte(title)) // a buffer takes everything
	return fmt.Appendf(nil, form, escaped.String(), language)
}
