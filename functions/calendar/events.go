package calendar

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/gcal"
	"stint/shared/oauth"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/vault"
	"stint/shared/wire"
)

type eventsInput struct {
	From wire.Optional[domain.Instant] `query:"from"` // Events that start at this time or later. By default a week ago.
	// Events that start before this time. By default in a week. At most 62 days after from; fewer when there are too
	// many events for one answer.
	To wire.Optional[domain.Instant] `query:"to"`
}

// eventAnswer is an event in a calendar.
type eventAnswer struct {
	ID         string         `json:"id"`
	Provider   string         `json:"provider"`
	CalendarID string         `json:"calendar_id"` // The id of the calendar at the provider.
	Title      string         `json:"title"`       // empty when the calendar hides it
	StartsAt   domain.Instant `json:"starts_at"`   // When the event starts.
	EndsAt     domain.Instant `json:"ends_at"`     // When the event ends, excluded.
	IsAllDay   bool           `json:"is_all_day"`  // Whether the event takes whole days.
	Status     string         `json:"status" enum:"confirmed,tentative"`
	URL        *string        `json:"url"` // page of the event at the provider
}

// errTooManyEvents asks for a shorter period.
var errTooManyEvents = problem.InvalidField("to", problem.RangeTooLong)

func (f *Family) events(ctx context.Context, c *route.Call[eventsInput],
	provider *gcal.Client) (route.List[eventAnswer], error) {
	var answer route.List[eventAnswer]
	in, issues, err := c.Read()
	if err != nil {
		return answer, err
	}
	from, to := parsePeriod(in, issues, c.Now)
	if err := issues.Err(); err != nil || c.Calendar == nil {
		return answer, err
	}
	providerCtx, cancel := context.WithTimeout(ctx, oauth.RequestTimeout)
	defer cancel()
	found, err := f.readEvents(providerCtx, provider, *c.Calendar, from, to)
	switch {
	case errors.Is(err, errDisconnected):
		return answer, nil
	case errors.Is(err, gcal.ErrTooManyEvents):
		return answer, errTooManyEvents
	}
	for _, e := range found {
		answer.Items = append(answer.Items, toEvent(e))
	}
	return answer, f.logAndWrap(ctx, err)
}

// parsePeriod is the period of the request, a week before and after now by default.
func parsePeriod(in eventsInput, issues *wire.Issues, now domain.Instant) (from, to domain.Instant) {
	from, to = now.Plus(-people.DefaultCalendarMargin), now.Plus(people.DefaultCalendarMargin)
	if in.From.Set {
		from = in.From.Value
	}
	if in.To.Set {
		to = in.To.Value
	}
	if !issues.IsClean("from") || !issues.IsClean("to") {
		return from, to
	}
	switch length := to.Sub(from.Time); {
	case length <= 0:
		issues.Add("to", problem.RangeInvalid)
	case length > people.MaxCalendarSpan:
		issues.AddMessage("to", problem.RangeTooLong,
			fmt.Sprintf("must be at most %d days after from", people.MaxCalendarSpan/(24*time.Hour)))
	}
	return from, to
}

// readEvents reads the events from the provider. It renews the access token first
// when it is about to expire, and once more when the provider refuses it or the
// vault cannot open it.
func (f *Family) readEvents(ctx context.Context, provider *gcal.Client, c people.CalendarConnection, from,
	to domain.Instant) ([]gcal.Event, error) {
	if c.Status == people.CalendarReconnectRequired {
		return nil, problem.New(problem.CodeCalendarTokenRevoked)
	}
	if c.HasFreshToken(domain.InstantOf(f.now())) {
		found, err := f.listEvents(ctx, provider, c, from, to)
		if !gcal.Is(err, gcal.Expired) && !errors.Is(err, vault.ErrCannotOpen) {
			return found, err
		}
	}
	c, err := f.renewAccessToken(ctx, c)
	if err != nil {
		return nil, err
	}
	return f.listEvents(ctx, provider, c, from, to)
}

// listEvents reads the events with the connection's access token. When the provider
// says that the grant was revoked, the connection is marked.
func (f *Family) listEvents(ctx context.Context, provider *gcal.Client, c people.CalendarConnection, from,
	to domain.Instant) ([]gcal.Event, error) {
	access, err := f.vault.Open(ctx, c.UserID, c.AccessToken)
	if err != nil {
		return nil, err
	}
	found, err := provider.Events(ctx, access, from, to)
	return found, f.recordRevocation(ctx, c, err)
}

// recordRevocation marks the connection when err says that the grant was revoked
// or is insufficient.
func (f *Family) recordRevocation(ctx context.Context, c people.CalendarConnection, err error) error {
	if !gcal.Is(err, gcal.Revoked) {
		return err
	}
	if _, err := f.store.ChangeCalendar(ctx, c.RequireReconnect()); err != nil && !problem.Is(err, problem.CodeConflict) {
		return err
	}
	return problem.Wrap(problem.CodeCalendarTokenRevoked, err)
}

func toEvent(e gcal.Event) eventAnswer {
	answer := eventAnswer{
		ID: e.ID, Provider: people.ProviderExternal, CalendarID: e.CalendarID, Title: e.Title,
		StartsAt: e.Start, EndsAt: e.End, IsAllDay: e.AllDay, Status: e.Status,
	}
	if e.URL != "" {
		answer.URL = &e.URL
	}
	return answer
}
