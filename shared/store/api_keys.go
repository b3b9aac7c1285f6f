package store

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
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
	return get[domain.APIKey](ctx, s, apiKeyKey(digest))
}

// CreateAPIKey keeps a new key.
func (s *Store) CreateAPIKey(ctx context.Context, k domain.APIKey, r domain.ReplayRecord) error {
	pointer := apiKeyPointer{ID: k.ID, WorkspaceID: k.WorkspaceID, Digest: k.Digest}
	actions := append(s.rememberActions(r),
		create(encode(apiKeyKey(k.Digest), k)),
		create(encode(apiKeyPointerKey(k.UserID, k.WorkspaceID, k.ID), pointer)),
	)
	return s.commit(ctx, actions...)
}

// APIKeys lists a user's keys, alive or not: those of one workspace, newest
// first, or those of all workspaces, one workspace after the other.
func (s *Store) APIKeys(ctx context.Context, u, workspace domain.ID, p PageRequest) (Page[domain.APIKey], error) {
	prefix := "KEY#"
	if workspace != "" {
		prefix += string(workspace) + "#"
	}
	r := prefixRange(baseTable, userPK(u), prefix)
	r.descending = true
	pointers, err := list[apiKeyPointer](ctx, s, r, p, nil)
	if err != nil {
		return Page[domain.APIKey]{}, err
	}
	keys := make([]key, len(pointers.Items))
	for i, at := range pointers.Items {
		keys[i] = apiKeyKey(at.Digest)
	}
	f, err := s.batchGet(ctx, keys...)
	if err != nil {
		return Page[domain.APIKey]{}, err
	}
	out := Page[domain.APIKey]{Items: make([]domain.APIKey, 0, len(keys)), Next: pointers.Next}
	for _, k := range keys {
		key, ok, err := lookup[domain.APIKey](f, k)
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
	pointer, err := getExisting[apiKeyPointer](ctx, s, apiKeyPointerKey(u, w, id))
	return pointer.Digest, err
}

// RevokeAPIKey ends a key for good, from its next use on. One that is revoked
// already keeps its time. Errors: not_found for one that was purged meanwhile.
func (s *Store) RevokeAPIKey(ctx context.Context, digest string, now domain.Instant) error {
	revoked := expression.Name("revoked")
	update := expression.Set(revoked, expression.IfNotExists(revoked, expression.Value(now.String())))
	return s.commit(ctx, updateItem(apiKeyKey(digest), update).or(problem.NotFound()))
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
	return s.commit(ctx, updateItem(apiKeyKey(k.Digest), expression.Set(used, expression.Value(now.String()))).provided(due))
}
