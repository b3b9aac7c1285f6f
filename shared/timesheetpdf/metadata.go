package timesheetpdf

import (
	"bytes"
	"encoding/xml"
	"fmt"
)

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
