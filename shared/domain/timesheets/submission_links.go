package timesheets

import (
	"slices"

	"stint/shared/domain"
	"stint/shared/problem"
)

// LatestDecision is the link of the latest decision by a client since the submission was last
// reopened; nil if there is none.
func (s Submission) LatestDecision() (latest *LinkState) {
	for _, l := range s.DecidedLinks() {
		if latest == nil || !l.decidedBefore(*latest) {
			latest = &l
		}
	}
	return latest
}

// Link finds one of the submission's links.
func (s Submission) Link(id domain.ID) (LinkState, bool) {
	for _, l := range s.Links {
		if l.ID == id {
			return l, true
		}
	}
	return LinkState{}, false
}

// LinkStatus is the state of one of the submission's links; void for an unknown
// link.
func (s Submission) LinkStatus(id domain.ID, now domain.Instant) LinkStatus {
	l, ok := s.Link(id)
	if !ok {
		return LinkVoid
	}
	return l.Status(s.Reopens, now)
}

// AddLink adds a link to the submission. Errors: conflict unless the submission
// is approved, and for more than MaxClientLinks.
func (s Submission) AddLink(l LinkState, by Actor, now domain.Instant) (Submission, *SubmissionEvent, error) {
	if s.Status() != Approved {
		return s, nil, problem.Conflict(problem.SubmissionState, "Only an approved submission can be shown to a client.")
	}
	if len(s.Links) >= MaxClientLinks {
		return s, nil, problem.Conflict(problem.LimitReached, "The submission has too many client links.")
	}
	next := s
	l.Reopens = s.Reopens
	next.Links = append(slices.Clone(s.Links), l)
	next, event := next.record(s, SubmissionEvent{Type: EventClientLinkCreated, At: now, Actor: by,
		Link: new(s.ScopeOf(l))})
	return next, event, nil
}

// RevokeLink revokes a link. Errors: conflict if the client has decided.
func (s Submission) RevokeLink(id domain.ID, by Actor, now domain.Instant) (Submission, *SubmissionEvent, error) {
	link, _ := s.Link(id)
	if link.Decision != "" {
		return s, nil, problem.Conflict(problem.AlreadyDecided, "The client has already decided.")
	}
	if link.Revoked {
		return s, nil, nil
	}
	link.Revoked = true
	next, event := s.withLink(link).record(s, SubmissionEvent{Type: EventClientLinkRevoked, At: now, Actor: by,
		Link: new(s.ScopeOf(link))})
	return next, event, nil
}

// DecideLink adds a client's decision to an open link. Errors: conflict if there
// is a decision already; not_found for a link that is not open.
func (s Submission) DecideLink(id domain.ID, by Signature, now domain.Instant) (Submission, *SubmissionEvent, error) {
	link, ok := s.Link(id)
	if !ok {
		return s, nil, problem.NotFound()
	}
	switch link.Status(s.Reopens, now) {
	case LinkOpen:
	case LinkApproved, LinkRejected:
		return s, nil, problem.Conflict(problem.AlreadyDecided, "There is a decision already.")
	default:
		return s, nil, problem.NotFound()
	}
	e := SubmissionEvent{Type: EventClientApproved, At: now, Reason: by.Reason,
		Actor: Actor{Name: by.Name, Kind: ActorClient}, Link: new(s.ScopeOf(link))}
	if by.Decision == DecisionRejected {
		e.Type = EventClientRejected
	}
	link.Decision, link.SignerName, link.SignerEmail, link.DecidedAt = by.Decision, by.Name, by.Email, &now
	link.SHA256 = by.SHA256
	link.Evidence, link.EmailMatches, link.DecisionVersion = by.Evidence, &by.EmailMatches, s.Version+1
	next, event := s.withLink(link).record(s, e)
	return next, event, nil
}

func (s Submission) withLink(link LinkState) Submission {
	s.Links = slices.Clone(s.Links)
	for i, l := range s.Links {
		if l.ID == link.ID {
			s.Links[i] = link
		}
	}
	return s
}

// LoseLinks is the submission with those links marked whose makers may not make
// them any more.
func (s Submission) LoseLinks(lost map[domain.ID]bool) Submission {
	s.Links = slices.Clone(s.Links)
	for i, l := range s.Links {
		s.Links[i].Lost = lost[l.ID]
	}
	return s
}

// OpenLinks are the ids of the links that a client can sign, if their makers may
// still make them.
func (s Submission) OpenLinks(now domain.Instant) []domain.ID {
	var open []domain.ID
	for _, l := range s.Links {
		if l.Status(s.Reopens, now) == LinkOpen {
			open = append(open, l.ID)
		}
	}
	return open
}
