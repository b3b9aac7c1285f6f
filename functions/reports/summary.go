package reports

import (
	"cmp"
	"context"
	"slices"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

type summaryInput struct {
	period
	GroupBy wire.Optional[domain.Grouping] `query:"group_by" enum:"user,project,client,task,tag,day" doc:"Default project."`
}

type summaryAnswer struct {
	From     domain.Instant  `json:"from"`
	To       domain.Instant  `json:"to"`
	GroupBy  domain.Grouping `json:"group_by"`
	Currency domain.Currency `json:"currency"` // the workspace's
	Items    []summaryItem   `json:"items"`
	Total    sums            `json:"total"`
}

type summaryItem struct {
	Key      *string         `json:"key"`      // id or date; null for none
	Name     *domain.Name    `json:"name"`     // null for none, or if the caller cannot see it
	Currency domain.Currency `json:"currency"` // of the amount
	sums
}

type sums struct {
	Seconds         int64  `json:"seconds"`
	BillableSeconds int64  `json:"billable_seconds"`
	Amount          *int64 `json:"amount"` // minor units; null if it contains an amount that the caller may not see
}

func (f *Family) summary(ctx context.Context, c *route.Call[summaryInput]) (summaryAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return summaryAnswer{}, err
	}
	by := in.GroupBy.Or(domain.ByProject)
	report := domain.NewReport(by, c.Workspace.Timezone.Location(), c.Billing.Rounding)
	err = f.eachEntry(ctx, c.Request, in.period, issues, func(e domain.Entry) error {
		report.Add(e)
		return nil
	})
	if err != nil {
		return summaryAnswer{}, err
	}
	l, err := f.loadLabels(ctx, c.Caller, groupRefs(c.Caller, report, by), by == domain.ByClient)
	if err != nil {
		return summaryAnswer{}, err
	}
	return summaryAnswer{
		From: in.From, To: in.To, GroupBy: by, Currency: c.Billing.Currency,
		Items: toItems(report.Rows(l.projectInfo()), by, l), Total: sums(report.Total(c.Billing.Currency, l.projectInfo())),
	}, nil
}

// groupRefs returns the ids of the groups' records, and of the projects if they
// decide what the caller sees.
func groupRefs(c auth.Caller, r *domain.Report, by domain.Grouping) (refs store.Refs) {
	switch by {
	case domain.ByUser:
		refs.Users = r.GroupIDs()
	case domain.ByTag:
		refs.Tags = r.GroupIDs()
	case domain.ByTask:
		refs.Tasks = r.GroupIDs()
	}
	ofProjects := by == domain.ByProject || by == domain.ByClient || by == domain.ByTask
	if ofProjects || !c.SeesRates() {
		refs.Projects = r.ProjectIDs()
	}
	return refs
}

// toItems converts the groups: days in order, all others by seconds, most
// first, then by name.
func toItems(rows []domain.ReportRow, by domain.Grouping, l labels) []summaryItem {
	all := make([]summaryItem, len(rows))
	for i, row := range rows {
		all[i] = summaryItem{Currency: row.Currency, sums: sums(row.Sums)}
		if row.Key != "" {
			all[i].Key = &row.Key
		}
		if name := l.groupName(row.Key, by); name != "" {
			all[i].Name = &name
		}
	}
	if by == domain.ByDay {
		return all
	}
	slices.SortStableFunc(all, func(a, b summaryItem) int {
		return cmp.Or(cmp.Compare(b.Seconds, a.Seconds), cmp.Compare(a.sortKey(), b.sortKey()))
	})
	return all
}

// sortKey is the normalized name. Items without a name come first.
func (i summaryItem) sortKey() string {
	if i.Name == nil {
		return ""
	}
	return i.Name.Normalize()
}

// groupName is the name of a group, or "".
func (l labels) groupName(key string, by domain.Grouping) domain.Name {
	id := domain.ID(key)
	switch by {
	case domain.ByUser:
		return l.Users[id].DisplayName
	case domain.ByProject:
		return l.Projects[id].Name
	case domain.ByClient:
		return l.Clients[id].Name
	case domain.ByTask:
		return l.taskName(id)
	case domain.ByTag:
		return l.Tags[id].Name
	default:
		return domain.Name(key)
	}
}
