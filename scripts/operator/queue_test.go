package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/store"
	"stint/shared/store/key"
	"stint/shared/store/peopledb"
)

// addDeadLetters makes a store with three dead letters: a mail, a purge and a clean-up.
func addDeadLetters(t *testing.T) (s *store.Store, ids []domain.ID) {
	t.Helper()
	table, clock := testkit.NewTable(t), testkit.NewClock(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))
	s = store.New(table.Client, table.Name, nil, clock.Now)
	now := domain.InstantOf(clock.Now())
	for _, kind := range []domain.WorkKind{domain.MailPasswordReset, domain.WorkPurge, projects.WorkCleanProject} {
		mail := domain.Work{ID: domain.NewID(), Kind: kind, UserID: "u", TargetID: "t", CreatedAt: now, Tries: 77}
		token := people.MailedToken{Digest: "digest of " + string(mail.ID), Email: "ada@example.com",
			ExpiresAt: now.Plus(time.Hour)}
		if err := s.SendTokenMail(t.Context(), peopledb.TokenMail{Mail: mail, Token: token}); err != nil {
			t.Fatal(err)
		}
		if err := s.GiveUpWork(t.Context(), store.QueuedWork{Work: mail, At: now}); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, mail.ID)
	}
	return s, ids
}

func TestDeadLettersAreListedAndRetried(t *testing.T) {
	t.Parallel()
	s, ids := addDeadLetters(t)
	listed := func() string {
		var out bytes.Buffer
		if err := runQueue(t.Context(), s, &out, []string{"list"}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	before := listed()
	for _, want := range []string{string(ids[0]), "password_reset", "purge", "clean_project", "77",
		"2026-06-17T12:00:00Z"} {
		if !strings.Contains(before, want) {
			t.Errorf("the list lacks %s:\n%s", want, before)
		}
	}
	if strings.Contains(before, "@") || strings.Contains(before, "digest") {
		t.Errorf("the list holds an address or a token:\n%s", before)
	}
	var out bytes.Buffer
	err := runQueue(t.Context(), s, &out, []string{"retry", string(ids[0]), "nothing", string(ids[2])})
	if err == nil || !strings.Contains(err.Error(), "nothing") || strings.Count(out.String(), "is due now") != 2 {
		t.Errorf("a retry of two and an unknown one: %v\n%s", err, out.String())
	}
	if after := listed(); strings.Count(after, "\n") != 2 || !strings.Contains(after, string(ids[1])) {
		t.Errorf("left is\n%s", after)
	}
	due := 0
	for shard := range key.QueueShards {
		for _, err := range s.DueWork(t.Context(), shard) {
			if due++; err != nil {
				t.Error(err)
			}
		}
	}
	if due != 2 {
		t.Errorf("%d are due, want 2", due)
	}
}

func TestTheQueueRefusesOtherCommands(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{nil, {"retry"}, {"list", "all"}, {"bury", "1"}} {
		if err := runQueue(t.Context(), nil, nil, args); err == nil {
			t.Errorf("%v was accepted", args)
		}
	}
}
