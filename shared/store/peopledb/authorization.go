package peopledb

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// Errors of the short-lived records of apps.
var (
	// ErrCodeSpent is the error of a code that was exchanged before. Whoever sends it again may have stolen it.
	ErrCodeSpent = errors.New("store: the code was exchanged before")
	// ErrDeviceChanged is the error of a device's request that was decided on, used, or changed since it was read.
	ErrDeviceChanged = errors.New("store: the request of the device was changed concurrently")
	// ErrUserCodeTaken is the error of a user code whose first half belongs to another request.
	ErrUserCodeTaken = errors.New("store: the first half of the code is in use")
)

// flowActions write what leads the app to a new grant: a code, or the decision about its request on a device.
func (x GrantCreation) flowActions() (actions []table.Action) {
	if x.Code != nil {
		c := *x.Code
		c.GrantID = x.Grant.ID
		actions = append(actions,
			table.Create(table.WithExpiry(table.Encode(key.AuthorizationCode(c.Digest), c), c.Forgotten())))
	}
	if x.Device != nil {
		d := *x.Device
		d.Status, d.GrantID = people.DeviceAllowed, x.Grant.ID
		actions = append(actions, decideDevice(d))
	}
	return actions
}

// AuthorizationCode finds a code by its digest, also one that was used; ok is false when there is none.
func (s *Store) AuthorizationCode(ctx context.Context, digest string) (
	c people.AuthorizationCode, ok bool, err error) {
	defer core.Wrap(&err, "AuthorizationCode")
	return table.Get[people.AuthorizationCode](ctx, s.Table, key.AuthorizationCode(digest))
}

// UseAuthorizationCode marks a code as used, and its grant as redeemed. Errors: ErrCodeSpent.
func (s *Store) UseAuthorizationCode(ctx context.Context, c people.AuthorizationCode, grant people.APIKey,
	now domain.Instant) (err error) {
	defer core.Wrap(&err, "UseAuthorizationCode", c.GrantID)
	c.UsedAt = &now
	unused := expression.AttributeNotExists(core.Field[people.AuthorizationCode]("UsedAt"))
	return s.Table.Commit(ctx, table.UpdateAttributesUnversioned(table.Encode(key.AuthorizationCode(c.Digest), c),
		core.Attributes[people.AuthorizationCode]("UsedAt")...).Provided(unused).Or(ErrCodeSpent),
		redeemGrant(grant).Or(ErrCodeSpent))
}

// BeginDeviceAuthorization keeps the request of a device. The digest of the first half of its user code leads to it.
// Errors: ErrUserCodeTaken.
func (s *Store) BeginDeviceAuthorization(ctx context.Context, d people.DeviceAuthorization, half string) (err error) {
	defer core.Wrap(&err, "BeginDeviceAuthorization")
	pointer := table.Encode(key.UserCode(half), people.UserCodePointer{Device: d.Digest})
	return s.Table.Commit(ctx,
		table.Create(table.WithExpiry(table.Encode(key.DeviceAuthorization(d.Digest), d), d.ExpiresAt.Time)),
		table.Create(table.WithExpiry(pointer, d.ExpiresAt.Time)).Or(ErrUserCodeTaken))
}

// DeviceAuthorization finds the request of a device by the digest of its code; ok is false when there is none.
func (s *Store) DeviceAuthorization(ctx context.Context, digest string) (
	d people.DeviceAuthorization, ok bool, err error) {
	defer core.Wrap(&err, "DeviceAuthorization")
	return table.Get[people.DeviceAuthorization](ctx, s.Table, key.DeviceAuthorization(digest))
}

// DeviceAuthorizationOf finds the request of a device by the digest of the first half of its user code; ok is false
// when there is none.
func (s *Store) DeviceAuthorizationOf(ctx context.Context, half string) (
	d people.DeviceAuthorization, ok bool, err error) {
	defer core.Wrap(&err, "DeviceAuthorizationOf")
	pointer, ok, err := table.Get[people.UserCodePointer](ctx, s.Table, key.UserCode(half))
	if err != nil || !ok {
		return d, false, err
	}
	return table.Get[people.DeviceAuthorization](ctx, s.Table, key.DeviceAuthorization(pointer.Device))
}

