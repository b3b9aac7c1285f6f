package submissions

import (
	"context"

	"stint/shared/answers"
	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/paging"
	"stint/shared/route"
)

func (f *Family) events(ctx context.Context, r *route.Request, in paging.Query,
	s submissionRecord) (route.List[answers.SubmissionEvent], error) {
	page, err := f.store.SubmissionEvents(ctx, r.WorkspaceID(), s.ID, in.Page(r))
	if err != nil {
		return route.List[answers.SubmissionEvent]{}, err
	}
	var actors []domain.ID
	for _, e := range page.Items {
		actors = append(actors, e.Actor.ID)
	}
	deleted, err := f.store.DeletedUsers(ctx, actors...)
	return paging.ToList(page, err, func(e timesheets.SubmissionEvent) answers.SubmissionEvent {
		e.Actor = e.Actor.WithoutName(deleted)
		return answers.OfSubmissionEvent(s.viewer, s.Submission, e)
	})
}
