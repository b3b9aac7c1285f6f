package timers_test

import (
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
)

const longSubject = "Your timer has been running for 10 hours"

// longMails runs the worker and counts the mails about long timers.
func longMails(api *apitest.Service, p *apitest.User) (n int) {
	api.RunWorker()
	api.RunWorker()
	for _, m := range api.MailsTo(p.Email) {
		if m.Subject == longSubject {
			n++
		}
	}
	return n
}

func ago(api *apitest.Service, d time.Duration) string {
	return domain.InstantOf(api.Clock.Now().Add(-d)).String()
}

func TestLongTimerIsMailedOnce(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	api.Clock.Advance(3 * time.Hour)
	owner = owner.SignInAgain()
	owner.Post("/api/timers/start", nil).OK()
	for range 10 {
		if n := longMails(api, owner); n != 0 {
			t.Fatalf("%d mails before 10 hours", n)
		}
		api.Clock.Advance(59 * time.Minute)
	}
	api.Clock.Advance(10 * time.Minute)
	for range 30 {
		if n := longMails(api, owner); n != 1 {
			t.Fatalf("%d mails after 10 hours", n)
		}
		api.Clock.Advance(time.Hour)
	}
	text := strings.ReplaceAll(api.MailsTo(owner.Email)[0].Text, "\u00a0", " ")
	if !strings.Contains(text, "has been running since 17 June 2026, 15:00 UTC") {
		t.Errorf("mail:\n%s", text)
	}
	owner.SignInAgain().Post("/api/timers/start", nil).OK()
	api.Clock.Advance(10*time.Hour + timelog.TimerCheckPause)
	if n := longMails(api, owner); n != 2 {
		t.Errorf("%d mails after another timer, want 2", n)
	}
}

// A start in the past and a changed start count from the start.
func TestLongTimerCountsFromItsStart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		start func(api *apitest.Service, p *apitest.User)
		after time.Duration // until the mail is due
	}{
		{"started 11 hours ago", func(api *apitest.Service, p *apitest.User) {
			p.Post("/api/timers/start", object{"startedAt": ago(api, 11*time.Hour)}).OK()
		}, 0},
		{"started 4 hours ago", func(api *apitest.Service, p *apitest.User) {
			p.Post("/api/timers/start", object{"startedAt": ago(api, 4*time.Hour)}).OK()
		}, 6 * time.Hour},
		{"moved to an earlier start", func(api *apitest.Service, p *apitest.User) {
			timer := p.Post("/api/timers/start", nil).ID()
			p.Patch("/api/timers/"+timer, object{"startedAt": ago(api, 9*time.Hour)}).OK()
		}, time.Hour},
		{"moved beyond 10 hours", func(api *apitest.Service, p *apitest.User) {
			timer := p.Post("/api/timers/start", nil).ID()
			p.Patch("/api/timers/"+timer, object{"startedAt": ago(api, 12*time.Hour)}).OK()
		}, 0},
		{"moved to a later start", func(api *apitest.Service, p *apitest.User) {
			timer := p.Post("/api/timers/start", object{"startedAt": ago(api, 5*time.Hour)}).ID()
			p.Patch("/api/timers/"+timer, object{"startedAt": ago(api, time.Hour)}).OK()
		}, 9 * time.Hour},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			api := apitest.New(t)
			owner := api.Register("ada")
			c.start(api, owner)
			if c.after > 0 {
				longMails(api, owner)
				api.Clock.Advance(c.after - time.Second)
				if n := longMails(api, owner); n != 0 {
					t.Errorf("%d mails too early", n)
				}
				api.Clock.Advance(time.Second + timelog.TimerCheckPause)
			}
			if n := longMails(api, owner); n != 1 {
				t.Errorf("%d mails, want 1", n)
			}
		})
	}
}

// Who stopped the timer, left, or switched the mails off gets none, also when the mail waits already.
func TestLongTimerThatEndedIsNotMailed(t *testing.T) {
	t.Parallel()
	changes := map[string]func(owner, p *apitest.User, timer string){
		"stopped":   func(_, p *apitest.User, _ string) { p.Post("/api/timers/current/stop", nil).OK() },
		"discarded": func(_, p *apitest.User, timer string) { p.Delete("/api/timers/" + timer).OK() },
		"restarted": func(_, p *apitest.User, _ string) { p.Post("/api/timers/start", nil).OK() },
		"muted": func(_, p *apitest.User, _ string) {
			p.Do("PUT", "/api/me/notifications", object{"timerRunningLong": false}).OK()
		},
		"removed": func(owner, p *apitest.User, _ string) {
			owner.Delete("/api/workspaces/" + owner.WorkspaceID + "/members/" + p.ID).OK()
		},
		"left":      func(_, p *apitest.User, _ string) { p.Post("/api/workspaces/"+p.WorkspaceID+"/leave", nil).OK() },
		"forgotten": func(owner, p *apitest.User, _ string) { owner.Delete("/api/workspaces/" + owner.WorkspaceID).OK() },
	}
	for name, change := range changes {
		for _, queued := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				api := apitest.New(t)
				owner := api.Register("olga")
				p := owner.AddMember("will", "user")
				timer := p.Post("/api/timers/start", object{"startedAt": ago(api, 11*time.Hour)}).ID()
				if queued {
					queueLongTimer(t, api, p)
				}
				change(owner, p, timer)
				if n := longMails(api, p); n != 0 {
					t.Errorf("queued %v: %d mails", queued, n)
				}
			})
		}
	}
}

