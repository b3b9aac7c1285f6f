package calendar

import (
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/gcal"
	"stint/shared/oauth"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/vault"
	"stint/shared/wire"
)

type eventsInput struct {
	From wire.Optional[domain.Instant] `query:"from" doc:"What begins at this moment or later; a week ago unless given."`
	To   wire.Optional[domain.Instant] `query:"to" doc:"What begins before this moment; in a week unless given. At most 62 days after from, and fewer where so many would be more than an answer holds."`
}

// eventAnswer is something in a calendar.
type eventAnswer struct {
	ID         string         `json:"id"`
	Provider   string         `json:"provider"`
	CalendarID string         `json:"calendar_id"`
	Title      string         `json:"title"` // empty where the calendar does not tell it
	StartsAt   domain.Instant `json:"starts_at"`
	EndsAt     domain.Instant `json:"ends_at"`
	IsAllDay   bool           `json:"is_all_day"`
	Status     string         `json:"status" enum:"confirmed,tentative"`
	URL        *string        `json:"url"` // of its page at the provider
}

// errTooMany asks for a shorter span.
var errTooMany = problem.InvalidField("to", problem.RangeTooLong)

func (f *Family) events(ctx context.Context, c *route.Call[eventsInput], provider *gcal.Client) (route.List[eventAnswer], error) {
	var answer route.List[eventAnswer]
	in, issues, err := c.Read()
	if err != nil {
		return answer, err
	}
	from, to := span(in, issues, c.Now)
	if err := issues.Err(); err != nil || c.Calendar == nil {
		return answer, err
	}
	called, cancel := context.WithTimeout(ctx, oauth.Visit)
	defer cancel()
	found, err := f.read(called, provider, *c.Calendar, from, to)
	switch {
	case errors.Is(err, errEnded):
		return answer, nil
	case errors.Is(err, gcal.ErrTooMany):
		return answer, errTooMany
	}
	for _, e := range found {
		answer.Items = append(answer.Items, shownEvent(e))
	}
	return answer, f.failed(ctx, err)
}

// span is the time that is asked for.
func span(in eventsInput, issues *wire.Issues, now domain.Instant) (from, to domain.Instant) {
	from, to = now.Plus(-domain.CalendarAround), now.Plus(domain.CalendarAround)
	if in.From.Set {
		from = in.From.Value
	}
	if in.To.Set {
		to = in.To.Value
	}
	if !issues.Clean("from") || !issues.Clean("to") {
		return from, to
	}
	switch length := to.Sub(from.Time); {
	case length <= 0:
		issues.Add("to", problem.RangeInvalid)
	case length > domain.MaxCalendarSpan:
		issues.Add("to", problem.RangeTooLong)
	}
	return from, to
}

// read asks the provider. An access token that is at its end is renewed before,
// and one that cannot be used before its end afterwards, once.
func (f *Family) read(ctx context.Context, provider *gcal.Client, c domain.CalendarConnection, from, to domain.Instant) ([]gcal.Event, error) {
	if c.Status == domain.CalendarReconnect {
		return nil, problem.New(problem.CalendarTokenRevoked)
	}
	if c.Fresh(domain.At(f.now())) {
		found, err := f.list(ctx, provider, c, from, to)
		if !gcal.Is(err, gcal.Expired) && !errors.Is(err, vault.ErrSealed) {
			return found, err
		}
	}
	c, err := f.renewed(ctx, c)
	if err != nil {
		return nil, err
	}
	return f.list(ctx, provider, c, from, to)
}

// list asks the provider with the connection's access token. That its grant does
// not reach as far as it should is kept.
func (f *Family) list(ctx context.Context, provider *gcal.Client, c domain.CalendarConnection, from, to domain.Instant) ([]gcal.Event, error) {
	access, err := f.vault.Open(ctx, c.UserID, c.Access)
	if err != nil {
		return nil, err
	}
	found, err := provider.Events(ctx, access, from, to)
	return found, f.withdrawn(ctx, c, err)
}

// withdrawn keeps that a grant does not reach as far as it should.
func (f *Family) withdrawn(ctx context.Context, c domain.CalendarConnection, err error) error {
	if !gcal.Is(err, gcal.Revoked) {
		return err
	}
	if _, err := f.store.ChangeCalendar(ctx, c.Revoked()); err != nil && !problem.Is(err, problem.Conflict) {
		return err
	}
	return problem.Wrap(problem.CalendarTokenRevoked, err)
}

func shownEvent(e gcal.Event) eventAnswer {
	answer := eventAnswer{
		ID: e.ID, Provider: domain.ProviderExternal, CalendarID: e.CalendarID, Title: e.Title,
		StartsAt: e.Starts, EndsAt: e.Ends, IsAllDay: e.AllDay, Status: e.Status,
	}
	if e.URL != "" {
		answer.URL = &e.URL
	}
	return answer
}
