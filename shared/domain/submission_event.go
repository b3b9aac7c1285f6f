package domain

// SubmissionEvent is one step in the history of a submission. Every version of a
// submission has exactly one.
type SubmissionEvent struct {
	ID         ID               `db:"id"`
	Version    int64            `db:"ver"` // of the submission, after the change
	Type       EventType        `db:"type"`
	At         Instant          `db:"at"`
	Actor      Actor            `db:"actor"`
	LineID     ID               `db:"line,omitempty"` // "" if it is not about one line
	Reason     *Text            `db:"reason,omitempty"`
	FromStatus SubmissionStatus `db:"was,omitempty"` // "" for the first
	ToStatus   SubmissionStatus `db:"now"`
}

// EventType says what happened.
type EventType string

// The types of events.
const (
	EventSubmitted         EventType = "submitted"
	EventWithdrawn         EventType = "withdrawn"
	EventResubmitted       EventType = "resubmitted"
	EventReopened          EventType = "reopened"
	EventLineApproved      EventType = "line_approved"
	EventLineRejected      EventType = "line_rejected"
	EventApprovedAll       EventType = "approved_all"
	EventClientLinkCreated EventType = "client_link_created"
	EventClientLinkRevoked EventType = "client_link_revoked"
	EventClientApproved    EventType = "client_approved"
	EventClientRejected    EventType = "client_rejected"
)

// Actor is the user or client who made a change, with their name at that time.
type Actor struct {
	ID   ID        `db:"id,omitempty"` // "" for a client, who has no account
	Name Name      `db:"name"`
	Kind ActorKind `db:"kind"`
}

// ActorKind says whether an actor is a user or a client.
type ActorKind string

// The kinds of actors.
const (
	ActorUser   ActorKind = "user"
	ActorClient ActorKind = "client"
)

// ActorOf is a user as an actor.
func ActorOf(u User) Actor { return Actor{ID: u.ID, Name: u.DisplayName, Kind: ActorUser} }
