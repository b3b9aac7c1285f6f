package submissions

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/route"
)

// event is one step in the history of a submission.
type event struct {
	ID         domain.ID                `json:"id"`
	Type       domain.EventType         `json:"type"`
	At         domain.Instant           `json:"at"`
	Actor      actor                    `json:"actor"`
	LineID     *domain.ID               `json:"line_id"` // null unless the event is about one line
	Reason     *domain.Text             `json:"reason"`
	FromStatus *domain.SubmissionStatus `json:"from_status"` // null for the first event
	ToStatus   domain.SubmissionStatus  `json:"to_status"`
}

// actor is who caused an event, with their name at that time; "Deleted user" after the deletion of the account.
type actor struct {
	ID   *domain.ID       `json:"id"` // null for a client
	Name domain.Name      `json:"name"`
	Kind domain.ActorKind `json:"kind"` // user or client
}

type eventsInput struct{ paging.Query }

func (f *Family) events(ctx context.Context, c *route.Call[eventsInput], s domain.Submission) (route.List[event], error) {
	in, err := c.ReadValid()
	if err != nil {
		return route.List[event]{}, err
	}
	page, err := f.store.SubmissionEvents(ctx, c.WorkspaceID(), s.ID, in.Page(c.Request))
	if err != nil {
		return route.List[event]{}, err
	}
	var actors []domain.ID
	for _, e := range page.Items {
		actors = append(actors, e.Actor.ID)
	}
	deleted, err := f.store.DeletedUsers(ctx, actors...)
	return paging.ToList(page, err, func(e domain.SubmissionEvent) event {
		e.Actor = e.Actor.WithoutName(deleted)
		return toEvent(e)
	})
}

func toEvent(e domain.SubmissionEvent) event {
	answer := event{
		ID: e.ID, Type: e.Type, At: e.At, LineID: e.LineID.OrNull(), Reason: e.Reason, ToStatus: e.ToStatus,
		Actor: actor{ID: e.Actor.ID.OrNull(), Name: e.Actor.Name, Kind: e.Actor.Kind},
	}
	if e.FromStatus != "" {
		answer.FromStatus = &e.FromStatus
	}
	return answer
}
