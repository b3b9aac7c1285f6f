package account

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/timesheets"
	"stint/shared/paging"
	"stint/shared/route"
	"stint/shared/store"
)

// withheldReason is why an export has no time of a workspace: one of these, or what the caller's session lacks.
type withheldReason string

const (
	membershipEnded withheldReason = "membership_ended"
	sessionsEnded   withheldReason = "sessions_ended" // an admin ended the sessions of the member
)

// exportAnswer is a page of the export.
type exportAnswer struct {
	ExportedAt  domain.Instant       `json:"exported_at"` // When the export was made.
	Account     *exportedAccount     `json:"account"`     // null after the first page
	Entries     []exportedEntry      `json:"entries"`     // The entries.
	Submissions []exportedSubmission `json:"submissions"` // The submissions.
	NextCursor  *string              `json:"next_cursor"` // null on the last page
}

// exportedEntry is an entry or a running timer of the caller.
type exportedEntry struct {
	ID          domain.ID       `json:"id"`
	WorkspaceID domain.ID       `json:"workspace_id"`
	ProjectID   *domain.ID      `json:"project_id"`
	TaskID      *domain.ID      `json:"task_id"`
	Description domain.Text     `json:"description"`
	TagIDs      []domain.ID     `json:"tag_ids"`
	StartedAt   domain.Instant  `json:"started_at"`
	StoppedAt   *domain.Instant `json:"stopped_at"` // null while it runs
	IsBillable  bool            `json:"is_billable"`
	CreatedAt   domain.Instant  `json:"created_at"`
	UpdatedAt   domain.Instant  `json:"updated_at"`
}

// exportedSubmission is a submission of the caller.
type exportedSubmission struct {
	ID           domain.ID                   `json:"id"`
	WorkspaceID  domain.ID                   `json:"workspace_id"`
	PeriodStart  domain.Date                 `json:"period_start"` // The first day of the period.
	PeriodEnd    domain.Date                 `json:"period_end"`   // the last day of the period
	Status       timesheets.SubmissionStatus `json:"status"`
	TotalSeconds int64                       `json:"total_seconds"` // The tracked time in seconds.
	Note         domain.Text                 `json:"note"`          // A remark of the user for those who approve.
	// When the submission was last submitted or resubmitted.
	SubmittedAt domain.Instant `json:"submitted_at"`
}

// export shows the caller what the service holds about them.
func (f *Family) export(ctx context.Context, r *route.Request, in paging.Query) (exportAnswer, error) {
	answer := exportAnswer{ExportedAt: r.Now, Entries: []exportedEntry{}, Submissions: []exportedSubmission{}}
	page := in.Page(r)
	page.Limit = in.Limit.Or(maxExportPage)
	memberships, err := f.store.AllMemberships(ctx, r.User.ID)
	if err != nil {
		return answer, err
	}
	var open []domain.ID
	for _, m := range memberships {
		if timeWithheld(r.Caller, m) == nil {
			open = append(open, m.Workspace.ID)
		}
	}
	found, err := f.store.OwnTime(ctx, r.User.ID, open, page)
	if err != nil {
		return answer, err
	}
	answer.add(found)
	if !in.Cursor.Set {
		answer.Account, err = f.exportAccount(ctx, r, memberships)
	}
	return answer, err
}

// timeWithheld is why the export has no time of a workspace; nil if it has it. What a member tracked is the
// workspace's: whoever left it, was signed out of it, or does not sign in as it requires, does not take it along.
func timeWithheld(c auth.Caller, m people.Membership) *withheldReason {
	reason := withheldReason(m.Workspace.MissingProof(c.User, c.Session, c.From))
	switch {
	case !m.Member.Active():
		reason = membershipEnded
	case !c.Session.Enters(m.Member):
		reason = sessionsEnded
	}
	return domain.OrNull(reason)
}

// maxExportPage is the most entries and submissions on a page. The store also bounds
// their size.
const maxExportPage = 2000

func (a *exportAnswer) add(page store.Page[store.OwnTime]) {
	for _, x := range page.Items {
		if e := x.Entry; e != nil {
			a.Entries = append(a.Entries, exportedEntry{
				ID: e.ID, WorkspaceID: x.WorkspaceID, ProjectID: e.ProjectID.OrNull(), TaskID: e.TaskID.OrNull(),
				Description: e.Description, TagIDs: e.TagIDs, StartedAt: e.StartedAt, StoppedAt: e.StoppedAt,
				IsBillable: e.IsBillable, CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt,
			})
		}
		if s := x.Submission; s != nil {
			a.Submissions = append(a.Submissions, exportedSubmission{
				ID: s.ID, WorkspaceID: x.WorkspaceID, PeriodStart: s.PeriodStart, PeriodEnd: s.PeriodEnd, Status: s.Status(),
				TotalSeconds: s.Seconds, Note: s.Note, SubmittedAt: s.SubmittedAt,
			})
		}
	}
	a.NextCursor = domain.OrNull(string(page.Next))
}
