package importer

import (
	"cmp"
	"context"
	"iter"
	"time"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/sources/stintfolder"
	"stint/shared/client"
	"stint/shared/client/api"
)

// PlannedTimesheets are the timesheets of an export. An import submits those of the key's user, and
// an owner or admin decides as in the export.
type PlannedTimesheets struct {
	Submit   int       `json:"submit"`
	Decide   int       `json:"decide"` // of those that are submitted by then
	Existing int       `json:"existing"`
	LeftOut  []LeftOut `json:"left_out"` // the lines name the timesheets
}

// Timesheets are what an import did with timesheets.
type Timesheets struct {
	Submitted int       `json:"submitted"`
	Decided   int       `json:"decided"`
	LeftOut   []LeftOut `json:"left_out"`
}

// timesheetKey is a user and a period, by which a timesheet is found again.
type timesheetKey struct {
	user     uuid.UUID
	from, to string
}

// timesheet is a timesheet of an export, and the one of the workspace for the same user and period.
type timesheet struct {
	api.Submission
	of    stintfolder.Folder
	key   timesheetKey
	label string
	here  *api.SubmissionSummary // nil if there is none
}

const (
	withdrawn = "withdrawn"
	approved  = "approved"
	rejected  = "rejected"
	pending   = "pending"
)

// planTimesheets says what the import does with each timesheet.
func (r *reading) planTimesheets(ctx context.Context) error {
	p := &r.to.plan.Timesheets
	for s, err := range r.timesheets(ctx) {
		if err != nil {
			return err
		}
		reason, submits, decides := r.planOf(s)
		switch {
		case reason != "":
			leaveOut(&p.LeftOut, reason, s.label)
		case !submits && !decides:
			p.Existing++
		}
		if submits {
			p.Submit++
		}
		if decides {
			p.Decide++
		}
	}
	return nil
}

// planOf says whether the import submits a timesheet and decides on it, or why it does not.
func (r *reading) planOf(s timesheet) (reason string, submits, decides bool) {
	decided := int64(0)
	if r.to.workspace.isAdmin {
		decided = s.decisions()
	}
	switch {
	case s.key.user == uuid.Nil:
		return "the person is not mapped to a member", false, false
	case s.Status == withdrawn:
		return "it was withdrawn", false, false
	case s.here != nil:
		isOpen := s.here.Status == "submitted" || s.here.Status == "partially_rejected"
		return "", false, isOpen && s.here.Version < 1+decided // each decision makes a version
	case s.key.user != r.to.workspace.user:
		return "only its owner can submit it, by importing the folder with their own key", false, false
	}
	if reason := r.barredIn(s); reason != "" {
		return reason, false, false
	}
	return "", true, decided > 0
}

// decisions counts the lines that were decided on.
func (s timesheet) decisions() (n int64) {
	for _, l := range s.Lines {
		if l.Status == approved || l.Status == rejected {
			n++
		}
	}
	return n
}

// timesheets reads the timesheets of all exports, one at a time, and finds those of the workspace.
func (r *reading) timesheets(ctx context.Context) iter.Seq2[timesheet, error] {
	return func(yield func(timesheet, error) bool) {
		if len(r.exports) == 0 {
			return
		}
		here, err := r.to.readTimesheets(ctx)
		if err != nil {
			yield(timesheet{}, err)
			return
		}
		for _, e := range r.exports {
			for s, err := range e.Submissions() {
				if !yield(r.to.timesheetOf(e, s, here), err) || err != nil {
					return
				}
			}
		}
	}
}

func (d *destination) timesheetOf(e stintfolder.Folder, s api.Submission,
	here map[timesheetKey]*api.SubmissionSummary) timesheet {
	who := e.PersonOf(s.UserId)
	all := timesheet{Submission: s, of: e, key: keyOfTimesheet(uuid.Nil, s.PeriodStart.Time, s.PeriodEnd.Time)}
	all.label = cmp.Or(who.Name, who.Email) + " " + all.key.from + ".." + all.key.to
	if user, ok := d.people.userOf(who); ok {
		all.key.user = user
		all.here = here[all.key]
	}
	return all
}

func keyOfTimesheet(user uuid.UUID, from, to time.Time) timesheetKey {
	return timesheetKey{user, from.Format(time.DateOnly), to.Format(time.DateOnly)}
}

// readTimesheets reads the timesheets of the workspace. One that was withdrawn there stays so, unless
// there is another of its period.
func (d *destination) readTimesheets(ctx context.Context) (map[timesheetKey]*api.SubmissionSummary, error) {
	all := map[timesheetKey]*api.SubmissionSummary{}
	lists := []*api.SubmissionsListParams{{UserId: &d.workspace.user}} // this list never lags
	if d.workspace.isAdmin {
		lists = append(lists, nil)
	}
	for _, params := range lists {
		for s, err := range client.All(ctx, d.SubmissionsListWithResponse, params) {
			if err != nil {
				return nil, err
			}
			key := keyOfTimesheet(s.UserId, s.PeriodStart.Time, s.PeriodEnd.Time)
			if was := all[key]; was == nil || was.Status == withdrawn {
				all[key] = &s
			}
		}
	}
	return all, nil
}
