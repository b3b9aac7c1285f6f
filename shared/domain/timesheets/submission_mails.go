package timesheets

import (
	"stint/shared/domain"
	"stint/shared/domain/people"
)

// MaxApprovers is how many people are mailed that a submission waits for them.
const MaxApprovers = 50

// SubmissionMails lists the mails that an event of a submission causes, and the work that makes
// mails. now is the submission after the event. The client link is that of a client's decision.
// Nobody is mailed about what they did themselves.
func SubmissionMails(w domain.ID, now Submission, e SubmissionEvent, link *ClientLink) []domain.Mail {
	work := domain.Work{Kind: domain.WorkAskApprovers, UserID: now.UserID, WorkspaceID: w, TargetID: now.ID,
		Round: int(e.Version), CreatedAt: e.At}
	switch {
	case now.waitsSince(e):
		return []domain.Mail{work.WithNewID()}
	case now.tellsDecision(e):
		work.Kind = domain.NotifyTimesheetDecided
		return []domain.Mail{work.WithNewID()}
	case link != nil && link.Signature != nil:
		return now.mailsOfSignature(work, *link)
	}
	return nil
}

// waitsSince reports whether the submission waits for decisions because of the event. One that an
// owner or admin reopened waits for those who know of it.
func (s Submission) waitsSince(e SubmissionEvent) bool {
	return (e.Type == EventSubmitted || e.Type == EventResubmitted) && s.CountLines(LinePending) > 0
}

// tellsDecision reports whether the user of the submission is mailed about a decision: the first
// rejection, because the time can be corrected from then on, and the last decision. So a
// round of decisions makes two mails at most.
func (s Submission) tellsDecision(e SubmissionEvent) bool {
	if e.Actor.ID == s.UserID {
		return false
	}
	switch e.Type {
	case EventLineRejected:
		return s.CountLines(LineRejected) == 1 || s.CountLines(LinePending) == 0
	case EventLineApproved, EventApprovedAll:
		return s.CountLines(LinePending) == 0
	}
	return false
}

// StillTells reports whether a mail about the decision of that version is still to be sent: the
// decision stands, and no later one made a mail that says the same. The events are those of
// the submission by version.
func (s Submission) StillTells(version int64, events map[int64]SubmissionEvent) bool {
	stands, last := false, int64(0)
	for _, l := range s.Lines {
		stands = stands || l.DecisionVersion == version
		last = max(last, l.DecisionVersion)
	}
	isLast := version == last || s.CountLines(LinePending) > 0 || events[last].Actor.ID == s.UserID
	return stands && !s.Withdrawn && isLast
}

// mailsOfSignature are the mails about a client's decision: to the user of the submission, to the
// maker of the link, and to a client who signed and was mailed the link, or asked for a copy.
func (s Submission) mailsOfSignature(work domain.Work, link ClientLink) []domain.Mail {
	work.TargetID, work.ParentID = link.ID, s.ID
	toOwner, toMaker, toClient := work.WithNewID(), work.WithNewID(), work.WithNewID()
	toOwner.Kind, toMaker.Kind, toClient.Kind = domain.NotifyClientDecided, domain.NotifyClientDecided,
		domain.MailSignedCopy
	toMaker.UserID = link.CreatedBy
	mails := []domain.Mail{toOwner}
	if link.CreatedBy != s.UserID {
		mails = append(mails, toMaker)
	}
	copies := link.DeliveryOrMail() == DeliverMail || link.Signature.SendsCopy
	if link.Signature.Decision == DecisionApproved && copies {
		mails = append(mails, toClient)
	}
	return mails
}

// WaitsFor reports whether a line waits for a decision of the member, who is not the user of the
// submission.
func (s Submission) WaitsFor(u domain.ID, role people.Role, managed map[domain.ID]bool) bool {
	if s.Withdrawn || u == s.UserID {
		return false
	}
	for _, l := range s.Lines {
		if l.Status == LinePending && s.MayDecide(l, u, role, managed) {
			return true
		}
	}
	return false
}

// PendingProjects lists the projects of the lines that wait for a decision, each once.
func (s Submission) PendingProjects() []domain.ID {
	seen, projects := map[domain.ID]bool{"": true}, []domain.ID(nil)
	for _, l := range s.Lines {
		if l.Status == LinePending && !seen[l.ProjectID] {
			seen[l.ProjectID] = true
			projects = append(projects, l.ProjectID)
		}
	}
	return projects
}
