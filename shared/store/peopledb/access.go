package peopledb

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// AccessChange is a change of who has access to an account.
type AccessChange struct {
	Was  people.User     // as it was read
	User people.User     // as it is to be written; it gets the next version
	Code *people.CodeUse // the code of the second factor that the change uses; nil for none

	// OfAnyVersion lets the change succeed beside changes that do not concern access, such as
	// that of a name. Otherwise whoever has a session could hold it off by such changes.
	OfAnyVersion bool

	ended []people.Passkey // the passkeys that it ends; see prepare
	grant []byte           // the grant at the calendar provider that it ends; see readGrant
	told  []table.Action   // the writes of its events; see prepare
}

// prepare reads what the writes of the change need besides the account: the grant that it ends, and the workspaces
// whose logs it is told to.
func (s *Store) prepare(ctx context.Context, c *AccessChange) error {
	if err := s.readGrant(ctx, c); err != nil {
		return err
	}
	if people.IsFirstProof(c.Was, c.User) && c.Was.HasPasskey() {
		var err error
		if c.ended, err = s.Passkeys(ctx, c.Was.ID); err != nil {
			return err
		}
	}
	told, err := s.accountEventActions(ctx, c.User, audit.AccessChanges(c.Was, c.User)...)
	c.told = told
	return err
}

// accessAttributes are the attributes of a user that say who has access.
var accessAttributes = core.Attributes[people.User](
	"EmailVerified", "PasswordHash", "PasswordEpoch", "Epoch", "APIKeyEpoch", "APIKeysVoidedAt", "Logins", "NetworkEpoch",
)

// write returns the user with the next version, and the writes of the change after prepare: the
// account, if it is still as it was read, the guards of its external logins, and where
// the address is proved for the first time, the end of the calendar connection.
func (c AccessChange) write() (people.User, []table.Action) {
	u := c.User
	u.Version = c.Was.Version + 1
	written := c.attributes()
	if c.Was.SecondFactor != nil && u.SecondFactor == nil { // otherwise it is written by its codes, without a version
		written = append(slices.Clone(written), core.Attribute[people.User]("SecondFactor"))
	}
	if c.Was.Passkeys != u.Passkeys { // otherwise it is written by its count
		written = append(slices.Clone(written), core.Attribute[people.User]("Passkeys"))
	}
	if !slices.Equal(c.Was.Devices, u.Devices) {
		written = append(slices.Clone(written), core.Attribute[people.User]("Devices"))
	}
	account := c.account(table.Encode(key.Profile(u.ID), u), written).Or(ErrUserChanged)
	if c.Code != nil {
		account = account.AlsoUpdate(func(b expression.UpdateBuilder) expression.UpdateBuilder {
			return codeUpdate(b, *c.Code)
		}).
			Provided(codeUnused(*c.Code))
	}
	actions := append([]table.Action{account}, c.told...)
	for _, login := range c.User.LoginsNotOf(c.Was) {
		actions = append(actions, claimExternalLogin(login, u.ID))
	}
	for _, login := range c.Was.LoginsNotOf(c.User) {
		actions = append(actions, table.Delete(key.ExternalLogin(login.Provider, login.Subject)))
	}
	if people.IsFirstProof(c.Was, c.User) {
		actions = append(actions, table.Delete(key.Calendar(u.ID, people.ProviderExternal)))
		actions = append(actions, endPasskeys(c.ended)...)
		if len(c.grant) > 0 {
			actions = append(actions, EndGrant(u.ID, c.grant, *u.APIKeysVoidedAt)...)
		}
	}
	return u, actions
}

// attributes are those of the account that the change writes. A change of any version
// leaves the logins to others, unless it ends them.
func (c AccessChange) attributes() []string {
	if !c.OfAnyVersion || people.IsFirstProof(c.Was, c.User) {
		return accessAttributes
	}
	logins := core.Attribute[people.User]("Logins")
	return slices.DeleteFunc(slices.Clone(accessAttributes), func(name string) bool { return name == logins })
}

// account is the write of the account, if that is still as it was read.
func (c AccessChange) account(it table.Item, written []string) table.Action {
	if !c.OfAnyVersion {
		return table.UpdateAttributes(it, c.Was.Version, written...)
	}
	nextVersion := func(b expression.UpdateBuilder) expression.UpdateBuilder {
		return b.Add(expression.Name(table.AttrVersion), expression.Value(1))
	}
	decidesOn := core.Attributes[people.User]("EmailVerified", "Epoch", "APIKeyEpoch", "DisabledAt", "DeletedAt")
	if people.IsFirstProof(c.Was, c.User) {
		decidesOn = append(decidesOn, core.Attributes[people.User]("Logins", "Passkeys")...)
		if c.Was.SecondFactor == nil { // otherwise the change removes it, or keeps it by intent
			decidesOn = append(decidesOn, core.Attribute[people.User]("SecondFactor"))
		}
	}
	action := table.UpdateAttributesUnversioned(it, written...).AlsoUpdate(nextVersion)
	was := table.Encode(key.Profile(c.Was.ID), c.Was)
	for _, name := range decidesOn {
		action = action.Provided(core.SameAttribute(was, name))
	}
	return action
}

// keepSession moves a session to the user's new epoch, in which all others end.
func keepSession(kept people.Session, u people.User) table.Action {
	epoch := core.Field[people.Session]("Epoch")
	return table.Update(key.Session(kept.UserID, kept.ID), expression.Set(epoch, expression.Value(u.Epoch))).
		Provided(epoch.Equal(expression.Value(kept.Epoch))).Or(errSessionChanged)
}
