package route

import (
	"net/http"
	"strings"

	"stint/shared/auth"
	"stint/shared/problem"
)

// ResourceMetadataPath is the path of the metadata about the public API as a protected resource.
const ResourceMetadataPath = "/.well-known/oauth-protected-resource"

// challenge tells a program whose credential is refused where the metadata of the protected resource are (RFC 9728,
// section 5.1), and in the words of RFC 6750, section 3.1, what is wrong: with the token that it sent, or with how much
// the token allows. Other refusals need another person and no other token, so they say nothing.
func (s *Server) challenge(header http.Header, h *http.Request, spec *Spec, err error) {
	path := spec.Metadata
	if path == "" && spec.Credential == auth.APIKey {
		path = ResourceMetadataPath
	}
	words := ""
	switch p := problem.From(err); {
	case path == "" || p.Code != problem.CodeUnauthorized && p.Scope == "":
		return
	case p.Scope != "":
		words = `error="insufficient_scope", scope="` + p.Scope + `", `
	case sendsToken(h):
		words = `error="invalid_token", `
	}
	header.Set("WWW-Authenticate", "Bearer "+words+`resource_metadata="`+s.PublicURL+path+`"`)
}

// sendsToken reports whether a request has a bearer token, good or bad. One without any learns only that it needs one.
func sendsToken(h *http.Request) bool {
	for _, value := range h.Header.Values("Authorization") {
		if scheme, token, _ := strings.Cut(value, " "); strings.EqualFold(scheme, "Bearer") && token != "" {
			return true
		}
	}
	return false
}
