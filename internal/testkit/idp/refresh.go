package idp

import (
	"crypto/rand"
	"net/http"
)

// GiveRefreshTokens makes the stand-in give refresh tokens from now on. Each works once.
func (s *StandIn) GiveRefreshTokens() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refreshes = map[string]User{}
}

// RefuseAll makes all refresh tokens that were given invalid.
func (s *StandIn) RefuseAll() { s.GiveRefreshTokens() }

func (s *StandIn) givesRefreshTokens() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.refreshes != nil
}

func (s *StandIn) newRefreshToken(u User) string {
	token := rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refreshes[token] = u
	s.secrets = append(s.secrets, token)
	return token
}

// serveRefresh answers with another refresh token, and with an ID token, which has no nonce.
func (s *StandIn) serveRefresh(w http.ResponseWriter, token string) {
	s.mu.Lock()
	user, known := s.refreshes[token]
	delete(s.refreshes, token)
	s.mu.Unlock()
	if !known {
		s.writeJSON(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant"})
		return
	}
	s.writeJSON(w, http.StatusOK, s.issueTokens(authRequest{user: user}))
}
