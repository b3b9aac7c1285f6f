package gcalendar

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"net/url"
)

// scope is the only OAuth scope that the provider allows.
const scope = "https://www.googleapis.com/auth/calendar.readonly"

// Consent opens an authorization URL as a browser, consents as the owner of an account
// and returns the query of the callback. Errors: the provider refuses the URL.
func (p *Provider) Consent(authorizationURL, account string) (url.Values, error) {
	u, err := url.Parse(authorizationURL)
	if err != nil {
		return nil, err
	}
	q := u.Query()
	if err := checkAuthorization(q); err != nil {
		return nil, err
	}
	code := rand.Text()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.codes[code] = authRequest{account, q.Get("code_challenge"), q.Get("redirect_uri")}
	p.secrets = append(p.secrets, code)
	return url.Values{"code": {code}, "state": {q.Get("state")}, "scope": {scope}}, nil
}

func checkAuthorization(q url.Values) error {
	for name, want := range map[string]string{
		"response_type": "code", "client_id": ClientID, "code_challenge_method": "S256", "scope": scope,
		"access_type": "offline", "prompt": "consent",
	} {
		if q.Get(name) != want {
			return fmt.Errorf("%s is %q, want %q", name, q.Get(name), want)
		}
	}
	if len(q.Get("code_challenge")) != 43 || len(q.Get("state")) < 43 || q.Has("code_verifier") || q.Has("client_secret") {
		return fmt.Errorf("challenge or state are weak, or a secret is in the URL: %s", q.Encode())
	}
	return nil
}

var consentHTML = template.Must(template.New("").Parse(`<!doctype html><html lang="en"><title>Calendar</title>
<h1>May Stint read your calendars?</h1>
{{range .}}<p><a href="{{.Yes}}">Yes, as {{.Account}}</a></p>{{end}}
<p><a href="{{(index . 0).No}}">No</a></p></html>`))

// serveConsent shows a page on which the user chooses an account.
func (p *Provider) serveConsent(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	back, err := url.Parse(q.Get("redirect_uri"))
	if err == nil {
		err = checkAuthorization(q)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if account := q.Get("account"); account != "" {
		query := url.Values{"error": {"access_denied"}, "state": {q.Get("state")}}
		if account != declined {
			query, _ = p.Consent(r.URL.String(), account)
		}
		http.Redirect(w, r, withQuery(*back, query), http.StatusFound)
		return
	}
	var choices []struct{ Account, Yes, No string }
	for _, account := range p.accounts() {
		choices = append(choices, struct{ Account, Yes, No string }{account, consentURL(q, account), consentURL(q, declined)})
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = consentHTML.Execute(w, choices) // fails when the client is gone
}

// declined is the account's value when the user declines.
const declined = "-"

// consentURL is the URL with which the user chooses an account.
func consentURL(q url.Values, account string) string {
	q = maps.Clone(q)
	q.Set("account", account)
	return AuthPath + "?" + q.Encode()
}

func withQuery(u url.URL, q url.Values) string {
	u.RawQuery = q.Encode()
	return u.String()
}

func (p *Provider) serveToken(w http.ResponseWriter, r *http.Request) {
	if r.PostFormValue("client_id") != ClientID || r.PostFormValue("client_secret") != ClientSecret {
		writeJSON(w, http.StatusUnauthorized, map[string]any{"error": "invalid_client"})
		return
	}
	account, refresh, ok := "", "", false
	p.mu.Lock()
	switch r.PostFormValue("grant_type") {
	case "authorization_code":
		account, refresh, ok = p.redeemCode(r)
	case "refresh_token":
		account, ok = p.grants[r.PostFormValue("refresh_token")]
	}
	p.mu.Unlock()
	if !ok {
		writeJSON(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant",
			"error_description": r.PostFormValue("code")})
		return
	}
	writeJSON(w, http.StatusOK, p.issueTokens(account, refresh))
}

// redeemCode redeems a code, which works once.
func (p *Provider) redeemCode(r *http.Request) (account, refresh string, ok bool) {
	verifier := r.PostFormValue("code_verifier")
	request, known := p.codes[r.PostFormValue("code")]
	delete(p.codes, r.PostFormValue("code"))
	p.secrets = append(p.secrets, verifier)
	sum := sha256.Sum256([]byte(verifier))
	if !known || r.PostFormValue("redirect_uri") != request.redirectURI ||
		base64.RawURLEncoding.EncodeToString(sum[:]) != request.challenge {
		return "", "", false
	}
	refresh = rand.Text()
	p.grants[refresh] = request.account
	return request.account, refresh, true
}

func (p *Provider) issueTokens(account, refresh string) map[string]any {
	p.mu.Lock()
	defer p.mu.Unlock()
	token := rand.Text()
	p.accessTokens[token] = accessToken{account, p.now().Add(p.tokenLifetime)}
	p.secrets = append(p.secrets, token)
	out := map[string]any{"access_token": token, "token_type": "Bearer", "expires_in": int(p.tokenLifetime.Seconds()),
		"scope": scope}
	if refresh != "" {
		p.secrets = append(p.secrets, refresh)
		out["refresh_token"] = refresh
	}
	return out
}

func (p *Provider) serveRevoke(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	account, known := p.grants[r.PostFormValue("token")]
	if known {
		p.revokeGrants(account)
	}
	p.mu.Unlock()
	if !known {
		writeJSON(w, http.StatusBadRequest, map[string]any{"error": "invalid_token"})
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{})
}
