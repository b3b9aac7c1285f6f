package store

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// A key lies under its digest, where a caller's one read finds it. A pointer
// under its owner lists it.

// apiKeyPointer leads from a user to one of their keys.
type apiKeyPointer struct {
	ID          domain.ID `db:"id"`
	WorkspaceID domain.ID `db:"wid"`
	Digest      string    `db:"digest"`
}

// APIKey finds a key by the digest of what was presented, alive or not; ok is
// false when there is none.
func (s *Store) APIKey(ctx context.Context, digest string) (k domain.APIKey, ok bool, err error) {
	return table.Get[domain.APIKey](ctx, s.table, apiKeyKey(digest))
}

// CreateAPIKey keeps a new key.
func (s *Store) CreateAPIKey(ctx context.Context, k domain.APIKey, r domain.ReplayRecord) error {
	pointer := apiKeyPointer{ID: k.ID, WorkspaceID: k.WorkspaceID, Digest: k.Digest}
	actions := append(s.rememberActions(r),
		table.Create(table.Encode(apiKeyKey(k.Digest), k)),
		table.Create(table.Encode(apiKeyPointerKey(k.UserID, k.WorkspaceID, k.ID), pointer)),
	)
	return s.table.Commit(ctx, actions...)
}

// APIKeys lists a user's keys, alive or not: those of one workspace, newest
// first, or those of all workspaces, one workspace after the other.
func (s *Store) APIKeys(ctx context.Context, u, workspace domain.ID, p table.PageRequest) (table.Page[domain.APIKey], error) {
	r := table.PrefixRange(table.Base, userPK(u), apiKeyPointerPrefix(workspace))
	r.Descending = true
	pointers, err := table.List[apiKeyPointer](ctx, s.table, r, p, nil)
	if err != nil {
		return table.Page[domain.APIKey]{}, err
	}
	keys := make([]table.Key, len(pointers.Items))
	for i, at := range pointers.Items {
		keys[i] = apiKeyKey(at.Digest)
	}
	f, err := s.table.BatchGet(ctx, keys...)
	if err != nil {
		return table.Page[domain.APIKey]{}, err
	}
	out := table.Page[domain.APIKey]{Items: make([]domain.APIKey, 0, len(keys)), Next: pointers.Next}
	for _, k := range keys {
		key, ok, err := table.Lookup[domain.APIKey](f, k)
		if err != nil {
			return out, err
		}
		if ok {
			out.Items = append(out.Items, key)
		}
	}
	return out, nil
}

// APIKeyDigest finds a key of a user in a workspace by its id. Errors:
// not_found, also for somebody else's.
func (s *Store) APIKeyDigest(ctx context.Context, u, w, id domain.ID) (string, error) {
	pointer, err := table.GetExisting[apiKeyPointer](ctx, s.table, apiKeyPointerKey(u, w, id))
	return pointer.Digest, err
}

// RevokeAPIKey ends a key for good, from its next use on. One that is revoked
// already keeps its time. Errors: not_found for one that was purged meanwhile.
func (s *Store) RevokeAPIKey(ctx context.Context, digest string, now domain.Instant) error {
	revoked := expression.Name("revoked")
	update := expression.Set(revoked, expression.IfNotExists(revoked, expression.Value(now.String())))
	return s.table.Commit(ctx, table.Update(apiKeyKey(digest), update).Or(problem.NotFound()))
}

// keyUsedTimeout bounds how long a request waits for the note of its key's use.
const keyUsedTimeout = time.Second

// MarkAPIKeyUsed notes the use of a key, unless another request noted one within the
// last domain.LastUsedInterval. Errors: conflict when one did.
func (s *Store) MarkAPIKeyUsed(ctx context.Context, k domain.APIKey, now domain.Instant) error {
	ctx, cancel := context.WithTimeout(ctx, keyUsedTimeout)
	defer cancel()
	used := expression.Name("used")
	due := expression.Or(
		expression.AttributeNotExists(used),
		expression.LessThanEqual(used, expression.Value(now.Plus(-domain.LastUsedInterval).String())),
	)
	return s.table.Commit(ctx, table.Update(apiKeyKey(k.Digest), expression.Set(used, expression.Value(now.String()))).Provided(due))
}
