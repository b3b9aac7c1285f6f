package peopledb

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// SignIn is a new session with the devices that the account knows.
type SignIn struct {
	User    people.User // who signs in
	Session people.Session
	Was     []people.Device // as they were read
	Devices []people.Device // after the sign-in
	IsNew   bool            // the sign-in is from a device that the account did not know
	Code    *people.CodeUse // the code of the second factor that it uses; nil for none
	Passkey *PasskeyUse     // the passkey that it uses; nil for none
}

// signInActions are the writes of a sign-in, with its event of the audit log.
func (s *Store) signInActions(ctx context.Context, x SignIn) []table.Action {
	actions := append(s.AuditActions(ctx, x.Session.WorkspaceID, audit.SignIn(x.User, x.Session)...),
		table.Create(sessionItem(x.Session)))
	switch changed := !slices.Equal(x.Was, x.Devices); {
	case x.Code != nil:
		actions = append(actions, x.useCode(changed))
	case changed:
		actions = append(actions, x.replaceDevices())
	}
	if x.Passkey != nil {
		actions = append(actions, x.Passkey.actions()...)
	}
	if x.IsNew {
		actions = append(actions, s.Notify(domain.NoticeSignIn, x.Session.UserID))
	}
	return actions
}

// replaceDevices writes the devices in place of those that were read, because they have
// no version.
func (x SignIn) replaceDevices() table.Action {
	u, name := x.Session.UserID, core.Field[people.User]("Devices")
	unchanged := expression.AttributeNotExists(name)
	if len(x.Was) > 0 {
		unchanged = name.Equal(expression.Value(encodeDevices(u, x.Was)))
	}
	update := expression.Set(name, expression.Value(encodeDevices(u, x.Devices)))
	return table.Update(key.Profile(u), update).Provided(unchanged).Provided(core.AccountExists).Or(ErrUserChanged)
}

// useCode uses the code of the sign-in. The changed devices are part of the write,
// because both are in one item. Of several sign-ins with codes at the same time, the
// account may remember one device only.
func (x SignIn) useCode(changed bool) table.Action {
	var update expression.UpdateBuilder
	if changed {
		update = update.Set(core.Field[people.User]("Devices"), expression.Value(encodeDevices(x.Session.UserID, x.Devices)))
	}
	return table.Update(key.Profile(x.Session.UserID), codeUpdate(update, *x.Code)).Provided(codeUnused(*x.Code)).Or(
		ErrCodeUsed)
}

// encodeDevices are devices in the form in which a user's item has them.
func encodeDevices(u domain.ID, devices []people.Device) any {
	return table.Encode(key.Profile(u), people.User{Devices: devices})[core.Attribute[people.User]("Devices")]
}

// KnownNetwork finds the note that an account signed in from a network within
// people.KnownNetworkLifetime; ok is false when there is none. hash is a keyed hash of the
// address and the network, so the key shows neither.
func (s *Store) KnownNetwork(ctx context.Context, hash string) (n people.KnownNetwork, ok bool, err error) {
	defer core.Wrap(&err, "KnownNetwork")
	return table.Get[people.KnownNetwork](ctx, s.Table, key.KnownNetwork(hash))
}

// RememberNetwork notes that an account signed in from a network.
func (s *Store) RememberNetwork(ctx context.Context, hash string, n people.KnownNetwork) (err error) {
	defer core.Wrap(&err, "RememberNetwork")
	it := table.Encode(key.KnownNetwork(hash), n)
	return s.Table.Commit(ctx, table.Put(table.WithExpiry(it, s.Now().Add(people.KnownNetworkLifetime))))
}
