package tracking

import (
	"context"
	"maps"
	"slices"
	"strings"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/domain/timesheets"
	"stint/shared/store/timedb"
	"stint/shared/wire"
)

// Selection is the filter with a range of time as a record keeps it.
func (f Filter) Selection(in timedb.Span) reports.Selection {
	s := reports.Selection{From: in.From, To: in.To, UserID: f.UserID.Value, ProjectID: f.ProjectID.Value,
		TaskID: f.TaskID.Value, TagID: f.TagID.Value, ClientID: f.ClientID.Value, IsBillable: f.IsBillable.Pointer(),
		Search: f.Search.Value, UpdatedSince: f.UpdatedSince.Pointer(), SubmissionID: f.SubmissionID.Value,
		Invoice: f.Invoice.Value, IDs: f.IDs.Value}
	for _, line := range f.SubmissionStatus.Value {
		s.Lines = append(s.Lines, string(line))
	}
	return s
}

// FilterOf is the filter that a selection was made of.
func FilterOf(s reports.Selection) Filter {
	f := Filter{UserID: optional(s.UserID), ProjectID: optional(s.ProjectID), TaskID: optional(s.TaskID),
		TagID: optional(s.TagID), ClientID: optional(s.ClientID), Search: optional(s.Search),
		SubmissionID: optional(s.SubmissionID), Invoice: optional(s.Invoice)}
	if s.IsBillable != nil {
		f.IsBillable = wire.Some(*s.IsBillable)
	}
	if s.UpdatedSince != nil {
		f.UpdatedSince = wire.Some(*s.UpdatedSince)
	}
	if s.IDs != nil {
		f.IDs = wire.Some(s.IDs)
	}
	if s.Lines != nil {
		f.SubmissionStatus = wire.Some([]timesheets.LineOfEntry{})
		for _, line := range s.Lines {
			f.SubmissionStatus.Value = append(f.SubmissionStatus.Value, timesheets.LineOfEntry(line))
		}
	}
	return f
}

// optional is a value that is set unless it is empty.
func optional[T ~string](v T) wire.Optional[T] { return wire.Optional[T]{Value: v, Set: v != ""} }

// RightsAll are the rights of a caller who may read all time.
const RightsAll = "all"

// RightsOf says which time of a filter a caller may read: all, or their own and that of the projects that they manage.
// One user with the same rights reads the same time. Errors: as ScopeOf, except for those of what the filter names.
func RightsOf(ctx context.Context, s ScopeReader, c auth.Caller, f Filter) (string, error) {
	scope := Scope{viewer: Viewer{Caller: c}}
	err := scope.loadManaged(ctx, s, f)
	return scope.Rights(), err
}

// Rights are the rights of the scope's caller, as RightsOf says them.
func (r Scope) Rights() string {
	if !r.isPartial() {
		return RightsAll
	}
	var text strings.Builder
	for _, project := range slices.Sorted(maps.Keys(r.viewer.Managed)) {
		text.WriteString(string(project))
	}
	return domain.Digest(text.String())
}
