package store

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// attrSecondFactor is the attribute of a user that has the second factor.
const attrSecondFactor = "totp"

// errCodeUsed is the error of a code that another request used first.
var errCodeUsed = problem.InvalidField("code", problem.TokenInvalid)

// SetSecondFactor writes a second factor that is not confirmed yet, in place of an
// earlier one that was not. The user is as it was read, with the factor, and gets the
// next version. Errors: conflict when the account was changed concurrently.
func (s *Store) SetSecondFactor(ctx context.Context, u domain.User) error {
	return s.table.Commit(ctx, updateSecondFactor(u))
}

// EnableSecondFactor switches a second factor on, for a user who proved in this session
// that they have it, and tells the account. The user is as it was read, with the factor. Errors: conflict when
// the account was changed or the session has ended concurrently.
func (s *Store) EnableSecondFactor(ctx context.Context, u domain.User, proved domain.Session) error {
	return s.table.Commit(ctx, updateSecondFactor(u), proveSession(proved), s.notify(domain.NoticeSecondFactorOn, u.ID))
}

// DisableSecondFactor uses a code, removes the second factor of a user who is as they
// were read, and tells the account. Errors: validation with token_invalid when the code was used
// concurrently; conflict when the account was changed.
func (s *Store) DisableSecondFactor(ctx context.Context, u domain.User, use domain.CodeUse) error {
	u.SecondFactor = nil
	unused := codeUnused(use)
	return s.table.Commit(ctx, updateSecondFactor(u).Provided(unused).Or(errCodeUsed), s.notify(domain.NoticeSecondFactorOff, u.ID))
}

// ReplaceRecoveryCodes uses a code and replaces the recovery codes by new ones. Errors:
// validation with token_invalid when the code was used concurrently, or the second
// factor was changed.
func (s *Store) ReplaceRecoveryCodes(ctx context.Context, u domain.User, use domain.CodeUse, digests []string) error {
	codes := map[string]bool{}
	for _, digest := range digests {
		codes[digest] = true
	}
	update := expression.Set(expression.Name("totp.codes"), expression.Value(codes)).
		Set(expression.Name(table.AttrVersion), expression.Value(u.Version+1))
	if use.Step != "" {
		update = update.Set(stepName(use.Step), expression.Value(true))
	}
	replaced := table.Update(profileKey(u.ID), update).Provided(codeUnused(use)).Provided(table.AtVersion(u.Version))
	return s.table.Commit(ctx, replaced.Or(errCodeUsed))
}

// UseCode uses a code. Errors: validation with token_invalid when the code was used
// concurrently.
func (s *Store) UseCode(ctx context.Context, use domain.CodeUse) error {
	return s.table.Commit(ctx, useCode(use))
}

// OpenSessionWithCode is OpenSession for a user who signed in with a code, which works
// once. Of several sign-ins at the same time, the account may remember one device only.
// Errors: validation with token_invalid when the code was used concurrently.
func (s *Store) OpenSessionWithCode(ctx context.Context, x SignIn, use domain.CodeUse) error {
	update := codeUpdate(use)
	if !slices.Equal(x.Was, x.Devices) {
		update = update.Set(expression.Name(attrDevices), expression.Value(encodeDevices(use.UserID, x.Devices)))
	}
	x.Was = x.Devices // they are written with the code, because both are in one item
	used := table.Update(profileKey(use.UserID), update).Provided(codeUnused(use)).Or(errCodeUsed)
	return s.table.Commit(ctx, append(s.signInActions(ctx, x), used)...)
}

// ProveSessionWithCode is ProveSession with a code. Errors: as ProveSession; validation
// with token_invalid when the code was used concurrently.
func (s *Store) ProveSessionWithCode(ctx context.Context, x domain.Session, use domain.CodeUse) error {
	return s.table.Commit(ctx, useCode(use), proveSession(x))
}

// updateSecondFactor writes the second factor of a user who is as they were read. They
// get the next version.
func updateSecondFactor(u domain.User) table.Action {
	read := u.Version
	u.Version++
	return table.UpdateAttributes(table.Encode(profileKey(u.ID), u), read, attrSecondFactor)
}

// useCode marks a code as used, if it was not. It makes no new version of the user.
func useCode(use domain.CodeUse) table.Action {
	return table.Update(profileKey(use.UserID), codeUpdate(use)).Provided(codeUnused(use)).Or(errCodeUsed)
}

func codeUpdate(use domain.CodeUse) (update expression.UpdateBuilder) {
	if use.Recovery != "" {
		update = update.Remove(recoveryName(use.Recovery))
	} else {
		update = update.Set(stepName(use.Step), expression.Value(true))
	}
	for _, step := range use.Forgotten {
		update = update.Remove(stepName(step))
	}
	return update
}

// codeUnused holds while a code was not used, and the second factor is the one that
// was read.
func codeUnused(use domain.CodeUse) expression.ConditionBuilder {
	sameSecret := expression.Name("totp.sealed").Equal(expression.Value(use.Sealed))
	if use.Recovery != "" {
		return expression.And(sameSecret, expression.AttributeExists(recoveryName(use.Recovery)))
	}
	return expression.And(sameSecret, expression.AttributeNotExists(stepName(use.Step)))
}

func stepName(step string) expression.NameBuilder { return expression.Name("totp.used." + step) }
func recoveryName(digest string) expression.NameBuilder {
	return expression.Name("totp.codes." + digest)
}
