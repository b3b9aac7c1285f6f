package worker_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/projects"
)

const (
	nearlyUsedUp = "A budget is nearly used up"
	usedUp       = "A budget is used up"
)

// budgetTeam is a workspace with a project that has a budget of ten hours.
type budgetTeam struct {
	*apitest.Service
	owner, manager, member *apitest.User
	project                string
}

func newBudgetTeam(t *testing.T) budgetTeam {
	t.Helper()
	api := apitest.New(t)
	b := budgetTeam{Service: api, owner: api.Register("olga")}
	b.manager, b.member = b.owner.AddMember("mia", "user"), b.owner.AddMember("will", "user")
	b.project = b.owner.Post("/api/projects", object{"name": "Site.example",
		"budget": object{"kind": "time", "limit": 36_000}}).ID()
	for _, p := range []*apitest.User{b.manager, b.member} {
		b.owner.Post("/api/projects/"+b.project+"/members", object{"userId": p.ID}).OK()
	}
	b.owner.Patch("/api/projects/"+b.project+"/members/"+b.manager.ID+"/manager", object{"isManager": true}).OK()
	return b
}

// track tracks hours of the owner from a moment on.
func (b budgetTeam) track(from, to string) {
	b.owner.Post("/api/entries", object{"projectId": b.project, "startedAt": from, "stoppedAt": to}).OK()
}

// told runs the worker and lists the subjects of the mails about budgets to somebody, oldest first. On a busy machine a
// look may have no time to bring the totals up to date. Then the next look finds them so, and the clock goes on to it.
func (b budgetTeam) told(p *apitest.User) (subjects []string) {
	for i := range 3 {
		if i > 0 {
			b.Clock.Advance(3 * projects.MinBudgetPause)
		}
		b.RunWorker()
	}
	for _, m := range slices.Backward(b.MailsTo(p.Email)) {
		if strings.Contains(m.Subject, "budget") {
			subjects = append(subjects, m.Subject)
		}
	}
	return subjects
}

// wantWatches checks how many workspaces are to be looked at now.
func (b budgetTeam) wantWatches(t *testing.T, when string, want int) {
	t.Helper()
	due, err := b.Deps.Store.DueBudgetWatches(t.Context())
	if err != nil || len(due) != want {
		t.Errorf("%s: %v, %v, want %d", when, due, err, want)
	}
}

func wantTold(t *testing.T, when string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", when, got, want)
	}
}

// The managers of a project, the owner and the admins are mailed once for each share, and nobody else.
func TestReachedBudgetsAreMailed(t *testing.T) {
	t.Parallel()
	b := newBudgetTeam(t)
	b.track("2026-06-08T09:00:00Z", "2026-06-08T16:59:59Z")
	wantTold(t, "a second is missing", b.told(b.owner))
	b.Clock.Advance(time.Minute)
	b.track("2026-06-08T17:00:00Z", "2026-06-08T17:00:01Z")
	wantTold(t, "80 %", b.told(b.owner), nearlyUsedUp)
	wantTold(t, "80 %, manager", b.told(b.manager), nearlyUsedUp)
	wantTold(t, "80 %, member", b.told(b.member))
	text := strings.ReplaceAll(b.MailsTo(b.manager.Email)[0].Text, "\u00a0", " ")
	for _, part := range []string{"Site.\u2060example", "8 h of its budget of 10 h: 80%", "Used    " +
		strings.Repeat("█", 16) + " 8 h", "Budget  " + strings.Repeat("█", 20) + " 10 h", "/p/notifications?token="} {
		if !strings.Contains(text, part) {
			t.Errorf("the mail lacks %q:\n%s", part, text)
		}
	}
	b.owner.Do("PUT", "/api/me/notifications", object{"budgetReached": false}).OK()
	b.Clock.Advance(time.Minute)
	b.track("2026-06-09T09:00:00Z", "2026-06-09T11:00:00Z")
	wantTold(t, "all", b.told(b.manager), nearlyUsedUp, usedUp)
	wantTold(t, "switched off", b.told(b.owner), nearlyUsedUp)
	b.Clock.Advance(time.Hour)
	wantTold(t, "an hour later", b.told(b.manager), nearlyUsedUp, usedUp)
}

