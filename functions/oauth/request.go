package oauth

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
)

// authorization is a request of an app for access, which a browser brings.
type authorization struct {
	client      client
	redirectURI string
	state       string
	challenge   string
	audience    string // for which the first access token is; "" is the API
	scope

	query url.Values // as it was sent
}

// readAuthorization reads the request in a query. Its errors are a problem as long as client and address of the answer
// are not certain, and then a refusal, which is sent to that address.
func (f *Family) readAuthorization(ctx context.Context, query string) (a authorization, err error) {
	sent, err := parse(query)
	if err != nil {
		return a, badRequest(err)
	}
	a.query = url.Values(sent)
	for _, name := range []string{"client_id", "redirect_uri"} {
		if len(sent[name]) != 1 || sent[name][0] == "" {
			return a, badRequest(fail(invalidRequest, name+" is missing or repeated."))
		}
	}
	if a.client, err = f.findClient(ctx, sent.get("client_id")); err != nil {
		return a, badRequest(err)
	}
	known := false
	a.redirectURI = sent.get("redirect_uri")
	if a.client, known = a.client.sendsTo(a.redirectURI); !known {
		return a, badRequest(fail(invalidRequest, "redirect_uri is not an address of the client."))
	}
	a.state = sent.get("state")
	if err := f.readRest(sent, &a); err != nil {
		return a, appError{a, err}
	}
	return a, nil
}

// readRest reads what is checked after client and address. Errors: a failure.
func (f *Family) readRest(sent parameters, a *authorization) (err error) {
	a.challenge = sent.get("code_challenge")
	switch {
	case sent.repeated() != "":
		return fail(invalidRequest, "A parameter is sent more than once.")
	case sent.get("request") != "":
		return fail(noRequestObjects, "Request objects are not supported.")
	case sent.get("request_uri") != "":
		return fail(noRequestURIs, "Request objects are not supported.")
	case sent.get("response_type") == "":
		return fail(invalidRequest, "response_type is missing.")
	case sent.get("response_type") != "code":
		return fail(unsupportedResponse, "The response_type must be code.")
	case sent.get("response_mode") != "" && sent.get("response_mode") != "query":
		return fail(invalidRequest, "The response_mode must be query.")
	case sent.get("code_challenge_method") != "S256" || !isChallenge(a.challenge):
		return fail(invalidRequest, "PKCE by the method S256 is required.")
	}
	if err := f.checkResource(sent); err != nil {
		return err
	}
	a.audience = f.audienceOf(sent)
	a.scope, err = parseScope(sent.get("scope"))
	return err
}

// isChallenge reports whether a text is a SHA-256 in base64url.
func isChallenge(text string) bool {
	return len(text) == 43 && strings.Trim(text, verifierLetters[:64]) == ""
}

// verifierLetters are the letters of a verifier (RFC 7636, section 4.1). The first 64 are those of base64url.
const verifierLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~"

// badRequest is the problem of a request whose failure is shown on a page. Other errors are returned.
func badRequest(err error) error {
	if f, ok := err.(*failure); ok {
		return problem.Malformed(f.Description)
	}
	return err
}

// appError is a failure of a request whose client and address are certain.
type appError struct {
	to  authorization
	why error
}

// Error implements error.
func (r appError) Error() string { return r.why.Error() }

// refuse sends a failure to the app. Other errors are returned.
func (f *Family) refuse(a authorization, err error) (seeOther, error) {
	why, ok := err.(*failure)
	if !ok {
		return seeOther{}, err
	}
	return f.redirectTo(a.redirectURI, map[string]string{"error": string(why.Code), "error_description": why.Description,
		"state": a.state}), nil
}

// code is the record of the code that the app gets as this text.
func (a authorization) code(text string, now domain.Instant) people.AuthorizationCode {
	return people.AuthorizationCode{Digest: domain.Digest(text), ClientID: a.client.ClientID, RedirectURI: a.redirectURI,
		Challenge: a.challenge, Audience: a.audience, Refreshes: a.refreshes,
		ExpiresAt: now.Plus(people.AuthorizationCodeTTL)}
}

// seeOther sends a browser to another address, which it fetches with GET whatever it sent (RFC 9700, section 4.12).
type seeOther struct{ to string }

// Respond implements route.Responder.
func (s seeOther) Respond(w http.ResponseWriter) {
	w.Header().Set("Location", s.to)
	w.WriteHeader(http.StatusSeeOther)
}
