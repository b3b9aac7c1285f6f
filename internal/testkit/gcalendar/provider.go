// Package gcalendar is a calendar provider for tests and the demo. It implements
// version 3 of the Google Calendar API and OAuth 2.0. It checks requests as strictly
// as Google, and tests can make it fail.
package gcalendar

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// The OAuth client of the service at the provider.
const (
	ClientID     = "stint-calendar"
	ClientSecret = "another secret with + and %" // has characters that forms must escape
)

// The provider's paths.
const (
	AuthPath         = "/authorize"
	TokenPath        = "/token"
	RevokePath       = "/revoke"
	APIPath          = "/calendar/v3"
	CalendarListPath = APIPath + "/users/me/calendarList"
	PrimaryPath      = CalendarListPath + "/primary"
)

// Settings are the settings of a service that uses the provider at a URL, by name.
func Settings(address string) map[string]string {
	return map[string]string{
		"CALENDAR_CLIENT_ID": ClientID, "CALENDAR_CLIENT_SECRET": ClientSecret,
		"CALENDAR_AUTH_URL": address + AuthPath, "CALENDAR_TOKEN_URL": address + TokenPath,
		"CALENDAR_REVOKE_URL": address + RevokePath, "CALENDAR_API_URL": address + APIPath,
	}
}

// Provider serves calendars of accounts from memory. It is safe for concurrent use.
type Provider struct {
	now func() time.Time

	mu            sync.Mutex
	tokenLifetime time.Duration // of access tokens
	pageSize      int           // maximum items of a page
	calendars     map[string][]Calendar
	codes         map[string]authRequest
	grants        map[string]string // account by refresh token
	accessTokens  map[string]accessToken
	overrides     map[string]http.HandlerFunc
	calls         map[string]int
	secrets       []string
}

// authRequest is the request behind an authorization code.
type authRequest struct{ account, challenge, redirectURI string }

// accessToken is an issued access token.
type accessToken struct {
	account   string
	expiresAt time.Time
}

// New makes a provider with a clock.
func New(now func() time.Time) *Provider {
	return &Provider{
		now: now, tokenLifetime: time.Hour, pageSize: 250, calendars: map[string][]Calendar{},
		codes: map[string]authRequest{}, grants: map[string]string{}, accessTokens: map[string]accessToken{},
		overrides: map[string]http.HandlerFunc{}, calls: map[string]int{},
	}
}

// SetCalendars replaces the calendars of an account.
func (p *Provider) SetCalendars(account string, calendars ...Calendar) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calendars[account] = calendars
}

// SetHandler replaces the handler of a path; nil restores it.
func (p *Provider) SetHandler(path string, handler http.HandlerFunc) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.overrides[path] = handler
}

// SetTokenLifetime sets the lifetime of access tokens that are issued later.
func (p *Provider) SetTokenLifetime(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tokenLifetime = d
}

// SetPageSize sets the maximum items of a page.
func (p *Provider) SetPageSize(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pageSize = n
}

// RevokeGrants revokes all grants of an account, as its owner can at the provider.
func (p *Provider) RevokeGrants(account string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.revokeGrants(account)
}

func (p *Provider) revokeGrants(account string) {
	for token, owner := range p.grants {
		if owner == account {
			delete(p.grants, token)
		}
	}
	p.expireTokens(account)
}

// ExpireTokens expires all access tokens of an account.
func (p *Provider) ExpireTokens(account string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.expireTokens(account)
}

func (p *Provider) expireTokens(account string) {
	for token, issued := range p.accessTokens {
		if issued.account == account {
			delete(p.accessTokens, token)
		}
	}
}

// CountGrants counts the valid grants of an account.
func (p *Provider) CountGrants(account string) (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, owner := range p.grants {
		if owner == account {
			n++
		}
	}
	return n
}

// CountCalls counts the requests to a path.
func (p *Provider) CountCalls(path string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.calls[path]
}

// Secrets are all codes, verifiers and tokens that were received or issued, for tests
// of what must not be in logs.
func (p *Provider) Secrets() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.secrets)
}

// ServeHTTP implements http.Handler.
func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.calls[r.URL.Path]++
	override := p.overrides[r.URL.Path]
	p.mu.Unlock()
	switch {
	case override != nil:
		override(w, r)
	case r.Method == http.MethodGet && r.URL.Path == AuthPath:
		p.serveConsent(w, r)
	case r.Method == http.MethodPost && r.URL.Path == TokenPath:
		p.serveToken(w, r)
	case r.Method == http.MethodPost && r.URL.Path == RevokePath:
		p.serveRevoke(w, r)
	case r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, APIPath+"/"):
		p.serveAPI(w, r)
	default:
		http.NotFound(w, r)
	}
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // fails when the client is gone
}

// ErrorHandler makes a handler that answers with a status and an error reason of the API. header has names and values
// in turn.
func ErrorHandler(status int, reason string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		writeJSON(w, status, errorBody(status, reason))
	}
}

func errorBody(status int, reason string) any {
	return map[string]any{"error": map[string]any{
		"code": status, "message": reason, "errors": []any{
			map[string]any{"domain": "global", "reason": reason, "message": reason}},
	}}
}
