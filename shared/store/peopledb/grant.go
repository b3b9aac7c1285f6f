package peopledb

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// The grant of an app is an API key, so a request reads it as it reads a key. It has pointers of its own, so that
// neither list shows the records of the other. Its record is removed some time after it ended. Its pointer stays until
// the user has so many that a new grant needs the place.

// GrantCreation is a new grant with what it was made from.
type GrantCreation struct {
	Grant     people.APIKey
	Member    people.Member
	Workspace people.Workspace
	Most      int // the most grants that a user may have; 0 is no limit

	Code   *people.AuthorizationCode   // with which the app fetches its tokens; nil for none
	Device *people.DeviceAuthorization // that asked; nil for none
}

// ErrTooManyGrants is the error for a user who has as many grants as one may have.
var ErrTooManyGrants = problem.Conflict(problem.LimitReached,
	"You have allowed as many apps as one person may have. End the access of one first.")

// ErrGrantRefused is the error of a grant whose workspace or member changed since they were read.
var ErrGrantRefused = problem.Conflict(problem.WriteRace,
	"Your membership or the settings of the workspace were changed by another request. Try again.")

// maxGrantTries is how often a new grant is tried when another one is made at the same time.
const maxGrantTries = 5

// CreateGrant keeps a new grant, while the member is active and the workspace allows the app as it did when it was
// read. The first grant to an app is told to the account. Errors: conflict; ErrTooManyGrants; ErrGrantRefused.
func (s *Store) CreateGrant(ctx context.Context, x GrantCreation) (err error) {
	defer core.Wrap(&err, "CreateGrant", x.Grant.ID, x.Grant.WorkspaceID)
	return retry.Do(ctx, retry.Policy{Tries: maxGrantTries}, func() (again bool, err error) {
		err = s.createGrant(ctx, x)
		return errors.Is(err, ErrKeyMade), err
	})
}

func (s *Store) createGrant(ctx context.Context, x GrantCreation) error {
	u := x.Grant.UserID
	guard, _, err := table.Get[KeyGuard](ctx, s.Table, key.GrantGuard(u))
	if err != nil {
		return err
	}
	known, err := table.ReadAll[APIKeyPointer](ctx, s.Table, Grants.Pointers(u, ""))
	if err != nil {
		return err
	}
	freed, err := s.freeEnded(ctx, Grants, u, known, x.Most, ErrTooManyGrants)
	if err != nil {
		return err
	}
	actions := append(s.newGrantActions(ctx, x), table.Upsert(key.GrantGuard(u),
		core.KeysMade.Add(1)).Provided(core.KeysMade.Is(guard.Made)).Or(ErrKeyMade))
	if !slices.ContainsFunc(known, func(p APIKeyPointer) bool { return p.App == domain.Digest(x.Grant.App.ClientID) }) {
		actions = append(actions, core.Enqueue(people.NewAppNotice(x.Grant), x.Grant.CreatedAt))
	}
	return s.Table.Commit(ctx, slices.Concat(actions, x.flowActions(), freed)...)
}

// checkKeyMember holds while the user of a new key is an active member, whose keys nobody has ended since the member
// was read.
func checkKeyMember(k people.APIKey) table.Action {
	return table.Check(key.Member(k.WorkspaceID, k.UserID), expression.And(core.IsActive,
		core.Field[people.Member]("KeyEpoch").Equal(expression.Value(k.KeyEpoch)))).Or(ErrGrantRefused)
}

// newGrantActions write a grant, its pointer and its event.
func (s *Store) newGrantActions(ctx context.Context, x GrantCreation) []table.Action {
	k := x.Grant
	pointer := APIKeyPointer{ID: k.ID, WorkspaceID: k.WorkspaceID, Digest: k.Digest, ClientID: k.App.Registered(),
		App: domain.Digest(k.App.ClientID)}
	actions := append(s.AuditActions(ctx, k.WorkspaceID, audit.KeyCreation(k)),
		table.Create(grantItem(k)),
		table.Create(table.Encode(key.GrantPointer(k.UserID, k.WorkspaceID, k.ID), pointer)),
		table.Check(key.Workspace(k.WorkspaceID), expression.And(core.WorkspaceExists, sameKeyLimit(x.Workspace),
			sameApps(x.Workspace))).Or(ErrGrantRefused),
		checkKeyMember(k),
	)
	if client := k.App.Registered(); client != "" {
		actions = append(actions, table.Check(key.OAuthClient(k.WorkspaceID, client), table.Present).Or(ErrGrantRefused))
	}
	return actions
}

// endedGrantLife is how long the item of a grant stays after its expiry, so that lists show that it ended.
const endedGrantLife = 30 * domain.Day

// grantItem is the item of a grant.
func grantItem(k people.APIKey) table.Item {
	return table.WithExpiry(table.Encode(key.APIKey(k.Digest), k), k.Expiry().Plus(endedGrantLife).Time)
}

// setGrantExpiry also sets when the item of a grant expires.
func setGrantExpiry(u expression.UpdateBuilder, k people.APIKey) expression.UpdateBuilder {
	return u.Set(expression.Name(dynamo.AttrExpires), expression.Value(k.Expiry().Plus(endedGrantLife).Unix()))
}

