package worker_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"stint/functions/worker"
	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/mail"
)

// flakySender is a sender that fails as often as told before it takes a mail.
type flakySender struct {
	mu    sync.Mutex
	fails int
	taken []mail.Message
}

func (f *flakySender) Send(_ context.Context, m mail.Message) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fails > 0 {
		f.fails--
		return errors.New("not now")
	}
	f.taken = append(f.taken, m)
	return nil
}

func (f *flakySender) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.taken)
}

func runWorker(t *testing.T, w *worker.Worker) {
	t.Helper()
	if err := w.Work(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestMailIsSentOnce(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	api.Register("ada")
	sender := new(flakySender)
	w := api.NewWorker(sender)
	runWorker(t, w)
	runWorker(t, w)
	api.Clock.Advance(24 * time.Hour)
	runWorker(t, w)
	if sender.count() != 1 {
		t.Fatalf("%d mails, want 1", sender.count())
	}
	m := sender.taken[0]
	if m.To != "ada@example.com" || m.Kind != domain.MailVerifyEmail ||
		!strings.Contains(m.Text, apitest.BaseURL+"/p/verify-email?token=") {
		t.Errorf("sent %+v", m)
	}
	if kinds := apitest.ItemCounts(api); strings.Contains(kinds, "Q ") {
		t.Errorf("the queue is not empty: %s", kinds)
	}
}

func TestFailedMailIsRetried(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	api.Register("ada")
	sender := &flakySender{fails: 3}
	w := api.NewWorker(sender)
	for _, wait := range []time.Duration{0, time.Minute, 2 * time.Minute} {
		api.Clock.Advance(wait)
		runWorker(t, w)
		api.Clock.Advance(-time.Second)
		runWorker(t, w) // not yet
		api.Clock.Advance(time.Second)
		if sender.count() != 0 {
			t.Fatal("a mail that failed counts as sent")
		}
	}
	api.Clock.Advance(4 * time.Minute)
	runWorker(t, w)
	if sender.count() != 1 || sender.fails != 0 {
		t.Errorf("%d mails after %d failures that were left, want 1 and 0", sender.count(), sender.fails)
	}
}

func TestFailureDoesNotBlockOtherWork(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"} {
		api.Register(name)
	}
	sender := &flakySender{fails: 1}
	runWorker(t, api.NewWorker(sender))
	if sender.count() != 9 {
		t.Errorf("%d of 10 mails were sent beside the one that failed, want 9", sender.count())
	}
}

func TestWorkersDoNotSendTwice(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	for _, name := range []string{"a", "b", "c", "d"} {
		api.Register(name)
	}
	sender := new(flakySender)
	testkit.Race(t, 6, func(int) {
		if err := api.NewWorker(sender).Work(t.Context()); err != nil {
			t.Error(err)
		}
	})
	if sender.count() != 4 {
		t.Errorf("%d mails for 4 accounts", sender.count())
	}
}

// TestMailSurvivesAnyCrash breaks every call of the worker in turn. However it fails,
// the mail comes in the end, and twice at most.
func TestMailSurvivesAnyCrash(t *testing.T) {
	t.Parallel()
	for when, crash := range testkit.Crashes() {
		t.Run(when, func(t *testing.T) {
			t.Parallel()
			api := apitest.New(t)
			for k := 0; ; k++ {
				owner := api.Register("ada" + strings.Repeat("a", k))
				sender := new(flakySender)
				crash.Skip = k
				fault := api.Probe.Inject(crash)
				_ = api.NewWorker(sender).Work(t.Context()) // it may fail, as long as it is made good
				api.Probe.Reset()
				for range 3 {
					api.Clock.Advance(time.Minute)
					runWorker(t, api.NewWorker(sender))
				}
				if n := sender.count(); n < 1 || n > 2 {
					t.Errorf("call %d: %d mails to %s, want 1, or 2 where it could not be known", k+1, n, owner.ID)
				}
				if fault.Hits() == 0 {
					return
				}
			}
		})
	}
}

func TestUnknownWorkIsLeft(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	api.Register("ada")
	before := apitest.ItemCounts(api)
	none := worker.New(api.Deps.Store, api.Deps.Log, nil)
	runWorker(t, none)
	if after := apitest.ItemCounts(api); after != before {
		t.Errorf("a worker without handlers changed\n%s\ninto\n%s", before, after)
	}
	api.MailedToken("ada@example.com", "verify-email")
}

func TestUsedTokenIsNotMailed(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	token := api.MailedToken(owner.Email, "verify-email")
	owner.Post("/api/auth/verify-email/resend", nil).OK()
	owner.Post("/api/auth/verify-email", map[string]any{"token": token}).OK()
	before := len(api.MailsTo(owner.Email))
	api.Clock.Advance(25 * time.Hour)
	api.RunWorker() // the second token has ended by now
	if after := len(api.MailsTo(owner.Email)); after != before {
		t.Errorf("%d mails with a dead token", after-before)
	}
}

// TestLogsKeepSecrets looks for everything secret in what was logged on the
// way of a mail, failures included.
func TestLogsKeepSecrets(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Invite("bob@example.com", "")
	runWorker(t, api.NewWorker(&flakySender{fails: 2}))
	api.Clock.Advance(time.Minute)
	token := api.MailedToken("bob@example.com", "invitation")
	api.Send(apitest.Request{Method: "GET", Path: "/api/invitations/" + token}).OK()
	api.RegisterInvited("bob", token)
	logs := api.Logs.String()
	if !strings.Contains(logs, "work failed") || !strings.Contains(logs, "work done") {
		t.Fatalf("the log does not mention the work:\n%s", logs)
	}
	for _, secret := range []string{"@example.com", token, owner.Token, apitest.Password} {
		if strings.Contains(logs, secret) {
			t.Errorf("the log holds a secret: %.12s…", secret)
		}
	}
}

// TestTableKeepsNoToken looks for the mailed tokens in everything that lies in
// the table: only their digests may.
func TestTableKeepsNoToken(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Invite("bob@example.com", "")
	tokens := []string{api.MailedToken("bob@example.com", "invitation"), api.MailedToken(owner.Email, "verify-email")}
	found := 0
	for _, item := range apitest.TableItems(api) {
		for name, value := range item {
			text := fmt.Sprint(value)
			for _, token := range tokens {
				if strings.Contains(text, token) {
					t.Errorf("attribute %s holds a token", name)
				}
				if strings.Contains(text, domain.Digest(token)) {
					found++
				}
			}
		}
	}
	if found < len(tokens) {
		t.Errorf("the digests of %d tokens were found %d times: this test looks in the wrong place", len(tokens), found)
	}
}