// queueLongTimer queues the mail about the timer of a user and does not send it.
func queueLongTimer(t *testing.T, api *apitest.Service, p *apitest.User) {
	t.Helper()
	timers, err := api.Deps.Store.RunningTimers(t.Context(), domain.ID(p.WorkspaceID))
	if err != nil || len(timers) != 1 {
		t.Fatalf("%v, %v", timers, err)
	}
	if err := api.Deps.Store.NotifyLongTimer(t.Context(), domain.ID(p.WorkspaceID), timers[0]); err != nil {
		t.Fatal(err)
	}
}

// A stop while the worker looks, and several workers, never make a second mail. The index by which workers find what is
// due does not lag: else they would look at nothing.
func TestLongTimerRaces(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Post("/api/timers/start", object{"startedAt": ago(api, 11*time.Hour)}).OK()
	testkit.Race(t, 4, func(i int) {
		if i == 0 {
			owner.Post("/api/timers/current/stop", nil).OK()
			return
		}
		_ = api.NewWorker(api.Mailbox).Work(t.Context())
	})
	before := longMails(api, owner)
	if before > 1 {
		t.Errorf("%d mails", before)
	}
	owner.Post("/api/timers/start", object{"startedAt": ago(api, 10*time.Hour)}).OK()
	testkit.Race(t, 4, func(int) { _ = api.NewWorker(api.Mailbox).Work(t.Context()) })
	for range 2 {
		if n := longMails(api, owner); n != before+1 {
			t.Errorf("%d mails, then %d", before, n)
		}
	}
}

// The worker dies at any call: the mail is sent once.
func TestLongTimerSurvivesAnyCrash(t *testing.T) {
	t.Parallel()
	for k := 0; ; k++ {
		api := apitest.New(t)
		owner := api.Register("ada")
		api.RunWorker()
		owner.Post("/api/timers/start", object{"startedAt": ago(api, 11*time.Hour)}).OK()
		fault := api.Probe.Inject(testkit.Fault{Effect: testkit.FailAfter(testkit.Disconnected), Skip: k, WholeCall: true})
		_ = api.NewWorker(api.Mailbox).Work(t.Context()) // it may fail, as long as it is made good
		api.Probe.Reset()
		for range 3 {
			api.Clock.Advance(timelog.TimerCheckPause) // after a look that failed
			api.RunWorker()
		}
		if n := longMails(api, owner); n != 1 {
			t.Fatalf("call %d: %d mails, want 1", k+1, n)
		}
		if fault.Hits() == 0 {
			return
		}
	}
}

// A workspace that was made before timers were looked at is looked at after the next sign-in.
func TestTimersOfOldWorkspacesAreWatched(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	forgetWatch(t, api, "WS#"+owner.WorkspaceID)
	owner.Post("/api/timers/start", nil).OK()
	owner.SignInAgain()
	owner.SignInAgain()
	longMails(api, owner)
	api.Clock.Advance(10*time.Hour + timelog.TimerCheckPause)
	if n := longMails(api, owner); n != 1 {
		t.Errorf("%d mails, want 1", n)
	}
}

// forgetWatch makes a workspace one that was made before timers were looked at.
func forgetWatch(t *testing.T, api *apitest.Service, workspace string) {
	t.Helper()
	keyOf := func(sk string) map[string]types.AttributeValue {
		return map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: workspace},
			"sk": &types.AttributeValueMemberS{Value: sk}}
	}
	if _, err := api.Table.Client.DeleteItem(t.Context(),
		&dynamodb.DeleteItemInput{TableName: &api.Table.Name, Key: keyOf("TIMERS")}); err != nil {
		t.Fatal(err)
	}
	_, err := api.Table.Client.UpdateItem(t.Context(), &dynamodb.UpdateItemInput{
		TableName: &api.Table.Name, Key: keyOf("META"), UpdateExpression: aws.String("REMOVE #watched"),
		ExpressionAttributeNames: map[string]string{"#watched": "watched"},
	})
	if err != nil {
		t.Fatal(err)
	}
}
