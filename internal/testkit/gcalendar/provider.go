package gcalendar

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// What a service is registered with at the provider.
const (
	ClientID     = "stint-calendar"
	ClientSecret = "another secret with + and %"
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

// Settings are those of a service, by their names, that uses the provider which
// is served at an address.
func Settings(address string) map[string]string {
	return map[string]string{
		"CALENDAR_CLIENT_ID": ClientID, "CALENDAR_CLIENT_SECRET": ClientSecret,
		"CALENDAR_AUTH_URL": address + AuthPath, "CALENDAR_TOKEN_URL": address + TokenPath,
		"CALENDAR_REVOKE_URL": address + RevokePath, "CALENDAR_API_URL": address + APIPath,
	}
}

// Provider keeps calendars of accounts in memory. It may be used by several
// goroutines.
type Provider struct {
	now func() time.Time

	mu            sync.Mutex
	tokenLifetime time.Duration // of access tokens
	pageSize      int           // most items of a page
	calendars     map[string][]Calendar
	codes         map[string]authRequest
	grants        map[string]string // account by refresh token
	accessTokens  map[string]accessToken
	overrides     map[string]http.HandlerFunc
	calls         map[string]int
	secrets       []string
}

// authRequest is what somebody was sent here with.
type authRequest struct{ account, challenge, redirectURI string }

// accessToken is an access token.
type accessToken struct {
	account   string
	expiresAt time.Time
}

// New makes a provider that goes by a clock.
func New(now func() time.Time) *Provider {
	return &Provider{
		now: now, tokenLifetime: time.Hour, pageSize: 250, calendars: map[string][]Calendar{}, codes: map[string]authRequest{},
		grants: map[string]string{}, accessTokens: map[string]accessToken{}, overrides: map[string]http.HandlerFunc{}, calls: map[string]int{},
	}
}

// SetCalendars gives an account its calendars, in place of those it had.
func (p *Provider) SetCalendars(account string, calendars ...Calendar) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calendars[account] = calendars
}

// SetHandler answers a path by something else from now on; nil mends it.
func (p *Provider) SetHandler(path string, handler http.HandlerFunc) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.overrides[path] = handler
}

// SetTokenLifetime changes how long access tokens live that are given out from now on.
func (p *Provider) SetTokenLifetime(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tokenLifetime = d
}

// SetPageSize changes how many items a page has at most.
func (p *Provider) SetPageSize(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pageSize = n
}

// RevokeGrants ends all grants of an account, as its owner can.
func (p *Provider) RevokeGrants(account string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.revokeGrants(account)
}

func (p *Provider) revokeGrants(account string) {
	for token, of := range p.grants {
		if of == account {
			delete(p.grants, token)
		}
	}
	p.expireTokens(account)
}

// ExpireTokens ends all access tokens of an account before their time.
func (p *Provider) ExpireTokens(account string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.expireTokens(account)
}

func (p *Provider) expireTokens(account string) {
	for token, of := range p.accessTokens {
		if of.account == account {
			delete(p.accessTokens, token)
		}
	}
}

// CountGrants counts those of an account that are in force.
func (p *Provider) CountGrants(account string) (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, of := range p.grants {
		if of == account {
			n++
		}
	}
	return n
}

// CountCalls is how often a path was asked for.
func (p *Provider) CountCalls(path string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.calls[path]
}

// Secrets are the codes, verifiers and tokens that were seen or given out.
func (p *Provider) Secrets() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.secrets)
}

// ServeHTTP answers as the provider.
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
	_ = json.NewEncoder(w).Encode(body) // the other side may have gone
}

// ErrorHandler is a handler that answers with a status and one of the API's reasons.
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
		"code": status, "message": reason, "errors": []any{map[string]any{"domain": "global", "reason": reason, "message": reason}},
	}}
}
