package reports

import (
	"context"
	"net/http"
	"reflect"
	"strconv"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

type summaryJobInput struct {
	Format wire.Optional[jobFormat] `query:"format" enum:"json,csv"` // Default: the format of the job.
	// Whether a CSV file begins with a byte-order mark, by which spreadsheets recognise UTF-8. Default false.
	BOM wire.Optional[bool] `query:"bom"`
	// The next_cursor or Stint-Next-Cursor of the page before. The first page needs none.
	Cursor wire.Optional[string] `query:"cursor" maxLength:"2000"`
}

// summaryJobAnswer is a job, and a page of its summary when it is done.
//
//openapi:schema SummaryJobResult
type summaryJobAnswer struct {
	summaryJob
	*summaryAnswer         // when the job is done
	NextCursor     *string `json:"next_cursor"` // Leads to more items; null at the end.
}

// summaryJobOrFile is a job as JSON, or a page of its summary as CSV.
type summaryJobOrFile struct {
	summaryJobAnswer
	file *file // nil: the answer is JSON
}

// Respond sends the answer or the file.
func (s summaryJobOrFile) Respond(w http.ResponseWriter) {
	if s.file == nil {
		route.WriteJSON(w, s.summaryJobAnswer)
		return
	}
	s.file.Respond(w)
}

// Variants says that the response is JSON or CSV.
func (summaryJobOrFile) Variants() []route.Variant {
	return []route.Variant{
		{Status: http.StatusOK, MediaType: "application/json", JSON: reflect.TypeFor[summaryJobAnswer]()},
		{Status: http.StatusOK, MediaType: typeCSV},
	}
}

// summaryJob shows a job, with as much of its summary as one response takes. Errors: validation cursor_invalid.
func (f *Family) summaryJob(ctx context.Context, r *route.Request, in summaryJobInput,
	j loadedSummary) (out summaryJobOrFile, err error) {
	out.summaryJob = toSummaryJob(j.SummaryJob)
	if j.Status != domain.JobDone {
		if in.Cursor.Value != "" {
			err = problem.InvalidField("cursor", problem.CursorInvalid)
		}
		return out, err
	}
	answer, err := f.summaryOf(ctx, r, j)
	if err != nil {
		return out, err
	}
	page, err := f.cutToPage(ctx, r.CursorScope(), in.Cursor.Value, &answer)
	if err != nil {
		return out, err
	}
	if in.Format.Or(j.format()) != jobCSV {
		out.summaryAnswer, out.NextCursor = &answer, domain.OrNull(string(page.next))
		return out, nil
	}
	content, _ := summaryTable(answer, j.By).csvRows(page.isFirst, maxFileSize)
	out.file = &file{name: summaryFile, format: formatCSV, content: withBOM(content, page.isFirst && in.BOM.Value),
		next: page.next}
	if page.next != "" {
		out.file.link = r.LinkWithCursor(string(page.next))
	}
	return out, f.store.RecordAudit(ctx, r.WorkspaceID(),
		audit.ExportOf(string(formatCSV), j.Selection.From, j.Selection.To, len(answer.Items)))
}

func (j loadedSummary) format() jobFormat {
	if j.IsCSV {
		return jobCSV
	}
	return jobJSON
}

// summaryOf is the summary of a job that is done.
func (f *Family) summaryOf(ctx context.Context, r *route.Request, j loadedSummary) (summaryAnswer, error) {
	packed, err := f.store.SummaryState(ctx, r.WorkspaceID(), j.SummaryJob)
	if err != nil {
		return summaryAnswer{}, err
	}
	report := j.NewReport()
	if err := report.AddState(packed); err != nil {
		return summaryAnswer{}, err
	}
	answer, err := f.answerOf(ctx, r.Caller, report, j.By, j.Currency)
	answer.From, answer.To = j.Selection.From, j.Selection.To
	return answer, err
}

// summaryPage is a part of the items of a summary.
type summaryPage struct {
	isFirst bool
	next    store.Cursor // "" at the end
}

// cutToPage leaves the items of one page in the answer. Errors: validation cursor_invalid.
func (f *Family) cutToPage(ctx context.Context, scope, cursor string, answer *summaryAnswer) (summaryPage, error) {
	page, start := summaryPage{isFirst: cursor == ""}, 0
	if !page.isFirst {
		position, err := f.store.OpenPosition(ctx, scope, store.Cursor(cursor))
		if err != nil {
			return page, err
		}
		if start, err = strconv.Atoi(position); err != nil || start < 0 || start > len(answer.Items) {
			return page, problem.InvalidField("cursor", problem.CursorInvalid)
		}
	}
	answer.Items = answer.Items[start:]
	size := fitting(answer.Items, maxPartSize)
	if size == len(answer.Items) {
		return page, nil
	}
	answer.Items = answer.Items[:size]
	var err error
	page.next, err = f.store.SealPosition(ctx, scope, strconv.Itoa(start+size))
	return page, err
}
