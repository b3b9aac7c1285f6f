package peopledb

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// An API key has its digest as its key, so that a request finds it with one read.
// A pointer under its owner lists it.

// APIKeyPointer leads from a user to one of their API keys, or to the grant of an app.
type APIKeyPointer struct {
	ID          domain.ID `db:"id"`
	WorkspaceID domain.ID `db:"wid"`
	Digest      string    `db:"digest"`
	ClientID    domain.ID `db:"client,omitempty"` // of a grant: the OAuth client of the workspace; "" for another app
	App         string    `db:"app,omitempty"`    // of a grant: the digest of the app's client id
}

// KeyKind is a kind of API keys. The pointers to those of each kind are a range of their own.
type KeyKind struct {
	name    string
	prefix  func(w domain.ID) string
	pointer func(u, w, id domain.ID) table.Key
}

var (
	// APIKeys are the keys that people make for programs.
	APIKeys = KeyKind{"api keys", key.APIKeyPointerPrefix, key.APIKeyPointer}
	// Grants are the grants of apps.
	Grants = KeyKind{"apps", key.GrantPointerPrefix, key.GrantPointer}
	// CalendarFeeds are the keys of calendar feeds.
	CalendarFeeds = KeyKind{"calendar feeds", key.FeedPointerPrefix, key.FeedPointer}
)

// Pointers is the range of the pointers of a user in a workspace, or in all for "", newest first.
func (k KeyKind) Pointers(u, w domain.ID) table.Range {
	r := table.PrefixRange(table.Base, key.UserPK(u), k.prefix(w))
	r.Descending = true
	return r
}

// APIKey finds an API key by its digest, also a revoked or expired one; ok is
// false when there is none.
func (s *Store) APIKey(ctx context.Context, digest string) (k people.APIKey, ok bool, err error) {
	defer core.Wrap(&err, "APIKey")
	return table.Get[people.APIKey](ctx, s.Table, key.APIKey(digest))
}

// CreateAPIKey keeps a new API key of a workspace that was read, and tells the account.
// With a guard, it is written only while no other key was made since the guard was read.
// Errors: conflict, also when the MaxKeyDays of the workspace was changed concurrently.
func (s *Store) CreateAPIKey(
	ctx context.Context, k people.APIKey, w people.Workspace, r domain.ReplayRecord, guard *KeyGuard,
) (err error) {
	defer core.Wrap(&err, "CreateAPIKey", k.ID, w.ID)
	pointer := APIKeyPointer{ID: k.ID, WorkspaceID: k.WorkspaceID, Digest: k.Digest}
	actions := append(s.RememberActions(r),
		table.Create(table.Encode(key.APIKey(k.Digest), k)),
		table.Create(table.Encode(key.APIKeyPointer(k.UserID, k.WorkspaceID, k.ID), pointer)),
		table.Check(key.Workspace(w.ID), sameKeyLimit(w)),
		s.Notify(domain.NoticeAPIKey, k.UserID),
	)
	if guard != nil {
		actions = append(actions, raiseKeyGuard(k, *guard))
	}
	return s.Table.Commit(ctx, append(actions, s.AuditActions(ctx, k.WorkspaceID, audit.KeyCreation(k))...)...)
}

// sameKeyLimit holds while the workspace has the MaxKeyDays that was read.
func sameKeyLimit(w people.Workspace) expression.ConditionBuilder {
	limit := core.Field[people.Workspace]("MaxKeyDays")
	if w.MaxKeyDays == nil {
		return expression.AttributeNotExists(limit)
	}
	return limit.Equal(expression.Value(*w.MaxKeyDays))
}

// UserKeys lists a user's keys of a kind, also revoked and expired ones, with what says
// whether they can be used: those of one workspace, newest first, or for "" those of all
// workspaces, one workspace after the other. Errors: validation with cursor_invalid.
func (s *Store) UserKeys(
	ctx context.Context, u, workspace domain.ID, kind KeyKind, p table.PageRequest,
) (_ table.Page[people.APIKeyDetails], err error) {
	defer core.Wrap(&err, "UserKeys", u, workspace)
	found, err := table.List[APIKeyPointer](ctx, s.Table, kind.Pointers(u, workspace), p, nil)
	if err != nil {
		return table.Page[people.APIKeyDetails]{}, err
	}
	keys, err := s.APIKeyDetails(ctx, OwnedBy(u, found.Items))
	return table.Page[people.APIKeyDetails]{Items: keys, Next: found.Next}, err
}

// OwnedBy are the pointers of a user with them.
func OwnedBy(u domain.ID, all []APIKeyPointer) []OwnedPointer {
	of := make([]OwnedPointer, len(all))
	for i, pointer := range all {
		of[i] = OwnedPointer{pointer, u}
	}
	return of
}

// APIKeyDigest finds the digest of a user's API key in a workspace. Errors:
// not_found, also for the key of another user.
func (s *Store) APIKeyDigest(ctx context.Context, u, w, id domain.ID) (_ string, err error) {
	defer core.Wrap(&err, "APIKeyDigest", u, w, id)
	pointer, err := table.GetExisting[APIKeyPointer](ctx, s.Table, key.APIKeyPointer(u, w, id))
	return pointer.Digest, err
}