// A budget that is set below what is used is reached at once; a larger one may be reached again.
func TestChangedBudgetIsMailed(t *testing.T) {
	t.Parallel()
	b := newBudgetTeam(t)
	b.track("2026-06-08T09:00:00Z", "2026-06-08T10:00:00Z")
	wantTold(t, "an hour", b.told(b.owner))
	b.wantWatches(t, "after a look", 0)
	b.owner.Patch("/api/projects/"+b.project, object{"budget": object{"kind": "time", "limit": 3_600}}).OK()
	b.wantWatches(t, "a smaller budget", 1)
	wantTold(t, "a smaller budget", b.told(b.owner), usedUp)
	b.owner.Patch("/api/projects/"+b.project, object{"budget": nil}).OK()
	b.Clock.Advance(time.Hour)
	wantTold(t, "none", b.told(b.owner), usedUp)
	b.wantWatches(t, "without a budget", 0)
}

// Workers that look at the same moment queue one mail for each recipient.
func TestReachedBudgetIsMailedOnceInARace(t *testing.T) {
	t.Parallel()
	b := newBudgetTeam(t)
	b.track("2026-06-08T09:00:00Z", "2026-06-08T19:00:00Z")
	testkit.Race(t, 4, func(int) { _ = b.NewWorker(b.Mailbox).Work(t.Context()) })
	wantTold(t, "a race", b.told(b.owner), usedUp)
}

// A worker that read a watch before another one ended it leaves the watch that a new budget makes.
func TestSlowWorkersLeaveNewWatches(t *testing.T) {
	t.Parallel()
	for name, write := range map[string]func(b budgetTeam, was projects.BudgetWatch) error{
		"end": func(b budgetTeam, was projects.BudgetWatch) error {
			return b.Deps.Store.EndBudgetWatch(t.Context(), was)
		},
		"postpone": func(b budgetTeam, was projects.BudgetWatch) error {
			return b.Deps.Store.PostponeBudgetWatch(t.Context(), was, was.Next(nil, domain.InstantOf(b.Clock.Now())))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBudgetTeam(t)
			b.track("2026-06-08T09:00:00Z", "2026-06-08T10:00:00Z")
			b.owner.Patch("/api/projects/"+b.project, object{"budget": nil}).OK()
			read, err := b.Deps.Store.DueBudgetWatches(t.Context())
			if err != nil || len(read) != 1 {
				t.Fatalf("%v, %v", read, err)
			}
			b.Clock.Advance(time.Minute)
			b.RunWorker()
			b.wantWatches(t, "without a budget", 0)
			b.owner.Patch("/api/projects/"+b.project, object{"budget": object{"kind": "time", "limit": 3_600}}).OK()
			if err := write(b, read[0]); err != nil {
				t.Error(err)
			}
			b.wantWatches(t, "a new budget", 1)
			wantTold(t, "a new budget", b.told(b.owner), usedUp)
		})
	}
}

// The pause between two looks grows with the time in which nothing changed.
func TestPauseOfABudgetWatch(t *testing.T) {
	t.Parallel()
	now := domain.InstantOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))
	watch := projects.BudgetWatch{ChangedAt: now}.Next([]string{"a"}, now)
	for _, c := range []struct {
		idle, pause time.Duration
	}{{0, 10 * time.Second}, {time.Minute, 10 * time.Second}, {30 * time.Minute, 3 * time.Minute},
		{24 * time.Hour, 15 * time.Minute}} {
		at := now.Plus(c.idle)
		if got := watch.Next([]string{"a"}, at).DueAt.Sub(at.Time); got != c.pause {
			t.Errorf("idle for %s: %s", c.idle, got)
		}
	}
	if got := watch.Next([]string{"b"}, now.Plus(24*time.Hour)); got.DueAt.Sub(got.ChangedAt.Time) != 10*time.Second {
		t.Errorf("after a change: %+v", got)
	}
}
