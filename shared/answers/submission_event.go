package answers

import "stint/shared/domain"

// SubmissionEvent is one step in the history of a submission.
type SubmissionEvent struct {
	ID         domain.ID                `json:"id"`
	Type       domain.EventType         `json:"type"`
	At         domain.Instant           `json:"at"`
	Actor      Actor                    `json:"actor"`
	LineID     *domain.ID               `json:"line_id"` // null unless the event is about one line
	Reason     *domain.Text             `json:"reason"`
	FromStatus *domain.SubmissionStatus `json:"from_status"` // null for the first event
	ToStatus   domain.SubmissionStatus  `json:"to_status"`
}

// Actor is who caused an event, with their name at that time; "Deleted user" after the deletion of the account.
type Actor struct {
	ID   *domain.ID       `json:"id"` // null for a client
	Name domain.Name      `json:"name"`
	Kind domain.ActorKind `json:"kind"` // user or client
}

// OfSubmissionEvent makes the answer for an event.
func OfSubmissionEvent(e domain.SubmissionEvent) SubmissionEvent {
	answer := SubmissionEvent{
		ID: e.ID, Type: e.Type, At: e.At, LineID: e.LineID.OrNull(), Reason: e.Reason, ToStatus: e.ToStatus,
		Actor: Actor{ID: e.Actor.ID.OrNull(), Name: e.Actor.Name, Kind: e.Actor.Kind},
	}
	if e.FromStatus != "" {
		answer.FromStatus = &e.FromStatus
	}
	return answer
}
