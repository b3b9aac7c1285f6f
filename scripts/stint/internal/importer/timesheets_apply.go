package importer

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"net/http"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
)

// bringTimesheets submits timesheets of the key's user and decides on timesheets, as planned.
func (r *run) bringTimesheets(ctx context.Context) error {
	if p := r.Plan.Timesheets; p.Submit+p.Decide == 0 {
		return nil
	}
	for s, err := range r.timesheets(ctx) {
		if err == nil {
			err = r.bring(ctx, s)
		}
		if p, ok := errors.AsType[*client.Problem](err); ok && isOfTimesheet(p) {
			r.leaveTimesheet(s, p.Detail)
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// isOfTimesheet reports whether other timesheets may succeed where one failed.
func isOfTimesheet(p *client.Problem) bool {
	return p.Status == http.StatusConflict || p.Status == http.StatusUnprocessableEntity
}

func (r *run) leaveTimesheet(s timesheet, reason string) {
	leaveOut(&r.result.Timesheets.LeftOut, reason, s.label)
}

func (r *run) bring(ctx context.Context, s timesheet) error {
	reason, submits, decides := r.planOf(s)
	if reason != "" || !submits && !decides {
		return nil
	}
	var submission *api.Submission
	var err error
	if submits {
		submission, err = r.submit(ctx, s)
	} else {
		submission, err = client.Get(r.SubmissionsGetWithResponse(ctx, s.here.Id))
	}
	if err != nil || submission == nil || !decides {
		return err
	}
	return r.decide(ctx, s, *submission)
}

// submit submits the user's time of a period, if this is the time on the timesheet of the export.
// Otherwise it returns nil.
func (r *run) submit(ctx context.Context, s timesheet) (*api.Submission, error) {
	here, err := r.timeOf(ctx, s)
	if err != nil {
		return nil, err
	}
	want := map[lineKey]int64{}
	for line, l := range r.linesOf(s) {
		want[line] = l.EntryCount
	}
	if !maps.Equal(here, want) {
		r.leaveTimesheet(s, cmp.Or(r.refusedIn(s), "the period has other time than this timesheet"))
		return nil, nil
	}
	submission, err := client.Get(r.SubmissionsCreateWithResponse(ctx, api.SubmissionCreateRequest{PeriodStart: s.PeriodStart, PeriodEnd: s.PeriodEnd, Note: &s.Note}))
	if err == nil {
		r.result.Timesheets.Submitted++
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
	l := lineKey{isBillable: isBillable, currency: currency}
	if project != nil {
		l.project = *project
	}
	if task != nil {
		l.task = *task
	}
	return l
}

// linesOf are the lines of a timesheet of an export, with the projects and tasks of the workspace.
func (r *run) linesOf(s timesheet) map[lineKey]api.SubmissionLine {
	all := map[lineKey]api.SubmissionLine{}
	for _, l := range s.Lines {
		row, line := s.of.rowOfLine(l), lineOf(nil, nil, l.IsBillable, l.Currency)
		if l.ProjectId != nil {
			line.project = idOf(r.catalog.projects, projectOf(row))
			if l.TaskId != nil {
				line.task = idOf(r.catalog.tasks, taskOf(row))
			}
		}
		all[line] = l
	}
	return all
}

func idOf[K comparable](records map[K]*record, key K) uuid.UUID {
	if r := records[key]; r != nil {
		return r.id
	}
	return uuid.Nil
}

// timeOf counts the entries that a submission of a period would take, by their lines.
func (r *run) timeOf(ctx context.Context, s timesheet) (map[lineKey]int64, error) {
	from, to := startOf(s.PeriodStart.Time, r.place.zone), startOf(s.PeriodEnd.AddDate(0, 0, 1), r.place.zone)
	all := map[lineKey]int64{}
	for e, err := range client.All(ctx, r.EntriesListWithResponse, &api.EntriesListParams{From: &from, To: &to, UserId: &r.place.user, Limit: most()}) {
		if err != nil {
			return nil, err
		}
		if e.StoppedAt != nil && !e.IsLocked {
			all[lineOf(e.ProjectId, e.TaskId, e.IsBillable, e.Currency)]++
		}
	}
	return all, nil
}
