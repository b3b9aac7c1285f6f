package apikeys

import (
	"context"

	"stint/shared/access"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/store/peopledb"
	"stint/shared/wire"
)

// feedAnswer describes a calendar feed without its address.
//
//openapi:schema CalendarFeed
type feedAnswer struct {
	ID          domain.ID           `json:"id"`
	WorkspaceID domain.ID           `json:"workspace_id"`
	Name        domain.Name         `json:"name"`         // The name of the calendar.
	ProjectID   *domain.ID          `json:"project_id"`   // whose time it has; null for the caller's own
	CreatedAt   domain.Instant      `json:"created_at"`   // When it was made.
	LastUsedAt  *domain.Instant     `json:"last_used_at"` // recorded at most once an hour; null when never used
	ExpiresAt   *domain.Instant     `json:"expires_at"`   // when the workspace's maxKeyDays end it; null for never
	Status      people.APIKeyStatus `json:"status"`       // active, expired or revoked
}

func toFeed(k people.APIKeyDetails, now domain.Instant) feedAnswer {
	return feedAnswer{
		ID: k.ID, WorkspaceID: k.WorkspaceID, Name: k.Name, ProjectID: k.Feed.ProjectID.OrNull(), CreatedAt: k.CreatedAt,
		LastUsedAt: k.LastUsedAt, ExpiresAt: k.ExpiresAt, Status: k.Status(now),
	}
}

func (f *Family) listFeeds(ctx context.Context, r *route.Request, in paging.Query) (route.List[feedAnswer], error) {
	page, err := f.store.UserKeys(ctx, r.User.ID, r.WorkspaceID(), peopledb.CalendarFeeds, in.Page(r))
	return paging.ToList(page, err, func(k people.APIKeyDetails) feedAnswer { return toFeed(k, r.Now) })
}

type createFeedInput struct {
	Body struct {
		Name domain.Name `json:"name" bounds:"shownName"`
		// The project whose time the feed has. Without it, the feed has the caller's own time.
		ProjectID wire.Optional[domain.ID] `json:"projectId"`
	}
}

// createFeedAnswer describes a new calendar feed with its address.
//
//openapi:schema NewCalendarFeed
type createFeedAnswer struct {
	feedAnswer
	URL *route.ShownOnce `json:"url"` // shown only here; null in a replay
}

func (f *Family) createFeed(ctx context.Context, c *route.Call[createFeedInput]) (createFeedAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return createFeedAnswer{}, err
	}
	project := in.Body.ProjectID
	if project.Set && issues.IsClean("projectId") {
		if err := f.checkFeedProject(ctx, c.Request, project.Value, issues); err != nil {
			return createFeedAnswer{}, err
		}
	}
	if err := issues.Err(); err != nil {
		return createFeedAnswer{}, err
	}
	token := people.NewFeedToken()
	feed := people.NewCalendarFeed(c.User, *c.Member, *c.Workspace, in.Body.Name, project.Value,
		people.FeedDigest(token), c.Now)
	created := createFeedAnswer{feedAnswer: toFeed(people.APIKeyDetails{APIKey: feed, User: &c.User, Member: c.Member,
		Workspace: c.Workspace}, c.Now)}
	created.URL = new(route.ShownOnce(f.publicURL + "/feeds/" + token + ".ics"))
	return created, f.store.CreateCalendarFeed(ctx, feed, *c.Workspace, c.Remember(created))
}

// checkFeedProject adds an issue for a project that the caller does not see. Errors: forbidden with role_insufficient
// for one whose time they may not read.
func (f *Family) checkFeedProject(ctx context.Context, r *route.Request, id domain.ID, issues *wire.Issues) error {
	found, err := f.store.ProjectAccess(ctx, r.WorkspaceID(), id, r.User.ID)
	var seen access.Project
	if err == nil {
		seen, err = access.RequireVisible(r.Caller, found)
	}
	switch {
	case problem.Is(err, problem.CodeNotFound):
		issues.Add("projectId", problem.ProjectNotFound)
		return access.CheckUnknownRefs(ctx, f.store, r.Caller, store.UnknownRefs{Projects: []domain.ID{id}}, issues)
	case err == nil && !seen.SeesTime(r.Caller):
		return problem.Forbidden(problem.RoleInsufficient)
	}
	return err
}

// loadFeed finds the caller's feed that the path names. Errors: not_found.
func (f *Family) loadFeed(ctx context.Context, r *route.Request) (people.APIKey, error) {
	return f.store.CalendarFeed(ctx, r.User.ID, r.WorkspaceID(), r.ID("id"))
}

func (f *Family) removeFeed(ctx context.Context, c *route.Call[route.NoInput],
	feed people.APIKey) (route.Deleted, error) {
	return route.NewDeleted(feed.ID), f.store.DeleteCalendarFeed(ctx, feed)
}
