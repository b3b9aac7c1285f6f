package timesheets

import (
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
)

// RememberProjects is the submission with the projects that it is and was on, after a change
// of its lines. was is the submission before the change; nil for a new one.
func (s Submission) RememberProjects(was *Submission, now domain.Instant) Submission {
	if was == nil {
		return s
	}
	made := was.Made()
	s.FirstSubmittedAt, s.ProjectStays = &made.At, was.ProjectStays
	before, after := was.Projects(), s.Projects()
	for _, id := range before {
		if !slices.Contains(after, id) {
			s.ProjectStays = domain.RememberProject(s.ProjectStays, id, made)
		}
	}
	for _, id := range after {
		if !slices.Contains(before, id) {
			s.ProjectStays = domain.RememberProject(s.ProjectStays, id, *domain.OrderedNow(now))
		}
	}
	return s
}

// Projects lists the projects of the lines, each once.
func (s Submission) Projects() (all []domain.ID) {
	for _, l := range s.Lines {
		if l.ProjectID != "" && !slices.Contains(all, l.ProjectID) {
			all = append(all, l.ProjectID)
		}
	}
	return all
}

// ErrSubmissionOpen refuses a second open submission of a day.
var ErrSubmissionOpen = problem.Conflict(problem.SubmissionOpen, "There is an open submission for some of these days.")

// CheckOtherSubmissions checks that no other submission of the same user is open for
// some of the submission's days. It returns those whose first round is still being
// made: they must be abandoned, because each would become open later. Errors:
// conflict.
func (s Submission) CheckOtherSubmissions(others []Submission) (unfinished []Submission, err error) {
	for _, other := range others {
		switch {
		case other.ID == s.ID, !other.IntersectsPeriod(s.PeriodStart, s.PeriodEnd):
		case other.IsOpen():
			return nil, ErrSubmissionOpen
		case !other.Visible():
			unfinished = append(unfinished, other)
		}
	}
	return unfinished, nil
}

// SubmissionEvent is one step in the history of a submission. Every version of a
// submission has exactly one.
type SubmissionEvent struct {
	ID         domain.ID        `db:"id"`
	Version    int64            `db:"ver"` // of the submission, after the change
	Type       EventType        `db:"type"`
	At         domain.Instant   `db:"at"`
	Actor      Actor            `db:"actor"`
	LineID     domain.ID        `db:"line,omitempty"` // "" if it is not about one line
	Reason     *domain.Text     `db:"reason,omitempty"`
	FromStatus SubmissionStatus `db:"was,omitempty"` // "" for the first
	ToStatus   SubmissionStatus `db:"now"`
	Link       *LinkScope       `db:"link,omitempty"` // whose time a step about a client link concerns; nil for others
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
	ID   domain.ID   `db:"id,omitempty"` // "" for a client, who has no account
	Name domain.Name `db:"name"`
	Kind ActorKind   `db:"kind"`
}

// ActorKind says whether an actor is a user or a client.
type ActorKind string

// The kinds of actors.
const (
	ActorUser   ActorKind = "user"
	ActorClient ActorKind = "client"
)

// ActorOf is a user as an actor.
func ActorOf(u people.User) Actor { return Actor{ID: u.ID, Name: u.DisplayName, Kind: ActorUser} }

// Records of the past keep the names of their time. They are shown without those of
// deleted accounts.

// WithoutName is the actor as it is shown after the deletion of accounts.
func (a Actor) WithoutName(deleted map[domain.ID]bool) Actor {
	if deleted[a.ID] {
		a.Name = people.DeletedUserName
	}
	return a
}
