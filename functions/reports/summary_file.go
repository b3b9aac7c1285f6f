package reports

import (
	"context"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/reports"
	"stint/shared/route"
)

// summaryOrFile is a summary as JSON, or as a file.
type summaryOrFile struct {
	summaryAnswer
	file *file // nil: the answer is JSON
}

// Respond sends the answer or the file.
func (s summaryOrFile) Respond(w http.ResponseWriter) {
	if s.file == nil {
		route.WriteJSON(w, s.summaryAnswer)
		return
	}
	s.file.Respond(w)
}

// Variants says that the response is JSON, CSV or a workbook.
func (summaryOrFile) Variants() []route.Variant {
	return append([]route.Variant{{Status: http.StatusOK, MediaType: "application/json",
		JSON: reflect.TypeFor[summaryAnswer]()}}, file{}.Variants()...)
}

// summaryFile makes the file of a summary, which the audit log records as an export. Errors: summing.ErrRangeTooLong.
func (f *Family) summaryFile(ctx context.Context, c *route.Call[summaryInput], in summaryInput, answer summaryAnswer,
	by []reports.Grouping) (summaryOrFile, error) {
	made, err := in.encode(ctx, summaryTable(answer, by))
	if err != nil {
		return summaryOrFile{}, err
	}
	return summaryOrFile{file: &made}, f.store.RecordAudit(ctx, c.WorkspaceID(),
		audit.ExportOf(string(in.Format.Value), in.From.Pointer(), in.To.Pointer(), len(answer.Items)))
}

// sumColumns are the columns behind those of the groups.
var sumColumns = []heading{{"hours", 10}, {"seconds", 10}, {"billable_hours", 15}, {"billable_seconds", 16},
	{"hourly_rate", 14}, {"amount", 16}, {"currency", 10}, {"duration", 11}}

// summaryTable is the table of a summary: the groups with their ids, and their sums.
func summaryTable(answer summaryAnswer, by []reports.Grouping) table {
	t := table{file: summaryFile, worksheet: "Summary", rows: len(answer.Items)}
	for _, one := range by {
		t.columns = append(t.columns, heading{string(one), 24})
		if hasID(one) {
			t.columns = append(t.columns, heading{string(one) + "_id", 38})
		}
	}
	groups := len(t.columns)
	t.columns = append(t.columns, sumColumns...)
	t.row = func(n int) []cell {
		item := answer.Items[n]
		return append(groupCells(item, by), sumCells(item.sums, item.HourlyRate, item.Currency)...)
	}
	for range groups {
		t.total = append(t.total, empty)
	}
	t.total[0] = text("Total")
	t.total = append(t.total, sumCells(answer.Total, nil, answer.Currency)...)
	return t
}

// hasID reports whether the key of a grouping is an id.
func hasID(by reports.Grouping) bool {
	return by != reports.ByDay && by != reports.ByRate && by != reports.ByInvoice
}

func groupCells(item summaryItem, by []reports.Grouping) (cells []cell) {
	groups := item.groups()
	for i, one := range by {
		cells = append(cells, groups[i].cell(one, item.Currency))
		if hasID(one) {
			cells = append(cells, text(valueOf(groups[i].Key)))
		}
	}
	return cells
}

// cell is the name of a group, a day or a rate.
func (g SummaryGroup) cell(by reports.Grouping, c domain.Currency) cell {
	switch by {
	case reports.ByDay:
		if day, err := time.Parse(time.DateOnly, valueOf(g.Key)); err == nil {
			return date(day)
		}
	case reports.ByRate:
		if rate, err := strconv.ParseInt(valueOf(g.Key), 10, 64); err == nil {
			return moneyCell{rate, c}
		}
	}
	return text(valueOf(g.Name))
}

func sumCells(s sums, rate *int64, c domain.Currency) []cell {
	return []cell{hours(s.Seconds), number(s.Seconds), hours(s.BillableSeconds), number(s.BillableSeconds),
		amountCell(rate, c), amountCell(s.Amount, c), text(c), duration(s.Seconds)}
}

// valueOf is a value, or the zero value for nil.
func valueOf[T any](p *T) (value T) {
	if p != nil {
		value = *p
	}
	return value
}