// RevokeAPIKey ends an API key that was read for good: its next use fails. A key
// that is revoked already keeps its time, and nothing is written. Errors: not_found
// for a key that was purged concurrently.
func (s *Store) RevokeAPIKey(ctx context.Context, k people.APIKey, now domain.Instant) (err error) {
	defer core.Wrap(&err, "RevokeAPIKey", k.ID)
	if k.RevokedAt != nil {
		return nil
	}
	revoked := core.Field[people.APIKey]("RevokedAt")
	revoke := table.Update(key.APIKey(k.Digest), expression.Set(revoked, expression.Value(now.String())))
	revoke = revoke.Provided(expression.AttributeNotExists(revoked)).Or(errKeyEnded)
	err = s.Table.Commit(ctx, append(s.AuditActions(ctx, k.WorkspaceID, audit.KeyRevocation(k, now)), revoke)...)
	if !errors.Is(err, errKeyEnded) {
		return err
	}
	_, err = table.GetExisting[people.APIKey](ctx, s.Table, key.APIKey(k.Digest)) // revoked by another request, or purged
	return err
}

// errKeyEnded is the error of a revocation that finds the key revoked or gone.
var errKeyEnded = errors.New("the key was revoked or purged")

// keyUsedTimeout bounds how long a request waits until the use of its key is
// noted.
const keyUsedTimeout = time.Second

// MarkAPIKeyUsed notes the use of an API key, at most once per
// people.LastUsedInterval. Errors: conflict when another request noted one within
// it.
func (s *Store) MarkAPIKeyUsed(ctx context.Context, k people.APIKey, now domain.Instant) (err error) {
	defer core.Wrap(&err, "MarkAPIKeyUsed", k.ID)
	ctx, cancel := context.WithTimeout(ctx, keyUsedTimeout)
	defer cancel()
	used := expression.Set(core.Field[people.APIKey]("LastUsedAt"), expression.Value(now.String()))
	if k.IsGrant() {
		k.LastUsedAt = &now
		used = setGrantExpiry(used, k)
	}
	return s.Table.Commit(ctx, table.Update(key.APIKey(k.Digest), used).Provided(useIsDue(now)))
}

// useIsDue holds while a use now should be noted; people.APIKey.ShouldRecordUse is the same rule.
func useIsDue(now domain.Instant) expression.ConditionBuilder {
	used := core.Field[people.APIKey]("LastUsedAt")
	return expression.Or(
		expression.AttributeNotExists(used),
		expression.LessThanEqual(used, expression.Value(now.Plus(-people.LastUsedInterval).String())),
	)
}

// RecordListRead tells the audit log of the workspace that a key reads a list, if it is the first time of the day. The
// key was read with the request, so it usually costs nothing. Of two requests at once, one records it.
func (s *Store) RecordListRead(ctx context.Context, k people.APIKey, list string) (err error) {
	defer core.Wrap(&err, "RecordListRead", k.ID)
	now := s.Instant()
	if k.HasRead(list, now) {
		return nil
	}
	day, read := core.Field[people.APIKey]("ListsReadOn"), core.Field[people.APIKey]("ListsRead")
	today := expression.Value(string(domain.DateOf(now.Time)))
	this := expression.Value(&types.AttributeValueMemberSS{Value: []string{list}})
	told := s.AuditActions(ctx, k.WorkspaceID, audit.FirstRead(list))
	first := table.Update(key.APIKey(k.Digest), expression.Set(day, today).Set(read, this)).
		Provided(table.Present).Provided(expression.Or(expression.AttributeNotExists(day), day.LessThan(today)))
	further := table.Update(key.APIKey(k.Digest), expression.Add(read, this)).
		Provided(day.Equal(today)).Provided(expression.Not(expression.Contains(read, list)))
	for _, noted := range []table.Action{first, further} {
		if err = s.Table.Commit(ctx, append(told, noted)...); !problem.Is(err, problem.CodeConflict) {
			return err
		}
	}
	return nil // another request recorded it, or the key is gone
}

// KeyGuard counts the API keys that a user made in a workspace. A new key that was
// allowed because of the number of existing keys is written only while nobody else
// made one.
type KeyGuard struct {
	Made int64 `db:"n"`
}

// APIKeyGuard reads the guard. It must be read before the keys are counted.
func (s *Store) APIKeyGuard(ctx context.Context, w, u domain.ID) (_ KeyGuard, err error) {
	defer core.Wrap(&err, "APIKeyGuard", w, u)
	guard, _, err := table.Get[KeyGuard](ctx, s.Table, key.KeyGuard(w, u))
	return guard, err
}

// ErrKeyMade is the error of a write that lost to another new key.
var ErrKeyMade = problem.Conflict(problem.WriteRace, "Another API key was made at the same time. Try again.")

// raiseKeyGuard counts a new key, if no other one was made since the guard was read.
func raiseKeyGuard(k people.APIKey, guard KeyGuard) table.Action {
	return table.Upsert(key.KeyGuard(k.WorkspaceID, k.UserID),
		core.KeysMade.Add(1)).Provided(core.KeysMade.Is(guard.Made)).Or(ErrKeyMade)
}
