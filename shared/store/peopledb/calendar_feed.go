package peopledb

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// A calendar feed is an API key, so its address is found as a key is. It has pointers of its own, so that no list of
// keys shows it.

// ErrTooManyFeeds is the error for a user who has as many calendar feeds as one may have.
var ErrTooManyFeeds = problem.Conflict(problem.LimitReached,
	"You have as many calendar feeds as one person may have. Delete one first.")

// CreateCalendarFeed keeps a new feed of a member of a workspace that was read, and removes ended ones where there is
// no more room. Errors: conflict; ErrTooManyFeeds; ErrGrantRefused.
func (s *Store) CreateCalendarFeed(ctx context.Context, k people.APIKey, w people.Workspace,
	r domain.ReplayRecord) (err error) {
	defer core.Wrap(&err, "CreateCalendarFeed", k.ID, w.ID)
	return retry.Do(ctx, retry.Policy{Tries: maxGrantTries}, func() (again bool, err error) {
		err = s.createFeed(ctx, k, w, r)
		return errors.Is(err, ErrKeyMade), err
	})
}

func (s *Store) createFeed(ctx context.Context, k people.APIKey, w people.Workspace, r domain.ReplayRecord) error {
	guard, _, err := table.Get[KeyGuard](ctx, s.Table, key.FeedGuard(k.UserID))
	if err != nil {
		return err
	}
	known, err := table.ReadAll[APIKeyPointer](ctx, s.Table, CalendarFeeds.Pointers(k.UserID, ""))
	if err != nil {
		return err
	}
	freed, err := s.freeEnded(ctx, CalendarFeeds, k.UserID, known, people.MaxCalendarFeeds, ErrTooManyFeeds)
	if err != nil {
		return err
	}
	pointer := APIKeyPointer{ID: k.ID, WorkspaceID: k.WorkspaceID, Digest: k.Digest}
	actions := append(s.RememberActions(r),
		table.Create(table.Encode(key.APIKey(k.Digest), k)),
		table.Create(table.Encode(key.FeedPointer(k.UserID, k.WorkspaceID, k.ID), pointer)),
		s.Notify(domain.NoticeCalendarFeed, k.UserID),
		table.Check(key.Workspace(w.ID), expression.And(core.WorkspaceExists, sameKeyLimit(w))).Or(ErrGrantRefused),
		checkKeyMember(k),
		table.Upsert(key.FeedGuard(k.UserID), core.KeysMade.Add(1)).
			Provided(core.KeysMade.Is(guard.Made)).Or(ErrKeyMade),
	)
	actions = append(actions, s.AuditActions(ctx, k.WorkspaceID, audit.KeyCreation(k))...)
	return s.Table.Commit(ctx, append(actions, freed...)...)
}

// CalendarFeed finds a calendar feed of a user in a workspace. Errors: not_found, also for that of another user.
func (s *Store) CalendarFeed(ctx context.Context, u, w, id domain.ID) (k people.APIKey, err error) {
	defer core.Wrap(&err, "CalendarFeed", u, w, id)
	pointer, err := table.GetExisting[APIKeyPointer](ctx, s.Table, key.FeedPointer(u, w, id))
	if err != nil {
		return k, err
	}
	return table.GetExisting[people.APIKey](ctx, s.Table, key.APIKey(pointer.Digest))
}

// DeleteCalendarFeed deletes a calendar feed that was read. Errors: not_found when another request deleted it.
func (s *Store) DeleteCalendarFeed(ctx context.Context, k people.APIKey) (err error) {
	defer core.Wrap(&err, "DeleteCalendarFeed", k.ID)
	return s.Table.Commit(ctx, append(s.AuditActions(ctx, k.WorkspaceID, audit.FeedDeletion(k)),
		table.Delete(key.APIKey(k.Digest)).Provided(table.Present).Or(problem.NotFound()),
		table.Delete(key.FeedPointer(k.UserID, k.WorkspaceID, k.ID)))...)
}
