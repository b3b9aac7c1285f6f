package idp

import (
	"crypto/sha256"
	"encoding/base64"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// keyID is the key id of the stand-in's only key.
const keyID = "stand-in"

// Claims are the claims of an ID token for a user.
func (s *StandIn) Claims(user User, nonce, access string) map[string]any {
	now := s.now()
	half := sha256.Sum256([]byte(access))
	claims := map[string]any{
		"iss": s.Issuer, "aud": ClientID, "sub": user.Subject, "nonce": nonce,
		"iat": now.Unix(), "exp": now.Add(5 * time.Minute).Unix(),
		"at_hash": base64.RawURLEncoding.EncodeToString(half[:16]),
	}
	if !user.EmailOnlyInUserInfo {
		claims["email"], claims["email_verified"], claims["name"] = user.Email, user.EmailVerified, user.Name
	}
	return claims
}

// Sign signs claims with the stand-in's key.
func (s *StandIn) Sign(claims map[string]any) string {
	return s.SignAs(jwt.SigningMethodES256, s.key, claims)
}

// SignAs signs claims with another method and key, but with the key id of the
// stand-in's key.
func (s *StandIn) SignAs(method jwt.SigningMethod, key any, claims map[string]any) string {
	token := jwt.NewWithClaims(method, jwt.MapClaims(claims))
	token.Header["kid"] = keyID
	raw, err := token.SignedString(key)
	if err != nil {
		s.t.Errorf("stand-in: %v", err)
	}
	return raw
}

func (s *StandIn) keySet() map[string]any {
	point, err := s.key.PublicKey.Bytes() // the byte 4, then x, then y
	if err != nil {
		s.t.Errorf("stand-in: %v", err)
	}
	text := base64.RawURLEncoding.EncodeToString
	return map[string]any{"keys": []any{map[string]any{
		"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": keyID, "x": text(point[1:33]),
		"y": text(point[33:]),
	}}}
}
