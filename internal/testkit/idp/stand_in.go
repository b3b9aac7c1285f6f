// Package idp gives tests two OpenID Connect providers: a stand-in that can be made to
// fail, and a certified provider that follows the standard.
package idp

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// The client of the service at the stand-in.
const (
	ClientID     = "stint-client"
	ClientSecret = "a client secret with + and %"
)

// User is a user who signs in at the stand-in.
type User struct {
	Subject, Email, Name string
	EmailVerified        bool // whether the provider has verified the address
	EmailOnlyInUserInfo  bool // the ID token has no address; UserInfo has it
}

// StandIn is a provider that checks requests as strictly as a real one. SetFaults makes
// it fail.
type StandIn struct {
	Issuer string

	t      testing.TB // nil outside of tests
	now    func() time.Time
	key    *ecdsa.PrivateKey
	server *httptest.Server

	mu        sync.Mutex
	faults    Faults
	codes     map[string]authRequest // by the code
	tokens    map[string]User
	refreshes map[string]User // by refresh token; nil gives none
	secrets   []string
	calls     map[string]int
}

// authRequest is the request behind an authorization code.
type authRequest struct {
	user                          User
	nonce, challenge, redirectURI string
}

// Faults describe how the stand-in fails. The zero value has no faults.
type Faults struct {
	Claims   func(claims map[string]any)        // changes the claims of the ID token
	Sign     func(claims map[string]any) string // signs the ID token
	Handlers map[string]http.HandlerFunc        // replace the handlers of paths
}

// The stand-in's paths.
const (
	DiscoveryPath = "/.well-known/openid-configuration"
	TokenPath     = "/token"
	KeysPath      = "/keys"
	UserInfoPath  = "/userinfo"
)

// NewStandIn starts a stand-in with a clock. It ends with the test.
func NewStandIn(t testing.TB, now func() time.Time) *StandIn {
	t.Helper()
	s, err := StartStandIn(now)
	if err != nil {
		t.Fatal(err)
	}
	s.t = t
	t.Cleanup(s.Close)
	return s
}

// StartStandIn starts a stand-in outside of tests. The caller must close it.
func StartStandIn(now func() time.Time) (*StandIn, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	s := &StandIn{now: now, key: key, codes: map[string]authRequest{}, tokens: map[string]User{}, calls: map[string]int{}}
	s.server = httptest.NewServer(s)
	s.Issuer = s.server.URL
	return s, nil
}

// Close stops the stand-in.
func (s *StandIn) Close() { s.server.Close() }

// SetFaults sets how the stand-in fails from now on.
func (s *StandIn) SetFaults(f Faults) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = f
}

// CountCalls counts the requests to a path.
func (s *StandIn) CountCalls(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[path]
}

// Secrets are all codes, verifiers and tokens that were received or issued, for tests
// of what must not be in logs.
func (s *StandIn) Secrets() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.secrets)
}

// Login opens an authorization URL as a browser, signs a user in and returns the query
// of the callback. The test fails if the parameters of the URL are wrong.
func (s *StandIn) Login(authorizationURL string, user User) url.Values {
	s.t.Helper()
	u, err := url.Parse(authorizationURL)
	if err != nil || u.Scheme+"://"+u.Host != s.Issuer || u.Path != "/authorize" {
		s.t.Fatalf("this is not my address: %s (%v)", authorizationURL, err)
	}
	q := u.Query()
	scope := "openid email profile"
	if s.givesRefreshTokens() {
		scope += " offline_access"
	}
	for name, want := range map[string]string{"response_type": "code", "client_id": ClientID,
		"code_challenge_method": "S256", "scope": scope} {
		if q.Get(name) != want {
			s.t.Errorf("%s is %q, want %q", name, q.Get(name), want)
		}
	}
	if len(q.Get("code_challenge")) != 43 || len(q.Get("state")) < 43 || len(q.Get("nonce")) < 43 ||
		q.Has("code_verifier") || q.Has("client_secret") {
		s.t.Errorf("challenge, state or nonce are weak, or a secret is in the URL: %s", u.RawQuery)
	}
	for name, values := range q {
		if challengeOf(values[0]) == q.Get("code_challenge") {
			s.t.Errorf("the URL contains the verifier as %s", name)
		}
	}
	return s.Authorize(u, user)
}

