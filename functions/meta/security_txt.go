package meta

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"stint/shared/domain"
	"stint/shared/route"
)

// securityTxtLifetime is how long a security.txt says that it is valid. RFC 9116, section
// 2.5.5, advises less than a year.
const securityTxtLifetime = 30 * 24 * time.Hour

// securityTxtPath is where RFC 9116 puts the file.
const securityTxtPath = "/.well-known/security.txt"

// text is a plain text.
type text string

// Respond sends the text.
func (t text) Respond(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte(t))
}

// Variants says that the response is plain text.
func (text) Variants() []route.Variant {
	return []route.Variant{{Status: http.StatusOK, MediaType: "text/plain"}}
}

// securityTxt says how to report a vulnerability (RFC 9116). Its end is counted from the
// request, so that the file does not get out of date.
func (f *Family) securityTxt(_ context.Context, c *route.Call[route.NoInput]) (text, error) {
	expires := domain.InstantOf(c.Now.Truncate(24 * time.Hour)).Plus(securityTxtLifetime)
	return text(fmt.Sprintf("Contact: %s\nExpires: %s\nPreferred-Languages: en\nCanonical: %s\n",
		f.securityContact, expires, f.publicURL+securityTxtPath)), nil
}
