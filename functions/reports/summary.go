package reports

import (
	"context"
	"slices"
	"strings"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/summing"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type summaryInput struct {
	tracking.Period
	// One to three, each once, separated by commas. Default project.
	GroupBy wire.Optional[[]reports.Grouping] `query:"group_by" enum:"user,project,client,task,tag,day,rate,invoice" bounds:"groupings"`
	fileInput
}

// summaryAnswer are the sums of the entries by group.
//
//openapi:schema ReportSummary
type summaryAnswer struct {
	From     *domain.Instant `json:"from"`     // null if the request has none
	To       *domain.Instant `json:"to"`       // null if the request has none
	GroupBy  string          `json:"group_by"` // several are separated by commas
	Currency domain.Currency `json:"currency"` // the workspace's
	Items    []summaryItem   `json:"items"`
	Total    sums            `json:"total"` // The sums of all groups.
}

// summaryItem is one group, or the part of it in one currency.
//
//openapi:schema ReportGroup
type summaryItem struct {
	*SummaryGroup
	Keys     []SummaryGroup  `json:"keys,omitzero"` // of several groupings, in the order of group_by
	Currency domain.Currency `json:"currency"`      // of the amount
	sums
	// The rate of all time of the group, in minor units per hour; null if it has several or none, or one that the caller
	// may not see. Time that is not billable has none.
	HourlyRate *int64 `json:"hourly_rate"`
}

// SummaryGroup is one group. An item has it itself when the summary groups by one property,
// and in keys when it groups by several.
type SummaryGroup struct {
	// id, date, rate in minor units, or mark of an invoice; null for none, and for a rate that the caller may not see
	Key  *string      `json:"key"`
	Name *domain.Name `json:"name"` // of a rate such as 85.00; null for none, or if the caller cannot see it
}

// sums are the sums of all entries of a summary.
//
//openapi:schema ReportSums
type sums struct {
	Seconds         int64 `json:"seconds"`          // The tracked time in seconds.
	BillableSeconds int64 `json:"billable_seconds"` // The seconds of the billable entries.
	// minor units; null if it contains an amount that the caller may not see
	Amount *int64 `json:"amount"`
}

func (f *Family) summary(ctx context.Context, c *route.Call[summaryInput]) (summaryOrFile, error) {
	in, issues, err := c.Read()
	if err != nil {
		return summaryOrFile{}, err
	}
	by := checkGroupings(in.GroupBy, "group_by", issues)
	report := reports.NewReport(by, c.Workspace.Timezone.Location(), c.Billing.Rounding)
	scope, err := in.ScopeOfQuery(ctx, f.store, c.Caller, issues)
	if err != nil {
		return summaryOrFile{}, err
	}
	if err := f.SumUp(ctx, c.Request, scope, report); err != nil {
		return summaryOrFile{}, err
	}
	answer, err := f.answerOf(ctx, c.Caller, report, by, c.Billing.Currency)
	if err != nil {
		return summaryOrFile{}, err
	}
	if len(by) > 1 && fitting(answer.Items, in.sizeLimit(ctx)) < len(answer.Items) {
		return summaryOrFile{}, summing.ErrRangeTooLong
	}
	answer.From, answer.To = in.From.Pointer(), in.To.Pointer()
	if !in.Format.Set {
		return summaryOrFile{summaryAnswer: answer}, nil
	}
	return f.summaryFile(ctx, c, in, answer, by)
}

// answerOf is what a caller may see of a report, without its period.
func (f *Family) answerOf(ctx context.Context, c auth.Caller, report *reports.Report, by []reports.Grouping,
	currency domain.Currency) (summaryAnswer, error) {
	l, err := f.loadLabels(ctx, c, groupRefs(c, report, by), slices.Contains(by, reports.ByClient))
	if err != nil {
		return summaryAnswer{}, err
	}
	return summaryAnswer{
		GroupBy: joinGroupings(by), Currency: currency, Items: toItems(report.Rows(l.projectInfo()), by, l),
		Total: sums(report.Total(currency, l.projectInfo())),
	}, nil
}

// checkGroupings is what a summary groups by. A repeated one is an issue of the field of that name.
func checkGroupings(sent wire.Optional[[]reports.Grouping], name string, issues *wire.Issues) []reports.Grouping {
	by := sent.Or([]reports.Grouping{reports.ByProject})
	for i, one := range by {
		if slices.Contains(by[:i], one) && issues.IsClean(name) {
			issues.Add(name, problem.DuplicateValue)
		}
	}
	return by
}

func joinGroupings(by []reports.Grouping) string {
	texts := make([]string, len(by))
	for i, one := range by {
		texts[i] = string(one)
	}
	return strings.Join(texts, ",")
}

// groupRefs returns the ids of the groups' records, and of the projects if they
// decide what the caller sees.
func groupRefs(c auth.Caller, r *reports.Report, by []reports.Grouping) store.Refs {
	refs := store.Refs{Users: r.GroupIDs(reports.ByUser), Tags: r.GroupIDs(reports.ByTag),
		Tasks: r.GroupIDs(reports.ByTask)}
	ofProjects := slices.ContainsFunc(by, func(one reports.Grouping) bool {
		return one == reports.ByProject || one == reports.ByClient || one == reports.ByTask
	})
	if ofProjects || !c.SeesRates() {
		refs.Projects = r.ProjectIDs()
	}
	return refs
}
