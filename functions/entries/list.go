package entries

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type listInput struct {
	paging.Query
	From wire.Optional[domain.Instant] `query:"from" doc:"Entries that start at this moment or later."`
	To   wire.Optional[domain.Instant] `query:"to" doc:"Entries that start before this moment."`
	tracking.Filter
}

func (f *Family) list(ctx context.Context, c *route.Call[listInput]) (route.List[tracking.Entry], error) {
	none := route.List[tracking.Entry]{}
	in, issues, err := c.Read()
	if err != nil {
		return none, err
	}
	if in.From.Set && in.To.Set && issues.Clean("from") && issues.Clean("to") && !in.From.Value.Before(in.To.Value.Time) {
		issues.Add("to", problem.RangeInvalid)
	}
	reach, err := tracking.ReachOf(ctx, f.store, c.Caller, in.Filter, issues)
	if err != nil {
		return none, err
	}
	page, err := f.walk(ctx, c.Request, reach, store.Span{From: pointer(in.From), To: pointer(in.To)}, in.Page(c.Request))
	if err != nil {
		return none, err
	}
	view, err := reach.View(ctx, f.store, page.Items)
	return paging.Answer(page, err, func(e domain.Entry) tracking.Entry { return view.Show(e, c.Now) })
}

// walk lists what the reach covers, by the index that has the least besides.
func (f *Family) walk(ctx context.Context, r *route.Request, reach tracking.Reach, in store.Span, p store.Page) (store.Listed[domain.Entry], error) {
	switch w := r.WorkspaceID(); {
	case reach.User != "":
		return f.store.Entries(ctx, w, reach.User, in, p, reach.Keep)
	case reach.Project != "":
		return f.store.EntriesOfProject(ctx, w, reach.Project, in, p, reach.Keep)
	default:
		return f.store.EntriesOfAll(ctx, w, in, p, reach.Keep)
	}
}

func pointer(at wire.Optional[domain.Instant]) *domain.Instant {
	if !at.Set {
		return nil
	}
	return &at.Value
}
