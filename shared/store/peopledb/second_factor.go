package peopledb

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// ErrCodeUsed is the error of a code that is wrong or that another request used first.
var ErrCodeUsed = problem.InvalidField("code", problem.TokenInvalid)

// SetSecondFactor writes a second factor that is not confirmed yet, in place of an
// earlier one that was not. The user is as it was read, with the factor, and gets the
// next version. Errors: conflict when the account was changed concurrently.
func (s *Store) SetSecondFactor(ctx context.Context, u people.User) (err error) {
	defer core.Wrap(&err, "SetSecondFactor", u.ID)
	return s.Table.Commit(ctx, updateSecondFactor(u))
}

// EnableSecondFactor switches a second factor on, for a user who proved in this session
// that they have it, and tells the account. The user is as it was read, with the factor.
// Errors: conflict when the account was changed or the session has ended concurrently.
func (s *Store) EnableSecondFactor(ctx context.Context, u people.User, p SessionProof) (err error) {
	defer core.Wrap(&err, "EnableSecondFactor", u.ID)
	return s.commitFactor(ctx, u, audit.SecondFactorEnabled,
		updateSecondFactor(u), p.action(), s.Notify(domain.NoticeSecondFactorOn, u.ID))
}

// DisableSecondFactor uses a code, removes the second factor of a user who is as they
// were read, and tells the account. Errors: validation with token_invalid when the code
// was used concurrently; conflict when the account was changed.
func (s *Store) DisableSecondFactor(ctx context.Context, u people.User, use people.CodeUse) (err error) {
	defer core.Wrap(&err, "DisableSecondFactor", u.ID)
	u.SecondFactor = nil
	unused := codeUnused(use)
	return s.commitFactor(ctx, u, audit.SecondFactorDisabled, updateSecondFactor(u).Provided(unused).Or(ErrCodeUsed),
		s.Notify(domain.NoticeSecondFactorOff, u.ID))
}

// commitFactor writes a change of a second factor with its event.
func (s *Store) commitFactor(ctx context.Context, u people.User, what audit.Action, changes ...table.Action) error {
	told, err := s.accountEventActions(ctx, u, audit.SecondFactorChange(what, u))
	if err != nil {
		return err
	}
	return s.Table.Commit(ctx, append(changes, told...)...)
}

// ReplaceRecoveryCodes uses a code and replaces the recovery codes by new ones. Errors:
// validation with token_invalid when the code was used concurrently, or the second
// factor was changed.
func (s *Store) ReplaceRecoveryCodes(
	ctx context.Context, u people.User, use people.CodeUse, digests []string,
) (err error) {
	defer core.Wrap(&err, "ReplaceRecoveryCodes", u.ID)
	codes := map[string]bool{}
	for _, digest := range digests {
		codes[digest] = true
	}
	update := expression.Set(core.Field[people.User]("SecondFactor.RecoveryCodes"), expression.Value(codes)).
		Set(expression.Name(table.AttrVersion), expression.Value(u.Version+1))
	if use.Step != "" {
		update = update.Set(stepName(use.Step), expression.Value(true))
	}
	replaced := table.Update(key.Profile(u.ID), update).Provided(codeUnused(use)).Provided(table.AtVersion(u.Version))
	return s.commitFactor(ctx, u, audit.RecoveryCodesReplaced, replaced.Or(ErrCodeUsed))
}

// UseCode uses a code. Errors: validation with token_invalid when the code was used
// concurrently.
func (s *Store) UseCode(ctx context.Context, use people.CodeUse) (err error) {
	defer core.Wrap(&err, "UseCode")
	return s.Table.Commit(ctx, useCode(use))
}

// ProveSessionWithCode is ProveSession with a code. Errors: as ProveSession; validation
// with token_invalid when the code was used concurrently.
func (s *Store) ProveSessionWithCode(ctx context.Context, p SessionProof, use people.CodeUse) (err error) {
	defer core.Wrap(&err, "ProveSessionWithCode")
	return s.Table.Commit(ctx, useCode(use), p.action())
}

// updateSecondFactor writes the second factor of a user who is as they were read. They
// get the next version.
func updateSecondFactor(u people.User) table.Action {
	read := u.Version
	u.Version++
	return table.UpdateAttributes(table.Encode(key.Profile(u.ID), u), read, core.Attribute[people.User]("SecondFactor"))
}

// useCode marks a code as used, if it was not. It makes no new version of the user.
func useCode(use people.CodeUse) table.Action {
	return table.Update(key.Profile(use.UserID), codeUpdate(expression.UpdateBuilder{}, use)).Provided(codeUnused(use)).Or(
		ErrCodeUsed)
}

// codeUpdate adds the use of a code to an update of the user.
func codeUpdate(update expression.UpdateBuilder, use people.CodeUse) expression.UpdateBuilder {
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
// was read; people.User.UseStep and UseRecoveryCode are the same rule.
func codeUnused(use people.CodeUse) expression.ConditionBuilder {
	sameSecret := core.Field[people.User]("SecondFactor.Sealed").Equal(expression.Value(use.Sealed))
	if use.Recovery != "" {
		return expression.And(sameSecret, expression.AttributeExists(recoveryName(use.Recovery)))
	}
	return expression.And(sameSecret, expression.AttributeNotExists(stepName(use.Step)))
}

func stepName(step string) expression.NameBuilder {
	return expression.Name(core.Attribute[people.User]("SecondFactor.UsedSteps") + "." + step)
}

func recoveryName(digest string) expression.NameBuilder {
	return expression.Name(core.Attribute[people.User]("SecondFactor.RecoveryCodes") + "." + digest)
}
