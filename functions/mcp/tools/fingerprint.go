package tools

import (
	"crypto/subtle"
	"strconv"
	"strings"
	"time"

	"stint/shared/auth/opaque"
	"stint/shared/problem"
	"stint/shared/secret"
)

// fingerprintLife is how long a fingerprint may be used.
const fingerprintLife = 10 * time.Minute

// act is what a fingerprint allows: an action of the caller in the workspace, with what it is about.
type act struct {
	action string
	about  []string
}

// Preview is what a preview of an action answers, so that the action can follow.
type Preview struct {
	Fingerprint string `json:"fingerprint,omitempty" jsonschema:"in a preview: names what it showed; the same call with it does just that"`
	ExpiresAt   string `json:"expires_at,omitempty" jsonschema:"until when the fingerprint may be used"`
}

// fingerprint names a state for an act: the moment at which it ends, the state, and a seal of both, the act and the
// caller. The operation that acts gets the state as its condition.
func (c *call) fingerprint(a act, state string) (Preview, error) {
	ends := c.Now.Add(fingerprintLife)
	moment := strconv.FormatInt(ends.Unix(), 10)
	seal, err := c.seal(a, moment, state)
	return Preview{strings.Join([]string{moment, state, seal}, "."), ends.In(c.zone).Format(time.RFC3339)}, err
}

// stateOf is the state that a fingerprint names for an act. Errors: a failure for one that is missing, too old, or of
// another act or caller.
func (c *call) stateOf(a act, fingerprint string) (string, error) {
	if fingerprint == "" {
		return "", invalid("fingerprint", "required",
			"Call with preview first, show the person what it answers, and call again with its fingerprint.")
	}
	parts := strings.Split(fingerprint, ".")
	if len(parts) != 3 {
		return "", errOtherFingerprint
	}
	seal, err := c.seal(a, parts[0], parts[1])
	if err != nil {
		return "", err
	}
	if subtle.ConstantTimeCompare([]byte(seal), []byte(parts[2])) == 0 {
		return "", errOtherFingerprint
	}
	if ends, err := strconv.ParseInt(parts[0], 10, 64); err != nil || c.Now.Unix() >= ends {
		return "", errOldFingerprint
	}
	return parts[1], nil
}

// seal is the MAC of a fingerprint. Only the service can make it, so that a fingerprint need not be stored.
// Errors: service_unavailable.
func (c *call) seal(a act, moment, state string) (string, error) {
	me, err := c.identity()
	if err != nil {
		return "", err
	}
	key, err := c.Secrets.Key(c.Context, secret.Fingerprint)
	if err != nil {
		return "", err
	}
	return opaque.Seal(key, append([]string{me.Workspace.ID, me.User.ID, a.action, moment, state}, a.about...)...), nil
}

// The failures of fingerprints.
var (
	errOldFingerprint = failure{Code: "conflict", Reason: string(problem.FingerprintExpired),
		Detail: "The fingerprint is older than 10 minutes. Call with preview again, show the person what it answers, and use " +
			"its fingerprint."}
	errOtherFingerprint = failure{Code: "conflict", Reason: string(problem.FingerprintMismatch),
		Detail: "The fingerprint is of another preview: another action, record, text, person or workspace. Call with preview " +
			"and exactly these arguments, and use the fingerprint of that answer."}
)

// explainStale says what to do when the state is not what the preview showed.
func explainStale(err error) error {
	f, ok := err.(failure)
	if ok && f.Code == "conflict" && f.Reason == "version_stale" {
		f.Detail = "What the preview showed has changed since. Call with preview again, show the person what is new, and use " +
			"its fingerprint."
		return f
	}
	return err
}
