package store

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/table"
)

// attrDevices is the attribute of a user that has the devices.
const attrDevices = "devices"

// SignIn is a new session with the devices that the account knows.
type SignIn struct {
	User    domain.User // who signs in
	Session domain.Session
	Was     []domain.Device // as they were read
	Devices []domain.Device // after the sign-in
	IsNew   bool            // the sign-in is from a device that the account did not know
}

// signInActions are the writes of a sign-in, with its event of the audit log. Devices have no version: they are written in
// place of those that were read.
func (s *Store) signInActions(ctx context.Context, x SignIn) []table.Action {
	actions := append(s.auditActions(ctx, x.Session.WorkspaceID, domain.AuditSessionOf(x.User, x.Session)...), table.Create(sessionItem(x.Session)))
	u := x.Session.UserID
	if !slices.Equal(x.Was, x.Devices) {
		name := expression.Name(attrDevices)
		unchanged := expression.AttributeNotExists(name)
		if len(x.Was) > 0 {
			unchanged = name.Equal(expression.Value(encodeDevices(u, x.Was)))
		}
		update := expression.Set(name, expression.Value(encodeDevices(u, x.Devices)))
		actions = append(actions, table.Update(profileKey(u), update).Provided(unchanged).Provided(accountExists).Or(errUserChanged))
	}
	if x.IsNew {
		actions = append(actions, s.notify(domain.NoticeSignIn, u))
	}
	return actions
}

// encodeDevices are devices in the form in which a user's item has them.
func encodeDevices(u domain.ID, devices []domain.Device) any {
	return table.Encode(profileKey(u), domain.User{Devices: devices})[attrDevices]
}
