package answers

import (
	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/tracking"
)

// SubmissionEvent is one step in the history of a submission.
type SubmissionEvent struct {
	ID         domain.ID                    `json:"id"`
	Type       timesheets.EventType         `json:"type"`
	At         domain.Instant               `json:"at"`          // When it happened.
	Actor      Actor                        `json:"actor"`       // Who did it.
	LineID     *domain.ID                   `json:"line_id"`     // null unless the event is about one line
	Reason     *domain.Text                 `json:"reason"`      // Why it was rejected; null without a rejection.
	FromStatus *timesheets.SubmissionStatus `json:"from_status"` // null for the first event
	ToStatus   timesheets.SubmissionStatus  `json:"to_status"`
	// whose time a step about a client link concerns; all null in other steps
	LinkID     *domain.ID       `json:"link_id"`
	ClientID   *domain.ID       `json:"client_id"`   // null for time without a client, or of several
	ClientName *domain.Name     `json:"client_name"` // likewise
	CoversAll  *bool            `json:"covers_all"`  // whether the link covers every line
	Seconds    *int64           `json:"seconds"`     // of the lines that the link covers
	Amount     *int64           `json:"amount"`      // likewise, in minor units; null if the caller may not see it
	Currency   *domain.Currency `json:"currency"`
}

// Actor is who caused an event, with their name at that time; "Deleted user" after the deletion of the account.
type Actor struct {
	ID   *domain.ID           `json:"id"` // null for a client
	Name domain.Name          `json:"name"`
	Kind timesheets.ActorKind `json:"kind"` // user or client
}

// OfSubmissionEvent makes the answer for an event of a submission.
func OfSubmissionEvent(v tracking.Viewer, s timesheets.Submission, e timesheets.SubmissionEvent) SubmissionEvent {
	answer := SubmissionEvent{
		ID: e.ID, Type: e.Type, At: e.At, LineID: e.LineID.OrNull(), Reason: e.Reason, ToStatus: e.ToStatus,
		Actor: Actor{ID: e.Actor.ID.OrNull(), Name: e.Actor.Name, Kind: e.Actor.Kind},
	}
	if e.FromStatus != "" {
		answer.FromStatus = &e.FromStatus
	}
	if e.Link != nil {
		answer.addScope(OfLinkScope(v, s, *e.Link))
	}
	return answer
}

func (e *SubmissionEvent) addScope(l LinkScope) {
	e.LinkID, e.ClientID, e.ClientName, e.CoversAll = &l.LinkID, l.ClientID, l.ClientName, &l.CoversAll
	e.Seconds, e.Amount, e.Currency = &l.Seconds, l.Amount, &l.Currency
}
