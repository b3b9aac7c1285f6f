// Package totp makes the secrets and checks the codes of a second factor: one-time
// passwords by time (RFC 6238) with SHA-1, six digits and steps of 30 seconds, which
// every authenticator app understands. It also makes recovery codes.
package totp

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base32"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/creachadair/otp"
)

const (
	period      = 30 // seconds of a time step
	digits      = 6
	skew        = 1  // time steps that the clock of an app may be ahead or behind
	secretBytes = 20 // as RFC 4226, section 4 recommends
)

var encoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewSecret makes a secret: 160 random bits in base32.
func NewSecret() string { return randomText(secretBytes) }

func randomText(size int) string {
	raw := make([]byte, size)
	_, _ = rand.Read(raw) // never fails (crypto/rand)
	return encoding.EncodeToString(raw)
}

// URL is the address that an authenticator app reads as a QR code.
func URL(secret, issuer, account string) string {
	query := url.Values{
		"secret": {secret}, "issuer": {issuer}, "algorithm": {"SHA1"},
		"digits": {strconv.Itoa(digits)}, "period": {strconv.Itoa(period)},
	}
	label := url.PathEscape(issuer) + ":" + url.PathEscape(account)
	return "otpauth://totp/" + label + "?" + query.Encode()
}

// StepOf is the time step of a moment.
func StepOf(at time.Time) int64 { return at.Unix() / period }

// Code is the code of a time step. Errors: a secret that is not base32.
func Code(secret string, step int64) (string, error) {
	key, err := otp.ParseKey(secret)
	if err != nil {
		return "", err
	}
	return otp.Config{Key: string(key), Digits: digits}.HOTP(uint64(step)), nil
}

// Match finds the time step that a code belongs to: the present one, the one before or
// the one after; ok is false for any other code. It takes the same time for every code.
// Errors: a secret that is not base32.
func Match(secret, code string, now time.Time) (step int64, ok bool, err error) {
	for at := StepOf(now) - skew; at <= StepOf(now)+skew; at++ {
		want, err := Code(secret, at)
		if err != nil {
			return 0, false, err
		}
		if subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			step, ok = at, true
		}
	}
	return step, ok, nil
}

// IsCode reports whether a text has the form of a code by time: six digits.
func IsCode(text string) bool {
	return len(text) == digits && strings.Trim(text, "0123456789") == ""
}

const (
	recoveryCodes = 10
	recoveryBytes = 10 // 80 random bits, so that a code cannot be guessed, not even from its digest
)

// NewRecoveryCodes makes ten recovery codes of 80 bits, such as
// "abcd-efgh-ijkl-mnop".
func NewRecoveryCodes() []string {
	codes := make([]string, recoveryCodes)
	for i := range codes {
		text := strings.ToLower(randomText(recoveryBytes))
		codes[i] = strings.Join([]string{text[:4], text[4:8], text[8:12], text[12:]}, "-")
	}
	return codes
}

// Normalize is a code as people type it, without blanks and hyphens, in lower case.
func Normalize(typed string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "").Replace(typed))
}