// Authorize is Login outside of tests. It does not check the URL.
func (s *StandIn) Authorize(authorization *url.URL, user User) url.Values {
	q, code := authorization.Query(), rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.codes[code] = authRequest{user, q.Get("nonce"), q.Get("code_challenge"), q.Get("redirect_uri")}
	s.secrets = append(s.secrets, code)
	return url.Values{"code": {code}, "state": {q.Get("state")}, "iss": {s.Issuer}}
}

// ServeHTTP implements http.Handler.
func (s *StandIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.calls[r.URL.Path]++
	override := s.faults.Handlers[r.URL.Path]
	s.mu.Unlock()
	if override != nil {
		override(w, r)
		return
	}
	switch r.URL.Path {
	case DiscoveryPath:
		s.writeJSON(w, http.StatusOK, s.Metadata())
	case KeysPath:
		s.writeJSON(w, http.StatusOK, s.keySet())
	case TokenPath:
		s.serveToken(w, r)
	case UserInfoPath:
		s.serveUserInfo(w, r)
	default:
		http.NotFound(w, r)
	}
}

// Metadata is the stand-in's discovery document.
func (s *StandIn) Metadata() map[string]any {
	scopes := []string{"openid", "email", "profile"}
	if s.givesRefreshTokens() {
		scopes = append(scopes, "offline_access")
	}
	return map[string]any{
		"scopes_supported": scopes,

		"issuer": s.Issuer, "authorization_endpoint": s.Issuer + "/authorize", "token_endpoint": s.Issuer + TokenPath,
		"jwks_uri": s.Issuer + KeysPath, "userinfo_endpoint": s.Issuer + UserInfoPath,
		// as a bad provider might announce
		"id_token_signing_alg_values_supported":          []string{"ES256", "HS256", "none"},
		"authorization_response_iss_parameter_supported": true,
	}
}

// PublicKey is the stand-in's public key.
func (s *StandIn) PublicKey() *ecdsa.PublicKey { return &s.key.PublicKey }

// challengeOf is the challenge of a verifier (RFC 7636, section 4.2).
func challengeOf(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

func (s *StandIn) serveToken(w http.ResponseWriter, r *http.Request) {
	id, secret, _ := r.BasicAuth()
	id, _ = url.QueryUnescape(id) // RFC 6749, section 2.3.1
	secret, _ = url.QueryUnescape(secret)
	if r.PostFormValue("grant_type") == "refresh_token" && id == ClientID && secret == ClientSecret {
		s.serveRefresh(w, r.PostFormValue("refresh_token"))
		return
	}
	verifier := r.PostFormValue("code_verifier")
	s.mu.Lock()
	request, known := s.codes[r.PostFormValue("code")]
	delete(s.codes, r.PostFormValue("code"))
	s.secrets = append(s.secrets, verifier)
	s.mu.Unlock()
	switch {
	case id != ClientID || secret != ClientSecret:
		s.writeJSON(w, http.StatusUnauthorized, map[string]any{"error": "invalid_client"})
	case !known || r.PostFormValue("grant_type") != "authorization_code" ||
		r.PostFormValue("redirect_uri") != request.redirectURI,
		challengeOf(verifier) != request.challenge:
		s.writeJSON(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant",
			"error_description": r.PostFormValue("code")})
	default:
		s.writeJSON(w, http.StatusOK, s.issueTokens(request))
	}
}

// issueTokens makes the token response for a code.
func (s *StandIn) issueTokens(request authRequest) map[string]any {
	access := rand.Text()
	s.mu.Lock()
	s.tokens[access] = request.user
	faults := s.faults
	s.mu.Unlock()
	claims := s.Claims(request.user, request.nonce, access)
	if faults.Claims != nil {
		faults.Claims(claims)
	}
	sign := s.Sign
	if faults.Sign != nil {
		sign = faults.Sign
	}
	raw := sign(claims)
	s.mu.Lock()
	s.secrets = append(s.secrets, access, raw)
	s.mu.Unlock()
	answer := map[string]any{"access_token": access, "token_type": "Bearer", "expires_in": 300, "id_token": raw}
	if s.givesRefreshTokens() {
		answer["refresh_token"] = s.newRefreshToken(request.user)
	}
	return answer
}

func (s *StandIn) serveUserInfo(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	user, ok := s.tokens[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
	s.mu.Unlock()
	if !ok {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	s.writeJSON(w, http.StatusOK, map[string]any{"sub": user.Subject, "email": user.Email,
		"email_verified": user.EmailVerified, "name": user.Name})
}

func (s *StandIn) writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // fails when the client is gone
}
