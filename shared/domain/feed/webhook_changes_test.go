package feed

import (
	"slices"
	"testing"
	"time"

	"stint/shared/domain"
)

func TestEventsOf(t *testing.T) {
	t.Parallel()
	at := domain.InstantOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))
	before, long := at.Plus(-time.Hour), at.Plus(-24*time.Hour)
	entry := func(version int64, created, stopped domain.Instant) ChangeFacts {
		return ChangeFacts{Type: ChangeEntry, Version: version, CreatedAt: &created, UpdatedAt: &at, StoppedAt: &stopped}
	}
	running := ChangeFacts{Type: ChangeEntry, Version: 1, CreatedAt: &at}
	record := func(kind ChangeType, version int64) ChangeFacts {
		return ChangeFacts{Type: kind, Version: version, CreatedAt: &at}
	}
	deleted := func(kind ChangeType) ChangeFacts { return ChangeFacts{Type: kind, Deleted: true} }
	ended := record(ChangeMember, 2)
	ended.IsEnded = true
	locked := entry(2, before, at)
	locked.IsDelayed = true // a submission took it long after its stop
	for name, c := range map[string]struct {
		facts ChangeFacts
		seen  ChangeSeen
		want  []EventName
	}{
		"a new entry":                     {entry(1, at, before), ChangeSeen{}, []EventName{EntryCreated}},
		"a new entry that was changed":    {entry(2, at, before), ChangeSeen{}, []EventName{EntryCreated, EntryUpdated}},
		"an entry that was changed":       {entry(2, long, before), ChangeSeen{Known: true}, []EventName{EntryUpdated}},
		"a deleted entry":                 {deleted(ChangeEntry), ChangeSeen{}, []EventName{EntryDeleted}},
		"a new timer":                     {running, ChangeSeen{}, []EventName{TimerStarted}},
		"a timer that was changed":        {running, ChangeSeen{Known: true, Running: true}, []EventName{TimerUpdated}},
		"a timer from before the webhook": {running, ChangeSeen{Known: true}, []EventName{TimerUpdated}},
		"its stop":                        {entry(2, before, at), ChangeSeen{Known: true}, []EventName{TimerStopped}},
		"a locked entry":                  {locked, ChangeSeen{Known: true}, []EventName{EntryUpdated}},
		"a timer that was stopped": {entry(2, before, at), ChangeSeen{Known: true, Running: true},
			[]EventName{TimerStopped}},
		"one stopped in the past": {entry(2, at, before), ChangeSeen{Known: true, Running: true},
			[]EventName{TimerStopped}},
		"a timer that was discarded": {deleted(ChangeEntry), ChangeSeen{Known: true, Running: true},
			[]EventName{TimerDiscarded}},
		"a timer started and stopped": {
			entry(2, at, at), ChangeSeen{}, []EventName{TimerStarted, TimerStopped}},
		"a new client": {record(ChangeClient, 1), ChangeSeen{}, []EventName{CustomerCreated}},
		"a new project that was changed": {record(ChangeProject, 3), ChangeSeen{},
			[]EventName{ProjectCreated, ProjectUpdated}},
		"a task that was changed": {
			record(ChangeTask, 3), ChangeSeen{Known: true}, []EventName{TaskUpdated}},
		"a deleted tag": {deleted(ChangeTag), ChangeSeen{Known: true}, []EventName{TagDeleted}},
		"a new member":  {record(ChangeMember, 1), ChangeSeen{}, []EventName{MemberJoined}},
		"a member with another role": {record(ChangeMember, 2), ChangeSeen{Known: true},
			[]EventName{MemberChanged}},
		"a member who left": {ended, ChangeSeen{Known: true}, []EventName{MemberEnded}},
		"a project member, whose age is open": {ChangeFacts{Type: ChangeProjectMember, Version: 1}, ChangeSeen{},
			[]EventName{ProjectMemberUpdated}},
		"a project member who was removed": {
			deleted(ChangeProjectMember), ChangeSeen{}, []EventName{ProjectMemberDeleted}},
		"the workspace": {record(ChangeWorkspace, 7), ChangeSeen{Known: true},
			[]EventName{WorkspaceUpdated}},
		"a submission, which has a history": {
			record(ChangeSubmission, 1), ChangeSeen{}, nil},
		"an invitation, of which nobody hears": {record(ChangeInvitation, 1), ChangeSeen{}, nil},
	} {
		if got := EventsOf(c.facts, c.seen); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// Every event of a change has a name that webhooks may have, and a webhook that names it
// reads the type that it comes from.
func TestEveryEventCanBeNamed(t *testing.T) {
	t.Parallel()
	for kind, names := range recordNames {
		for _, name := range names {
			if !slices.Contains(EventNames(), name) || !slices.Contains(Webhook{Events: []EventName{name}}.ChangeTypesFor(),
				kind) {
				t.Errorf("%s of %s cannot be named", name, kind)
			}
		}
	}
	for _, name := range submissionNames {
		if got := (Webhook{Events: []EventName{name}}).ChangeTypesFor(); !slices.Contains(EventNames(), name) ||
			!slices.Equal(got, []ChangeType{ChangeSubmission}) {
			t.Errorf("%s reads %v", name, got)
		}
	}
	// no invitations
	if got := (Webhook{Events: []EventName{AllEvents}}).ChangeTypesFor(); len(got) != len(ChangeTypes())-1 {
		t.Errorf("* reads %v", got)
	}
}

// Attempts end after three days, and every rest is as long as documented.
func TestAttemptsEndAfterThreeDays(t *testing.T) {
	t.Parallel()
	d, now, last := Delivery{Event: TagCreated, Status: DeliveryPending},
		domain.InstantOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC)), 0
	began := now
	for d.Status == DeliveryPending {
		if d = d.After(Attempt{At: now, Failure: ErrorStatus}); d.NextAttemptAt != nil {
			now = *d.NextAttemptAt
		}
		last++
	}
	if d.Status != DeliveryFailed || d.NextAttemptAt != nil || now.Sub(began.Time) > MaxTrying || last != 42 {
		t.Errorf("%s after %d attempts in %s", d.Status, last, now.Sub(began.Time))
	}
}

// All spellings of a host are one, so that they share its limit of requests.
func TestSpellingsOfAHost(t *testing.T) {
	t.Parallel()
	for want, spellings := range map[string][]WebhookURL{
		"hooks.example.com": {"https://hooks.example.com/a", "https://HOOKS.example.COM/b", "https://hooks.example.com./",
			"https://hooks.example.com:8443/"},
		"xn--mller-kva.example": {"https://xn--mller-kva.example/", "https://m%C3%BCller.example/",
			"https://M%C3%9Cller.example./"},
		"2606:4700::1111": {"https://[2606:4700::1111]/", "https://[2606:4700:0:0:0:0:0:1111]/"},
	} {
		for _, u := range spellings {
			if got := u.Host(); got != want {
				t.Errorf("%s is of %s, want %s", u.Reveal(), got, want)
			}
		}
	}
}
