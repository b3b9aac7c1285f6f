package importer

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/when"
	"stint/shared/client"
	"stint/shared/client/api"
)

// bringTimesheets submits timesheets of the key's user and decides on timesheets, as planned.
func (x *run) bringTimesheets(ctx context.Context) error {
	if p := x.planned.Plan.Timesheets; p.Submit+p.Decide == 0 {
		return nil
	}
	for s, err := range x.files.timesheets(ctx) {
		if err == nil {
			err = x.bring(ctx, s)
		}
		if p, ok := errors.AsType[*client.Problem](err); ok && isRefusedAlone(p) {
			x.leaveTimesheet(s, p.Detail)
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (x *run) leaveTimesheet(s timesheet, reason string) {
	leaveOut(&x.result.Timesheets.LeftOut, reason, s.label)
}

func (x *run) bring(ctx context.Context, s timesheet) error {
	reason, submits, decides := x.files.planOf(s)
	if reason != "" || !submits && !decides {
		return nil
	}
	var submission *api.Submission
	var err error
	if submits {
		submission, err = x.submit(ctx, s)
	} else {
		submission, err = client.Get(x.to.SubmissionsGetWithResponse(ctx, s.here.Id))
	}
	if err != nil || submission == nil || !decides {
		return err
	}
	return x.decide(ctx, s, *submission)
}

// submit submits the user's time of a period, if this is the time on the timesheet of the export.
// Otherwise it returns nil.
func (x *run) submit(ctx context.Context, s timesheet) (*api.Submission, error) {
	here, err := x.timeOf(ctx, s)
	if err != nil {
		return nil, err
	}
	want := map[lineKey]int64{}
	for line, l := range x.linesOf(s) {
		want[line] = l.EntryCount
	}
	if !maps.Equal(here, want) {
		x.leaveTimesheet(s, cmp.Or(x.refusedIn(s), "the period has other time than this timesheet"))
		return nil, nil
	}
	submission, err := client.Get(x.to.SubmissionsCreateWithResponse(ctx, nil,
		api.SubmissionCreateRequest{PeriodStart: s.PeriodStart, PeriodEnd: s.PeriodEnd, Note: &s.Note}))
	if err == nil {
		x.result.Timesheets.Submitted++
	}
	return submission, err
}

// lineKey is what the entries of a line have in common.
type lineKey struct {
	project, task uuid.UUID // uuid.Nil for none
	isBillable    bool
	currency      string
}

func lineOf(project, task *uuid.UUID, isBillable bool, currency string) lineKey {
	return lineKey{project: orZero(project), task: orZero(task), isBillable: isBillable, currency: currency}
}

func keyOfLine(l api.SubmissionLine) lineKey {
	return lineOf(l.ProjectId, l.TaskId, l.IsBillable, l.Currency)
}

// linesOf are the lines of a timesheet of an export, with the projects and tasks of the workspace.
func (x *run) linesOf(s timesheet) map[lineKey]api.SubmissionLine {
	all := map[lineKey]api.SubmissionLine{}
	for _, l := range s.Lines {
		row := s.of.RowOn(l.ProjectId, l.TaskId)
		all[lineKey{x.idOf(projectOf(row)), x.idOf(taskOf(row)), l.IsBillable, l.Currency}] = l
	}
	return all
}

func (x *run) idOf(r ref) uuid.UUID {
	if record := x.files.catalog.records[r]; record != nil {
		return record.id
	}
	return uuid.Nil
}

// timeOf counts the entries that a submission of a period would take, by their lines.
func (x *run) timeOf(ctx context.Context, s timesheet) (map[lineKey]int64, error) {
	zone := x.to.workspace.zone
	from, to := when.StartOfDay(s.PeriodStart.Time, zone), when.StartOfDay(s.PeriodEnd.AddDate(0, 0, 1), zone)
	all := map[lineKey]int64{}
	err := client.ForEach(client.All(ctx, x.to.EntriesListWithResponse,
		&api.EntriesListParams{From: &from, To: &to, UserId: &x.to.workspace.user}), func(e api.Entry) {
		if e.StoppedAt != nil && e.SubmissionId == nil {
			all[lineOf(e.ProjectId, e.TaskId, e.IsBillable, e.Currency)]++
		}
	})
	return all, err
}

// decide decides on the lines of a timesheet as in the export. It decides on none where the sums are
// others, or where the timesheet was reopened or submitted again.
func (x *run) decide(ctx context.Context, s timesheet, here api.Submission) error {
	want := x.linesOf(s)
	if !isSame(want, here) {
		x.leaveTimesheet(s, "its sums are not those of the export, so it waits for a decision")
		return nil
	}
	if here.Version > 1 {
		if touched, err := x.isTouched(ctx, here); touched || err != nil {
			return err
		}
	}
	if err := x.decideLines(ctx, want, here); err != nil {
		return err
	}
	x.result.Timesheets.Decided++
	return nil
}

// isSame reports whether a timesheet has the lines of one in an export, with the same sums.
func isSame(want map[lineKey]api.SubmissionLine, here api.Submission) bool {
	for _, l := range here.Lines {
		w, ok := want[keyOfLine(l)]
		if !ok || w.EntryCount != l.EntryCount || w.TotalSeconds != l.TotalSeconds ||
			w.Amount != nil && l.Amount != nil && *w.Amount != *l.Amount {
			return false
		}
	}
	return len(here.Lines) == len(want)
}

// isTouched reports whether more happened to a timesheet than that lines were decided on, which an
// import that was broken off did, too.
func (x *run) isTouched(ctx context.Context, here api.Submission) (bool, error) {
	list := client.Below(x.to.SubmissionsEventsWithResponse, here.Id)
	for event, err := range client.All(ctx, list, nil) {
		if err != nil || !slices.Contains([]string{"submitted", "line_approved", "line_rejected"}, event.Type) {
			return true, err
		}
	}
	return false, nil
}

func (x *run) decideLines(ctx context.Context, want map[lineKey]api.SubmissionLine, here api.Submission) error {
	isOpen := func(l api.SubmissionLine) bool { return l.Status != approved }
	if !slices.ContainsFunc(slices.Collect(maps.Values(want)), isOpen) {
		_, err := client.Get(x.to.SubmissionsApproveAllWithResponse(ctx, here.Id, nil))
		return err
	}
	for _, l := range here.Lines {
		w := want[keyOfLine(l)]
		var err error
		switch {
		case l.Status != pending:
		case w.Status == approved:
			_, err = client.Get(x.to.SubmissionsApproveLineWithResponse(ctx, l.Id, nil))
		case w.Status == rejected:
			_, err = client.Get(x.to.SubmissionsRejectLineWithResponse(ctx, l.Id, nil,
				api.SubmissionRejectLineRequest{Reason: w.Reason}))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// barredIn says which project or task of a timesheet bars the rows on it, "" for none. The time itself
// may be in the workspace: an owner or admin imports it for its user, who does not see the project.
func (r *reading) barredIn(s timesheet) string {
	for _, l := range s.Lines {
		row := s.of.RowOn(l.ProjectId, l.TaskId)
		project := r.unbarred.project(row)
		if project == nil || row.Task != "" && r.unbarred.task(row) == nil {
			continue
		}
		reason := r.to.workspace.barredBy(r.unbarred, row)
		if reason != "" && (project.closed || !project.exists()) {
			reason += "; an import by an owner or admin with --settings adds the members of the projects in the export"
		}
		if reason != "" {
			return reason
		}
	}
	return ""
}

// refusedIn says why a project or a task of a timesheet was not made, "" if all were.
func (x *run) refusedIn(s timesheet) string {
	for _, l := range s.Lines {
		if failed := x.failureOf(s.of.RowOn(l.ProjectId, l.TaskId)); failed != nil {
			return failed.Reason
		}
	}
	return ""
}
