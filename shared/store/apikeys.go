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

// keyPointer leads from a user to one of their keys.
type keyPointer struct {
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
func (s *Store) CreateAPIKey(ctx context.Context, k domain.APIKey, r domain.Remember) error {
	pointer := keyPointer{ID: k.ID, WorkspaceID: k.WorkspaceID, Digest: k.Digest}
	actions := append(s.remembering(r),
		create(encode(apiKeyKey(k.Digest), k)),
		create(encode(keyPointerKey(k.UserID, k.WorkspaceID, k.ID), pointer)),
	)
	return s.commit(ctx, actions...)
}

// APIKeys lists a user's keys, alive or not: those of one workspace, newest
// first, or those of all workspaces, one workspace after the other.
func (s *Store) APIKeys(ctx context.Context, u, workspace domain.ID, p Page) (Listed[domain.APIKey], error) {
	prefix := "KEY#"
	if workspace != "" {
		prefix += string(workspace) + "#"
	}
	w := under(base, userPK(u), prefix)
	w.newest = true
	pointers, err := list[keyPointer](ctx, s, w, p, nil)
	if err != nil {
		return Listed[domain.APIKey]{}, err
	}
	keys := make([]key, len(pointers.Items))
	for i, at := range pointers.Items {
		keys[i] = apiKeyKey(at.Digest)
	}
	f, err := s.batch(ctx, keys...)
	if err != nil {
		return Listed[domain.APIKey]{}, err
	}
	out := Listed[domain.APIKey]{Items: make([]domain.APIKey, 0, len(keys)), Next: pointers.Next}
	for _, k := range keys {
		key, ok, err := one[domain.APIKey](f, k)
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
	pointer, err := mustGet[keyPointer](ctx, s, keyPointerKey(u, w, id))
	return pointer.Digest, err
}

// RevokeAPIKey ends a key for good, from its next use on. One that is revoked
// already keeps its time. Errors: not_found for one that was purged meanwhile.
func (s *Store) RevokeAPIKey(ctx context.Context, digest string, now domain.Instant) error {
	revoked := expression.Name("revoked")
	update := expression.Set(revoked, expression.IfNotExists(revoked, expression.Value(now.String())))
	return s.commit(ctx, change(apiKeyKey(digest), update).or(problem.Missing()))
}

// noteWithin bounds how long a request waits for the note of its key's use.
const noteWithin = time.Second

// KeyUsed notes the use of a key, unless another request noted one within the
// last domain.UsedEvery. Errors: conflict when one did.
func (s *Store) KeyUsed(ctx context.Context, k domain.APIKey, now domain.Instant) error {
	ctx, cancel := context.WithTimeout(ctx, noteWithin)
	defer cancel()
	used := expression.Name("used")
	due := expression.Or(
		expression.AttributeNotExists(used),
		expression.LessThanEqual(used, expression.Value(now.Plus(-domain.UsedEvery).String())),
	)
	return s.commit(ctx, change(apiKeyKey(k.Digest), expression.Set(used, expression.Value(now.String()))).provided(due))
}
