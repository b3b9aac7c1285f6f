package domain_test

import (
	"fmt"
	"slices"
	"testing"

	"stint/shared/domain"
)

const (
	submitter domain.ID = "submitter"
	manager   domain.ID = "manager"
)

// submissionWith is a submission with lines of the given statuses.
func submissionWith(statuses ...domain.LineStatus) domain.Submission {
	s := domain.Submission{ID: domain.NewSubmissionID(), UserID: submitter, Version: 9}
	for i, status := range statuses {
		s.Lines = append(s.Lines, domain.LineState{Number: i + 1, ProjectID: domain.ID(fmt.Sprint("p", i+1)), Status: status})
	}
	return s
}

func TestSubmissionMails(t *testing.T) {
	t.Parallel()
	const pending, approved, rejected = domain.LinePending, domain.LineApproved, domain.LineRejected
	signed := func(maker domain.ID, how domain.LinkDecision, delivery domain.LinkDelivery) *domain.ClientLink {
		return &domain.ClientLink{ID: "link", CreatedBy: maker, Delivery: delivery, Signature: &domain.Signature{Decision: how}}
	}
	for _, c := range []struct {
		name  string
		event domain.EventType
		actor domain.ID
		after domain.Submission
		link  *domain.ClientLink
		want  string
	}{
		{"submitted", domain.EventSubmitted, submitter, submissionWith(pending), nil, "[ask_approvers submitter]"},
		{"resubmitted", domain.EventResubmitted, submitter, submissionWith(pending, approved), nil, "[ask_approvers submitter]"},
		{"resubmitted, and nothing waits", domain.EventResubmitted, submitter, submissionWith(approved), nil, "[]"},
		{"reopened", domain.EventReopened, manager, submissionWith(pending), nil, "[]"},
		{"withdrawn", domain.EventWithdrawn, submitter, submissionWith(pending), nil, "[]"},
		{"approved in part", domain.EventLineApproved, manager, submissionWith(approved, pending), nil, "[]"},
		{"approved", domain.EventApprovedAll, manager, submissionWith(approved, approved), nil, "[timesheet_decided submitter]"},
		{"approved by oneself", domain.EventApprovedAll, submitter, submissionWith(approved), nil, "[]"},
		{"the first rejection", domain.EventLineRejected, manager, submissionWith(rejected, pending, pending), nil, "[timesheet_decided submitter]"},
		{"the second rejection", domain.EventLineRejected, manager, submissionWith(rejected, rejected, pending), nil, "[]"},
		{"the last rejection", domain.EventLineRejected, manager, submissionWith(rejected, rejected), nil, "[timesheet_decided submitter]"},
		{"signed", domain.EventClientApproved, "", submissionWith(approved), signed(manager, domain.DecisionApproved, domain.DeliverMail),
			"[client_decided submitter client_decided manager signed_copy submitter]"},
		{"signed, a link of the user", domain.EventClientApproved, "", submissionWith(approved), signed(submitter, domain.DecisionApproved, domain.DeliverSelf),
			"[client_decided submitter]"},
		{"signed, a link from before deliveries", domain.EventClientApproved, "", submissionWith(approved), signed(submitter, domain.DecisionApproved, ""),
			"[client_decided submitter signed_copy submitter]"},
		{"refused", domain.EventClientRejected, "", submissionWith(approved), signed(manager, domain.DecisionRejected, domain.DeliverMail),
			"[client_decided submitter client_decided manager]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := domain.SubmissionEvent{Type: c.event, Version: c.after.Version, Actor: domain.Actor{ID: c.actor}}
			var got []string
			ids := map[domain.ID]bool{}
			for _, m := range domain.SubmissionMails("w", c.after, e, c.link) {
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
	s, manages := submissionWith(domain.LinePending, domain.LineApproved), map[domain.ID]bool{"p1": true}
	for _, c := range []struct {
		user    domain.ID
		role    domain.Role
		managed map[domain.ID]bool
		waits   bool
	}{
		{manager, domain.RoleUser, manages, true},
		{manager, domain.RoleUser, map[domain.ID]bool{"p2": true}, false},
		{manager, domain.RoleUser, nil, false},
		{manager, domain.RoleAnalyst, manages, false},
		{manager, domain.RoleAdmin, nil, true},
		{manager, domain.RoleOwner, nil, true},
		{submitter, domain.RoleOwner, nil, false},
		{submitter, domain.RoleUser, manages, false},
	} {
		if got := s.WaitsFor(c.user, c.role, c.managed); got != c.waits {
			t.Errorf("%+v: waits %v", c, got)
		}
	}
	if s.Withdrawn = true; s.WaitsFor(manager, domain.RoleAdmin, nil) {
		t.Error("a withdrawn submission waits")
	}
}

func TestUserWants(t *testing.T) {
	t.Parallel()
	var u domain.User
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
