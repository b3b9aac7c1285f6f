package changes

import (
	"context"
	"slices"

	"stint/shared/changes"
	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/timelog"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

type listInput struct {
	// The most records on a page. Default 50.
	Limit wire.Optional[int] `query:"limit" minimum:"1" maximum:"200"`
	// The next_cursor of the page before.
	Cursor wire.Optional[string] `query:"cursor" maxLength:"4000"`
	// Where to begin: at most 30 days back. Not together with cursor.
	Since wire.Optional[domain.Instant] `query:"since"`
	// Only these kinds of records, separated by commas. A timer is an entry. The same ones on every page.
	Types wire.Optional[[]feed.ChangeType] `query:"types" minItems:"1"`
}

// changeList is a page of changes.
type changeList struct {
	Items      []changeAnswer `json:"items"`
	NextCursor string         `json:"next_cursor"` // where to continue, also after the last change
	HasMore    bool           `json:"has_more"`    // whether to continue at once
}

// IsList marks the answer as a list.
func (changeList) IsList() {}

// changeAnswer is a changed record as it is now.
type changeAnswer struct{ changes.Item }

func (f *Family) list(ctx context.Context, c *route.Call[listInput]) (changeList, error) {
	in, issues, err := c.Read()
	if err != nil {
		return changeList{}, err
	}
	if in.Since.Set && in.Cursor.Set {
		issues.Add("cursor", problem.CursorInvalid)
	}
	if in.Since.Set && issues.IsClean("since") && in.Since.Value.After(c.Now.Add(timelog.ClockSkew)) {
		issues.Add("since", problem.InFuture)
	}
	if err := issues.Err(); err != nil {
		return changeList{}, err
	}
	scope := c.CursorScope("since")
	from, err := f.position(ctx, c.Request, in, scope)
	if err != nil {
		return changeList{}, err
	}
	page := changes.Page{Next: from}
	if in.Since.Set || in.Cursor.Set {
		page, err = f.feed.Read(ctx, changes.Request{Caller: c.Caller, From: from, Types: in.types(),
			Limit: in.Limit.Or(paging.DefaultLimit)})
		if err != nil {
			return changeList{}, err
		}
	}
	next, err := f.store.SealPosition(ctx, scope, string(page.Next))
	items := paging.ToRows(page.Items, func(x changes.Item) changeAnswer { return changeAnswer{x} })
	return changeList{Items: items, NextCursor: string(next), HasMore: page.More}, err
}

// position is where the request begins. Errors: validation cursor_invalid,
// range_too_long.
func (f *Family) position(ctx context.Context, r *route.Request, in listInput, scope string) (changes.Position, error) {
	switch {
	case in.Since.Set:
		return f.feed.Since(in.Since.Value)
	case in.Cursor.Set:
		position, err := f.store.OpenPosition(ctx, scope, store.Cursor(in.Cursor.Value))
		return changes.Position(position), err
	default:
		return f.feed.FromNow(ctx, r.WorkspaceID())
	}
}

// types are the kinds that the request names, sorted, each once.
func (in listInput) types() []feed.ChangeType {
	types := slices.Clone(in.Types.Value)
	slices.Sort(types)
	return slices.Compact(types)
}
