package timesheets_test

import (
	"fmt"
	"slices"
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/timesheets"
)

const (
	submitter domain.ID = "submitter"
	manager   domain.ID = "manager"
)

// submissionWith is a submission with lines of the given statuses.
func submissionWith(statuses ...timesheets.LineStatus) timesheets.Submission {
	s := timesheets.Submission{ID: timesheets.NewSubmissionID(), UserID: submitter, Version: 9}
	for i, status := range statuses {
		s.Lines = append(s.Lines, timesheets.LineState{Number: i + 1, ProjectID: domain.ID(fmt.Sprint("p", i+1)),
			Status: status})
	}
	return s
}

func TestSubmissionMails(t *testing.T) {
	t.Parallel()
	const pending, approved, rejected = timesheets.LinePending, timesheets.LineApproved, timesheets.LineRejected
	signed := func(maker domain.ID, how timesheets.LinkDecision, delivery timesheets.LinkDelivery) *timesheets.ClientLink {
		return &timesheets.ClientLink{ID: "link", CreatedBy: maker, Delivery: delivery,
			Signature: &timesheets.Signature{Decision: how}}
	}
	for _, c := range []struct {
		name  string
		event timesheets.EventType
		actor domain.ID
		after timesheets.Submission
		link  *timesheets.ClientLink
		want  string
	}{
		{"submitted", timesheets.EventSubmitted, submitter, submissionWith(pending), nil, "[ask_approvers submitter]"},
		{"resubmitted", timesheets.EventResubmitted, submitter, submissionWith(pending, approved), nil,
			"[ask_approvers submitter]"},
		{"resubmitted, and nothing waits", timesheets.EventResubmitted, submitter, submissionWith(approved), nil, "[]"},
		{"reopened", timesheets.EventReopened, manager, submissionWith(pending), nil, "[]"},
		{"withdrawn", timesheets.EventWithdrawn, submitter, submissionWith(pending), nil, "[]"},
		{"approved in part", timesheets.EventLineApproved, manager, submissionWith(approved, pending), nil, "[]"},
		{"approved", timesheets.EventApprovedAll, manager, submissionWith(approved, approved), nil,
			"[timesheet_decided submitter]"},
		{"approved by oneself", timesheets.EventApprovedAll, submitter, submissionWith(approved), nil, "[]"},
		{"the first rejection", timesheets.EventLineRejected, manager, submissionWith(rejected, pending, pending), nil,
			"[timesheet_decided submitter]"},
		{"the second rejection", timesheets.EventLineRejected, manager, submissionWith(rejected, rejected, pending), nil,
			"[]"},
		{"the last rejection", timesheets.EventLineRejected, manager, submissionWith(rejected, rejected), nil,
			"[timesheet_decided submitter]"},
		{"signed", timesheets.EventClientApproved, "", submissionWith(approved),
			signed(manager, timesheets.DecisionApproved, timesheets.DeliverMail),
			"[client_decided submitter client_decided manager signed_copy submitter]"},
		{"signed, a link of the user", timesheets.EventClientApproved, "", submissionWith(approved),
			signed(submitter, timesheets.DecisionApproved, timesheets.DeliverSelf),
			"[client_decided submitter]"},
		{"signed, a link from before deliveries", timesheets.EventClientApproved, "", submissionWith(approved),
			signed(submitter, timesheets.DecisionApproved, ""),
			"[client_decided submitter signed_copy submitter]"},
		{"refused", timesheets.EventClientRejected, "", submissionWith(approved),
			signed(manager, timesheets.DecisionRejected, timesheets.DeliverMail),
			"[client_decided submitter client_decided manager]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := timesheets.SubmissionEvent{Type: c.event, Version: c.after.Version, Actor: timesheets.Actor{ID: c.actor}}
			var got []string
			ids := map[domain.ID]bool{}
			for _, m := range timesheets.SubmissionMails("w", c.after, e, c.link) {
				got = append(got, string(m.Kind)+" "+string(m.UserID))
				ids[m.ID] = true
			}
			if fmt.Sprint(got) != c.want || len(ids) != len(got) {
				t.Errorf("mails %v, want %s", got, c.want)
			}
		})
	}
}

func TestMayDecide(t *testing.T) {
	t.Parallel()
	s, manages := submissionWith(timesheets.LinePending, timesheets.LineApproved), map[domain.ID]bool{"p1": true}
	for _, c := range []struct {
		user    domain.ID
		role    people.Role
		managed map[domain.ID]bool
		waits   bool
	}{
		{manager, people.RoleUser, manages, true},
		{manager, people.RoleUser, map[domain.ID]bool{"p2": true}, false},
		{manager, people.RoleUser, nil, false},
		{manager, people.RoleAnalyst, manages, false},
		{manager, people.RoleAdmin, nil, true},
		{manager, people.RoleOwner, nil, true},
		{submitter, people.RoleOwner, nil, false},
		{submitter, people.RoleUser, manages, false},
	} {
		if got := s.WaitsFor(c.user, c.role, c.managed); got != c.waits {
			t.Errorf("%+v: waits %v", c, got)
		}
	}
	if s.Withdrawn = true; s.WaitsFor(manager, people.RoleAdmin, nil) {
		t.Error("a withdrawn submission waits")
	}
}

func TestUserWants(t *testing.T) {
	t.Parallel()
	var u people.User
	muted := u.MuteOnly(domain.NotifyTimerRunningLong)
	for _, kind := range domain.Notifications() {
		if !u.Wants(kind) || muted.Wants(kind) != (kind != domain.NotifyTimerRunningLong) {
			t.Errorf("%s: %v, muted %v", kind, u.Wants(kind), muted.Wants(kind))
		}
	}
	if slices.Contains(domain.Notices(), domain.NotifyTimerRunningLong) || !muted.Wants(domain.NoticePassword) {
		t.Error("a notice about access is no notification")
	}
}
