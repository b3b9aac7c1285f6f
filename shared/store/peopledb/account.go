package peopledb

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// ChangeUser writes what users can change of their account. The user is as it was
// read, with the changes, and gets the next version. Errors: conflict when the
// account was changed concurrently.
func (s *Store) ChangeUser(ctx context.Context, u people.User) (_ people.User, err error) {
	defer core.Wrap(&err, "ChangeUser", u.ID)
	err = s.Table.Commit(ctx, updateProfile(&u))
	return u, err
}

// RenameUser is ChangeUser for another name, which is shown with the memberships of the
// user. It queues that they count as changed.
func (s *Store) RenameUser(ctx context.Context, u people.User) (_ people.User, err error) {
	defer core.Wrap(&err, "RenameUser", u.ID)
	err = s.Table.Commit(ctx, updateProfile(&u), s.QueueTouch(u.ID, ""))
	return u, err
}

// ChangePassword is ChangeUser for a new password, and tells the account. It starts a
// new epoch, which ends all sessions except the given one. With a new name it is RenameUser
// too. Errors: conflict when the account was changed or the session has ended concurrently.
func (s *Store) ChangePassword(
	ctx context.Context, u people.User, keep people.Session, isRenamed bool,
) (_ people.User, err error) {
	defer core.Wrap(&err, "ChangePassword", u.ID, keep.ID)
	u.Epoch++
	actions := []table.Action{updateProfile(&u), keepSession(keep, u), s.Notify(domain.NoticePassword, u.ID)}
	if isRenamed {
		actions = append(actions, s.QueueTouch(u.ID, ""))
	}
	return u, s.Table.Commit(ctx, actions...)
}

// EndOtherSessions starts a new epoch of the user, which ends all sessions except the
// given one. Errors: conflict when the account was changed or the session has ended
// concurrently.
func (s *Store) EndOtherSessions(ctx context.Context, u people.User, keep people.Session) (err error) {
	defer core.Wrap(&err, "EndOtherSessions", u.ID, keep.ID)
	u.Epoch++
	return s.Table.Commit(ctx, updateProfile(&u), keepSession(keep, u))
}

// SetFirstPassword is ChangeUser for the first password of an account, and tells the
// account.
func (s *Store) SetFirstPassword(ctx context.Context, u people.User) (err error) {
	defer core.Wrap(&err, "SetFirstPassword", u.ID)
	return s.Table.Commit(ctx, updateProfile(&u), s.Notify(domain.NoticePassword, u.ID))
}

// RehashPassword replaces the hash of a password that was read by one with the
// current parameters. A password that was changed concurrently stays as it is.
func (s *Store) RehashPassword(ctx context.Context, u people.User, hash string) (err error) {
	defer core.Wrap(&err, "RehashPassword", u.ID)
	fresh := expression.Set(core.Field[people.User]("PasswordHash"), expression.Value(hash))
	unchanged := core.Field[people.User]("PasswordHash").Equal(expression.Value(u.PasswordHash))
	err = s.Table.Commit(ctx, table.Update(key.Profile(u.ID), fresh).Provided(unchanged))
	if problem.Is(err, problem.CodeConflict) {
		return nil
	}
	return err
}

// SetLastActive notes the workspace in which a user was last active; "" is none.
func (s *Store) SetLastActive(ctx context.Context, u, w domain.ID) (err error) {
	defer core.Wrap(&err, "SetLastActive", u, w)
	return s.Table.Commit(ctx, setLastActive(u, w))
}

// updateProfile writes the attributes that belong to the version of a user. It
// leaves those that are written without a new version, such as the workspace last
// active. The user gets the next version.
func updateProfile(u *people.User) table.Action {
	read := u.Version
	u.Version++
	update := expression.
		Set(core.Field[people.User]("EmailVerified"), expression.Value(u.EmailVerified)).
		Set(core.Field[people.User]("DisplayName"), expression.Value(string(u.DisplayName))).
		Set(core.Field[people.User]("Language"), expression.Value(string(u.Language))).
		Set(core.Field[people.User]("PasswordHash"), expression.Value(u.PasswordHash)).
		Set(core.Field[people.User]("PasswordEpoch"), expression.Value(u.PasswordEpoch)).
		Set(core.Field[people.User]("Epoch"), expression.Value(u.Epoch)).
		Set(expression.Name(table.AttrVersion), expression.Value(u.Version))
	if muted := core.Field[people.User]("MutedMails"); len(u.MutedMails) == 0 {
		update = update.Remove(muted)
	} else {
		update = update.Set(muted, expression.Value(u.MutedMails))
	}
	return table.Update(key.Profile(u.ID), update).Provided(table.AtVersion(read))
}

// DeletedUsers returns those of the given users whose accounts are deleted. Ids of ""
// and repetitions cost nothing.
func (s *Store) DeletedUsers(ctx context.Context, users ...domain.ID) (_ map[domain.ID]bool, err error) {
	defer core.Wrap(&err, "DeletedUsers")
	found, err := s.Users(ctx, slices.DeleteFunc(slices.Clone(users), func(u domain.ID) bool { return u == "" }))
	deleted := map[domain.ID]bool{}
	for id, u := range found {
		if u.Deleted() {
			deleted[id] = true
		}
	}
	return deleted, err
}

// Users reads users, also deleted ones, with one batch read.
func (s *Store) Users(ctx context.Context, ids []domain.ID) (map[domain.ID]people.User, error) {
	found, err := s.Records(ctx, "", core.Refs{Users: ids}) // accounts are of no workspace
	return found.Users, err
}

// EmailGuard makes an address unique and leads to its account.
type EmailGuard struct {
	UserID domain.ID `db:"uid"`
}

// UserByEmail finds an account by its address; ok is false when there is none. It
// always makes two reads, so that its duration does not show whether there is an
// account.
func (s *Store) UserByEmail(ctx context.Context, e domain.Email) (user people.User, ok bool, err error) {
	defer core.Wrap(&err, "UserByEmail")
	guard, _, err := table.Get[EmailGuard](ctx, s.Table, key.Email(e))
	if err != nil {
		return user, false, err
	}
	user, ok, err = table.Get[people.User](ctx, s.Table, key.Profile(guard.UserID))
	return user, ok && !user.Deleted(), err
}
