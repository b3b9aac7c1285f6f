package reports

import (
	"context"
	"net/netip"
	"slices"
	"strings"
	"time"

	"stint/shared/access"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
)

// The bounds of a calendar feed. The span begins with a day of UTC, so that a feed without changes is the same all day.
const (
	feedPast       = 60 * domain.Day
	maxFeedEntries = 1000
	maxFeedText    = 1_500_000 // bytes of what their events say, before lines are folded
	maxFeedReads   = 60        // of one feed in feedWindow
	feedWindow     = time.Hour
)

// readFeed sends the file of a feed. The user of the feed is the caller from then on, who also pays for large ones.
// Errors: not_found, forbidden, rate_limited.
func (f *Family) readFeed(ctx context.Context, c *route.Call[route.NoInput]) (feedFile, error) {
	from, _ := netip.ParseAddr(c.ClientAddress()) // the zero value if it is not known
	caller, err := f.feeds.AuthenticateFeed(ctx, strings.TrimSuffix(c.PathValue("token"), ".ics"), from)
	if err != nil {
		return feedFile{}, err
	}
	ctx = c.ActAs(ctx, caller)
	if err := f.countFeed(ctx, caller.APIKey.ID); err != nil {
		return feedFile{}, err
	}
	entries, err := f.feedEntries(ctx, caller, c.Now)
	if err != nil {
		return feedFile{}, err
	}
	l, err := f.loadLabels(ctx, caller, refsOf(entries), false)
	if err != nil {
		return feedFile{}, err
	}
	made := feedCalendar{key: *caller.APIKey, labels: l, host: f.host, fallback: caller.Workspace.Name}.encode(entries)
	return feedFile{content: made, ifNoneMatch: c.Header("If-None-Match")}, nil
}

// countFeed counts a reading of a feed. Errors: rate_limited.
func (f *Family) countFeed(ctx context.Context, feed domain.ID) error {
	if !f.limitsFeeds {
		return nil
	}
	return f.store.Count(ctx, domain.Quota{Kind: "feed", Subject: string(feed), Limit: maxFeedReads, Window: feedWindow})
}

// feedEntries are the entries of a feed, newest first. Errors: not_found for a project whose time the caller may not
// read.
func (f *Family) feedEntries(ctx context.Context, c auth.Caller, now domain.Instant) ([]timelog.Entry, error) {
	today := domain.InstantOf(now.Truncate(domain.Day))
	span := timelog.Span{From: new(today.Plus(-feedPast))}
	page, w, project := store.PageRequest{Limit: maxFeedEntries}, c.WorkspaceID(), c.APIKey.Feed.ProjectID
	if project == "" {
		found, err := f.store.Entries(ctx, w, c.User.ID, span, page, store.Filter[timelog.Entry]{})
		return slices.DeleteFunc(found.Items, timelog.Entry.Running), err
	}
	if err := f.requireTimeOf(ctx, c, project); err != nil {
		return nil, err
	}
	found, err := f.store.EntriesOfProject(ctx, w, project, span, page, store.Filter[timelog.Entry]{})
	return slices.DeleteFunc(found.Items, timelog.Entry.Running), err
}

// requireTimeOf checks that the caller may read all time of a project. Errors: not_found.
func (f *Family) requireTimeOf(ctx context.Context, c auth.Caller, project domain.ID) error {
	found, err := f.store.ProjectAccess(ctx, c.WorkspaceID(), project, c.User.ID)
	if err != nil {
		return err
	}
	if seen, err := access.RequireVisible(c, found); err != nil || !seen.SeesTime(c) {
		return problem.NotFound()
	}
	return nil
}
