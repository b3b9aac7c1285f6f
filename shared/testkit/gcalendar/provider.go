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
	AuthPath   = "/authorize"
	TokenPath  = "/token"
	RevokePath = "/revoke"
	APIPath    = "/calendar/v3"
	ListPath   = APIPath + "/users/me/calendarList"
	MainPath   = ListPath + "/primary"
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

	mu        sync.Mutex
	life      time.Duration // of access tokens
	pageSize  int           // most items of a page
	calendars map[string][]Calendar
	codes     map[string]visit
	grants    map[string]string // account by refresh token
	access    map[string]pass
	broken    map[string]http.HandlerFunc
	calls     map[string]int
	secrets   []string
}

// visit is what somebody was sent here with.
type visit struct{ account, challenge, redirectTo string }

// pass is an access token.
type pass struct {
	account string
	until   time.Time
}

// New makes a provider that goes by a clock.
func New(now func() time.Time) *Provider {
	return &Provider{
		now: now, life: time.Hour, pageSize: 250, calendars: map[string][]Calendar{}, codes: map[string]visit{},
		grants: map[string]string{}, access: map[string]pass{}, broken: map[string]http.HandlerFunc{}, calls: map[string]int{},
	}
}

// Put gives an account its calendars, in place of those it had.
func (p *Provider) Put(account string, calendars ...Calendar) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calendars[account] = calendars
}

// Break answers a path by something else from now on; nil mends it.
func (p *Provider) Break(path string, by http.HandlerFunc) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.broken[path] = by
}

// SetLife changes how long access tokens live that are given out from now on.
func (p *Provider) SetLife(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.life = d
}

// SetPageSize changes how many items a page has at most.
func (p *Provider) SetPageSize(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pageSize = n
}

// Withdraw ends all grants of an account, as its owner can.
func (p *Provider) Withdraw(account string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.withdraw(account)
}

func (p *Provider) withdraw(account string) {
	for token, of := range p.grants {
		if of == account {
			delete(p.grants, token)
		}
	}
	p.expire(account)
}

// Expire ends all access tokens of an account before their time.
func (p *Provider) Expire(account string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.expire(account)
}

func (p *Provider) expire(account string) {
	for token, of := range p.access {
		if of.account == account {
			delete(p.access, token)
		}
	}
}

// Grants counts those of an account that are in force.
func (p *Provider) Grants(account string) (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, of := range p.grants {
		if of == account {
			n++
		}
	}
	return n
}

// Calls is how often a path was asked for.
func (p *Provider) Calls(path string) int {
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
	broken := p.broken[r.URL.Path]
	p.mu.Unlock()
	switch {
	case broken != nil:
		broken(w, r)
	case r.Method == http.MethodGet && r.URL.Path == AuthPath:
		p.consentPage(w, r)
	case r.Method == http.MethodPost && r.URL.Path == TokenPath:
		p.token(w, r)
	case r.Method == http.MethodPost && r.URL.Path == RevokePath:
		p.revoke(w, r)
	case r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, APIPath+"/"):
		p.api(w, r)
	default:
		http.NotFound(w, r)
	}
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the other side may have gone
}

// Refuse is a handler that answers with a status and one of the API's reasons.
func Refuse(status int, reason string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		answer(w, status, refusal(status, reason))
	}
}

func refusal(status int, reason string) any {
	return map[string]any{"error": map[string]any{
		"code": status, "message": reason, "errors": []any{map[string]any{"domain": "global", "reason": reason, "message": reason}},
	}}
}
