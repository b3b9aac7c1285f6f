package entries

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type listInput struct {
	paging.Query
	From wire.Optional[domain.Instant] `query:"from"`
	To   wire.Optional[domain.Instant] `query:"to"`
}

func (f *Family) list(ctx context.Context, c *route.Call[listInput]) (route.List[tracking.Entry], error) {
	in, issues, err := c.Read()
	if err != nil {
		return route.List[tracking.Entry]{}, err
	}
	if in.From.Set && in.To.Set && !in.From.Value.Before(in.To.Value.Time) {
		issues.Add("to", problem.RangeInvalid)
	}
	if err := issues.Err(); err != nil {
		return route.List[tracking.Entry]{}, err
	}
	page, err := f.store.Entries(ctx, c.WorkspaceID(), c.User.ID, pointer(in.From), pointer(in.To), in.Page(c.Request), nil)
	return paging.Answer(page, err, func(e domain.Entry) tracking.Entry { return tracking.Answer(c.Caller, e, c.Now) })
}

func pointer(at wire.Optional[domain.Instant]) *domain.Instant {
	if !at.Set {
		return nil
	}
	return &at.Value
}
