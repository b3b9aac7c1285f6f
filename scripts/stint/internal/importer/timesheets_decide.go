package importer

import (
	"context"
	"slices"

	"stint/shared/client"
	"stint/shared/client/api"
)

// decide decides on the lines of a timesheet as in the export. It decides on none where the sums are
// others, or where the timesheet was reopened or submitted again.
func (r *run) decide(ctx context.Context, s timesheet, here api.Submission) error {
	want := r.linesOf(s)
	if !isSame(want, here) {
		r.leaveTimesheet(s, "its sums are not those of the export, so it waits for a decision")
		return nil
	}
	if here.Version > 1 {
		if touched, err := r.isTouched(ctx, here); touched || err != nil {
			return err
		}
	}
	if err := r.decideLines(ctx, want, here); err != nil {
		return err
	}
	r.result.Timesheets.Decided++
	return nil
}

// isSame reports whether a timesheet has the lines of one in an export, with the same sums.
func isSame(want map[lineKey]api.SubmissionLine, here api.Submission) bool {
	for _, l := range here.Lines {
		w, ok := want[lineOf(l.ProjectId, l.TaskId, l.IsBillable, l.Currency)]
		if !ok || w.EntryCount != l.EntryCount || w.TotalSeconds != l.TotalSeconds || w.Amount != nil && l.Amount != nil && *w.Amount != *l.Amount {
			return false
		}
	}
	return len(here.Lines) == len(want)
}

// isTouched reports whether more happened to a timesheet than that lines were decided on, which an
// import that was broken off did, too.
func (r *run) isTouched(ctx context.Context, here api.Submission) (bool, error) {
	list := func(ctx context.Context, p *api.SubmissionsEventsParams, e ...api.RequestEditorFn) (*api.SubmissionsEventsResponse, error) {
		return r.SubmissionsEventsWithResponse(ctx, here.Id, p, e...)
	}
	for event, err := range client.All(ctx, list, &api.SubmissionsEventsParams{Limit: most()}) {
		if err != nil || !slices.Contains([]string{"submitted", "line_approved", "line_rejected"}, event.Type) {
			return true, err
		}
	}
	return false, nil
}

func (r *run) decideLines(ctx context.Context, want map[lineKey]api.SubmissionLine, here api.Submission) error {
	if isAllApproved(want) {
		_, err := client.Get(r.SubmissionsApproveAllWithResponse(ctx, here.Id))
		return err
	}
	for _, l := range here.Lines {
		w := want[lineOf(l.ProjectId, l.TaskId, l.IsBillable, l.Currency)]
		var err error
		switch {
		case l.Status != pending:
		case w.Status == approved:
			_, err = client.Get(r.SubmissionsApproveLineWithResponse(ctx, l.Id))
		case w.Status == rejected:
			_, err = client.Get(r.SubmissionsRejectLineWithResponse(ctx, l.Id, api.SubmissionRejectLineRequest{Reason: w.Reason}))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func isAllApproved(lines map[lineKey]api.SubmissionLine) bool {
	for _, l := range lines {
		if l.Status != approved {
			return false
		}
	}
	return true
}