// CountWrongCode counts a code that has the right first half only. Errors: ErrDeviceChanged when the request is gone.
func (s *Store) CountWrongCode(ctx context.Context, d people.DeviceAuthorization) (err error) {
	defer core.Wrap(&err, "CountWrongCode")
	return s.Table.Commit(ctx, core.WrongCodes.Raise(key.DeviceAuthorization(d.Digest)).Or(ErrDeviceChanged))
}

// decideDevice writes what the user decided on a request that is open.
func decideDevice(d people.DeviceAuthorization) table.Action {
	open := expression.And(deviceIs(people.DevicePending), core.WrongCodes.Below(people.MaxWrongCodes))
	return table.UpdateAttributesUnversioned(table.Encode(key.DeviceAuthorization(d.Digest), d),
		core.Attributes[people.DeviceAuthorization]("Status", "GrantID")...).Provided(open).Or(ErrDeviceChanged)
}

func deviceIs(status people.DeviceStatus) expression.ConditionBuilder {
	return core.Field[people.DeviceAuthorization]("Status").Equal(expression.Value(string(status)))
}

// RefuseDevice notes that the user refused a request. Errors: ErrDeviceChanged.
func (s *Store) RefuseDevice(ctx context.Context, d people.DeviceAuthorization) (err error) {
	defer core.Wrap(&err, "RefuseDevice")
	d.Status = people.DeviceRefused
	return s.Table.Commit(ctx, decideDevice(d))
}

// NoteQuestion notes when a device asked. Errors: ErrDeviceChanged when it asked or its user decided concurrently.
func (s *Store) NoteQuestion(ctx context.Context, was, now people.DeviceAuthorization) (err error) {
	defer core.Wrap(&err, "NoteQuestion")
	k, attribute := key.DeviceAuthorization(was.Digest), core.Attribute[people.DeviceAuthorization]("PolledAt")
	same := core.SameAttribute(table.Encode(k, was), attribute)
	return s.Table.Commit(ctx, table.UpdateAttributesUnversioned(table.Encode(k, now), attribute,
		core.Attribute[people.DeviceAuthorization]("Interval")).Provided(same).Provided(deviceIs(was.Status)).
		Or(ErrDeviceChanged))
}

// UseDeviceAuthorization notes that a device whose request is allowed gets its tokens, once, and that its grant is
// redeemed. Errors: ErrDeviceChanged.
func (s *Store) UseDeviceAuthorization(ctx context.Context, d people.DeviceAuthorization, grant people.APIKey,
	now domain.Instant) (err error) {
	defer core.Wrap(&err, "UseDeviceAuthorization", d.GrantID)
	d.UsedAt = &now
	unused := expression.AttributeNotExists(core.Field[people.DeviceAuthorization]("UsedAt"))
	return s.Table.Commit(ctx, table.UpdateAttributesUnversioned(table.Encode(key.DeviceAuthorization(d.Digest), d),
		core.Attributes[people.DeviceAuthorization]("UsedAt")...).
		Provided(deviceIs(people.DeviceAllowed)).Provided(unused).Or(ErrDeviceChanged),
		redeemGrant(grant).Or(ErrDeviceChanged))
}

// ClientDocument finds the metadata document of a client that was fetched before; ok is false when there is none.
func (s *Store) ClientDocument(ctx context.Context, address string) (d people.ClientDocument, ok bool, err error) {
	defer core.Wrap(&err, "ClientDocument")
	return table.Get[people.ClientDocument](ctx, s.Table, key.ClientDocument(address))
}

// KeepClientDocument keeps a metadata document in place of an earlier one.
func (s *Store) KeepClientDocument(ctx context.Context, d people.ClientDocument) (err error) {
	defer core.Wrap(&err, "KeepClientDocument")
	return s.Table.Commit(ctx, table.Put(table.WithExpiry(table.Encode(key.ClientDocument(d.URL), d), d.ExpiresAt.Time)))
}