// redeemGrant writes that the app of a grant fetches its tokens, so that the grant lives on.
func redeemGrant(k people.APIKey) table.Action {
	update := expression.Set(core.Field[people.APIKey]("RotatedAt"), expression.Value(k.RotatedAt.String()))
	return table.Update(key.APIKey(k.Digest), setGrantExpiry(update, k))
}

// RecordRefusedApp adds the event of a member who wants to allow an app that the setting of the workspace refuses: once
// a day (UTC) for each app, because a page that is opened again and again refuses each time.
func (s *Store) RecordRefusedApp(ctx context.Context, m people.Membership, a people.App) (err error) {
	defer core.Wrap(&err, "RecordRefusedApp", m.Workspace.ID, m.Member.UserID)
	subject := strings.Join([]string{string(m.Workspace.ID), string(m.Member.UserID), a.ClientID}, "\n")
	once := domain.Quota{Kind: "oauth.refused", Subject: subject, Limit: 1, Window: domain.Day}
	err = s.Table.Commit(ctx, append(countActions(s.Now(), []domain.Quota{once}),
		s.AuditActions(ctx, m.Workspace.ID, audit.RefusedApp(m.Workspace, a))...)...)
	if problem.Is(err, problem.CodeRateLimited) { // it was recorded before
		return nil
	}
	return err
}

// sameApps holds while the workspace allows the apps that it allowed when it was read.
func sameApps(w people.Workspace) expression.ConditionBuilder {
	was := table.Encode(key.Workspace(w.ID), w)
	names := core.Attributes[people.Workspace]("Apps", "AppEpoch", "OpenAppEpoch")
	return expression.And(core.SameAttribute(was, names[0]), core.SameAttribute(was, names[1]),
		core.SameAttribute(was, names[2]))
}

// freeEnded are the deletes of ended grants or feeds that make room for a new one, where a user has as many pointers as
// are allowed. Errors: tooMany when all of them are active.
func (s *Store) freeEnded(ctx context.Context, kind KeyKind, u domain.ID, known []APIKeyPointer, most int,
	tooMany error) ([]table.Action, error) {
	if len(known) < cmp.Or(most, maxKnownGrants) {
		return nil, nil
	}
	details, err := s.APIKeyDetails(ctx, OwnedBy(u, known))
	if err != nil {
		return nil, err
	}
	active := map[domain.ID]bool{}
	for _, d := range details {
		active[d.ID] = d.Status(s.Instant()) == people.APIKeyActive
	}
	var freed []table.Action
	for _, p := range known {
		if !active[p.ID] && len(freed) < maxFreedActions {
			freed = append(freed, table.Delete(kind.pointer(u, p.WorkspaceID, p.ID)), table.Delete(key.APIKey(p.Digest)))
		}
	}
	if len(freed) == 0 && most > 0 {
		return nil, tooMany
	}
	return freed, nil
}

// maxKnownGrants is how many pointers a user keeps where there is no limit of grants, before ended ones are removed.
const maxKnownGrants = 50

// maxFreedActions bounds the deletes in the transaction of a new grant or feed. Further ended ones wait for the next.
const maxFreedActions = 80

// Grant reads a grant by its id, with what says whether it can be used; ok is false when there is none.
func (s *Store) Grant(ctx context.Context, id domain.ID) (d people.APIKeyDetails, ok bool, err error) {
	defer core.Wrap(&err, "Grant", id)
	k, ok, err := s.APIKey(ctx, people.GrantDigest(id))
	if err != nil || !ok || !k.IsGrant() {
		return d, false, err
	}
	pointer := APIKeyPointer{ID: k.ID, WorkspaceID: k.WorkspaceID, Digest: k.Digest, ClientID: k.App.Registered()}
	found, err := s.APIKeyDetails(ctx, []OwnedPointer{{pointer, k.UserID}})
	if err != nil || len(found) == 0 {
		return d, false, err
	}
	return found[0], true, nil
}

// ErrGrantChanged is the error of a rotation whose grant was rotated or revoked by another request.
var ErrGrantChanged = problem.Conflict(problem.WriteRace, "The access was refreshed or ended by another request.")

// RotateGrant writes the next refresh token of a grant that was read, which is a use of it. Errors: ErrGrantChanged.
func (s *Store) RotateGrant(ctx context.Context, was, next people.APIKey) (err error) {
	defer core.Wrap(&err, "RotateGrant", was.ID)
	generation := core.Field[people.APIKey]("Generation")
	update := expression.Set(generation, expression.Value(next.Generation)).
		Set(core.Field[people.APIKey]("RotatedAt"), expression.Value(next.RotatedAt.String())).
		Set(core.Field[people.APIKey]("LastUsedAt"), expression.Value(next.LastUsedAt.String()))
	return s.Table.Commit(ctx, table.Update(key.APIKey(was.Digest), setGrantExpiry(update, next)).
		Provided(generation.Equal(expression.Value(was.Generation))).
		Provided(expression.AttributeNotExists(core.Field[people.APIKey]("RevokedAt"))).Or(ErrGrantChanged))
}
