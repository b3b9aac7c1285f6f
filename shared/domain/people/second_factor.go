package people

import (
	"stint/shared/domain"
)

import "strconv"

// SecondFactor is the second factor of an account: an authenticator app, and recovery
// codes for the case that it is lost.
type SecondFactor struct {
	Sealed []byte `db:"sealed"` // the secret of the app, sealed for the user
	// nil: the user has not confirmed it with a code yet, and it counts for nothing
	EnabledAt     *domain.Instant `db:"since,omitempty"`
	UsedSteps     map[string]bool `db:"used"`  // the latest time steps whose codes were used
	RecoveryCodes map[string]bool `db:"codes"` // digests of the recovery codes that were not used yet
}

// NewSecondFactor is a second factor that is not confirmed yet.
func NewSecondFactor(sealed []byte) *SecondFactor {
	return &SecondFactor{Sealed: sealed, UsedSteps: map[string]bool{}, RecoveryCodes: map[string]bool{}}
}

// HasSecondFactor reports whether the user signs in with a second factor.
func (u User) HasSecondFactor() bool { return u.SecondFactor != nil && u.SecondFactor.EnabledAt != nil }

// EnableSecondFactor is the user whose second factor is confirmed by a code, with the
// digests of the recovery codes.
func (u User) EnableSecondFactor(confirmed CodeUse, digests []string, now domain.Instant) User {
	factor := NewSecondFactor(u.SecondFactor.Sealed)
	factor.EnabledAt = &now
	factor.UsedSteps[confirmed.Step] = true
	for _, digest := range digests {
		factor.RecoveryCodes[digest] = true
	}
	u.SecondFactor = factor
	return u
}

// stepsKept is how many time steps a used one is remembered: more than any code is
// valid for, also when the clocks of two instances differ.
const stepsKept = 10

// CodeUse is the one use of a code of a second factor. Exactly one of Step and Recovery
// is set.
type CodeUse struct {
	UserID    domain.ID
	Sealed    []byte   // the secret that the code belongs to
	Step      string   // the time step of the code
	Recovery  string   // the digest of the recovery code
	Forgotten []string // used time steps that no longer need to be remembered
}

// UseStep is the use of the code of a time step; ok is false when it was used before.
func (u User) UseStep(step int64) (use CodeUse, ok bool) {
	use = CodeUse{UserID: u.ID, Sealed: u.SecondFactor.Sealed, Step: strconv.FormatInt(step, 10)}
	for used := range u.SecondFactor.UsedSteps {
		if at, err := strconv.ParseInt(used, 10, 64); err != nil || at < step-stepsKept {
			use.Forgotten = append(use.Forgotten, used)
		}
	}
	return use, !u.SecondFactor.UsedSteps[use.Step]
}

// UseRecoveryCode is the use of a recovery code; ok is false when there is no such code
// or it was used before.
func (u User) UseRecoveryCode(digest string) (use CodeUse, ok bool) {
	return CodeUse{UserID: u.ID, Sealed: u.SecondFactor.Sealed, Recovery: digest}, u.SecondFactor.RecoveryCodes[digest]
}
