package worker_test

import (
	"context"
	"errors"
	"log/slog"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/functions/worker"
	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/mail"
	"stint/shared/store"
	"stint/shared/store/key"
)

// deadLetters is the work that was given up.
func deadLetters(t *testing.T, api *apitest.Service) (all []store.DeadLetter) {
	t.Helper()
	for d, err := range api.Deps.Store.DeadLetters(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	return all
}

// TestWorkIsGivenUpAfterDays lets a mail fail for as long as it is tried, and
// has it tried once more when the mail server is well again.
func TestWorkIsGivenUpAfterDays(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	api.RunWorker()
	owner.Invite("bob@example.com", "")
	sender := &flakySender{fails: domain.MaxWorkTries}
	w, began := api.NewWorker(sender), api.Clock.Now()
	for len(deadLetters(t, api)) == 0 {
		if runWorker(t, w); api.Clock.Advance(time.Hour).Sub(began) > 10*24*time.Hour {
			t.Fatal("it is never given up")
		}
	}
	if days := api.Clock.Now().Sub(began).Hours() / 24; sender.fails != 0 || days < 2.5 || days > 4 {
		t.Errorf("given up after %.1f days with %d tries left", days, sender.fails)
	}
	deadLetter := deadLetters(t, api)[0]
	if deadLetter.Kind != domain.MailInvitation || deadLetter.Tries != domain.MaxWorkTries ||
		!strings.Contains(api.Logs.String(), "work given up") {
		t.Errorf("given up is %+v", deadLetter)
	}
	runWorker(t, w)
	if sender.count() != 0 || strings.Contains(apitest.ItemCounts(api), "Q ") {
		t.Errorf("what was given up is still tried: %d mails, %s", sender.count(), apitest.ItemCounts(api))
	}
	if err := api.Deps.Store.RetryWork(t.Context(), deadLetter.ID); err != nil {
		t.Fatal(err)
	}
	runWorker(t, w)
	if sender.count() != 1 || len(deadLetters(t, api)) != 0 {
		t.Errorf("after a retry %d mails and %d given up, want 1 and 0", sender.count(), len(deadLetters(t, api)))
	}
}

// TestWorkThatKillsWorkersIsGivenUp lets every worker die at a piece, so that
// none lives to say that it failed.
func TestWorkThatKillsWorkersIsGivenUp(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	api.Register("ada")
	for range domain.MaxWorkTries {
		for shard := range key.QueueShards {
			for due, err := range api.Deps.Store.DueWork(t.Context(), shard) {
				if _, begun := api.Deps.Store.BeginWork(t.Context(), due); err != nil || begun != nil {
					t.Fatal(err, begun)
				}
			}
		}
		api.Clock.Advance(time.Hour)
	}
	sender := new(flakySender)
	runWorker(t, api.NewWorker(sender))
	if sender.count() != 0 || len(deadLetters(t, api)) != 1 {
		t.Errorf("%d mails, %d given up; want 0 and 1", sender.count(), len(deadLetters(t, api)))
	}
}

// TestPanicFailsOnlyItsOwnWork has a handler break down, with a secret in its
// last words.
func TestPanicFailsOnlyItsOwnWork(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	api.Register("ada")
	broken := func(context.Context, domain.Work) (*worker.Later, error) { panic("ada@example.com") }
	runWorker(t, worker.New(api.Deps.Store, api.Deps.Log,
		map[domain.WorkKind]worker.Handler{domain.MailVerifyEmail: broken}))
	if logs := api.Logs.String(); !strings.Contains(logs, "work failed") || strings.Contains(logs, "@example.com") {
		t.Errorf("the log says\n%s", logs)
	}
	api.Clock.Advance(time.Minute)
	api.MailedToken("ada@example.com", "verify-email")
}

// TestGivingUpSurvivesAnyCrash breaks each call of the worker that gives a mail
// up in turn. It is given up in the end, once, and not lost.
func TestGivingUpSurvivesAnyCrash(t *testing.T) {
	t.Parallel()
	for when, crash := range testkit.Crashes() {
		t.Run(when, func(t *testing.T) {
			t.Parallel()
			api := apitest.New(t)
			fails := func(context.Context, domain.Work) (*worker.Later, error) { return nil, errors.New("never") }
			w := worker.New(api.Deps.Store, slog.New(slog.DiscardHandler),
				map[domain.WorkKind]worker.Handler{domain.MailVerifyEmail: fails})
			for k, hit := 0, true; hit; k++ {
				api.Register("ada" + strings.Repeat("a", k))
				setLastTry(t, api)
				crash.Skip = k
				fault := api.Probe.Inject(crash)
				_ = w.Work(t.Context()) // it may fail, as long as it is made good
				hit = fault.Hits() > 0
				api.Probe.Reset()
				api.Clock.Advance(time.Hour)
				runWorker(t, w)
				if got := len(deadLetters(t, api)); got != k+1 || strings.Contains(apitest.ItemCounts(api), "Q ") {
					t.Fatalf("call %d: %d pieces are given up, want %d; %s", k+1, got, k+1, apitest.ItemCounts(api))
				}
			}
		})
	}
}

// setLastTry makes the next try of all work that waits its last.
func setLastTry(t *testing.T, api *apitest.Service) {
	t.Helper()
	for _, it := range apitest.TableItems(api) {
		if !strings.HasPrefix(textOf(it["pk"]), "Q#") {
			continue
		}
		it["tries"] = &types.AttributeValueMemberN{Value: strconv.Itoa(domain.MaxWorkTries - 1)}
		if _, err := api.Table.Client.PutItem(t.Context(),
			&dynamodb.PutItemInput{TableName: &api.Table.Name, Item: it}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMailWithoutReasonIsDropped leaves mails in the queue whose account,
// invitation or workspace is gone when they would be sent.
func TestMailWithoutReasonIsDropped(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("eve")
	api.RunWorker()
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request",
		Body: object{"email": "nobody@example.com"}}).OK()
	revoked := owner.Invite("revoked@example.com", "")
	owner.Delete("/api/workspaces/" + owner.WorkspaceID + "/invitations/" + revoked).OK()
	outsider.Invite("late@example.com", "")
	outsider.Delete("/api/workspaces/" + outsider.WorkspaceID).OK()
	if queue := apitest.ItemCounts(api); !strings.Contains(queue, "Q 0:5") {
		t.Fatalf("not three mails, a notice and a purge wait: %s", queue)
	}
	sender := new(flakySender)
	runWorker(t, api.NewWorker(sender))
	if queue := apitest.ItemCounts(api); sender.count() != 1 || sender.taken[0].Kind != domain.NoticeWorkspaceDeleted ||
		!strings.Contains(queue, "Q 0:1") {
		t.Errorf("%d mails went out, want the notice; of the queue is left %s, want the purge", sender.count(), queue)
	}
}

// hangingSender is a mail server that takes a mail and says nothing until the end.
type hangingSender struct{ reached, until chan struct{} }

func (x hangingSender) Send(ctx context.Context, _ mail.Message) error {
	select {
	case x.reached <- struct{}{}: // the test waits for the first mail only
	case <-x.until:
	}
	select {
	case <-x.until:
	case <-ctx.Done():
	}
	return errors.New("gone")
}

// TestHangingMailServerHoldsNoRequestUp sends requests that mail, while the
// worker waits for the server, and is done with them before it.
func TestHangingMailServerHoldsNoRequestUp(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	server := hangingSender{make(chan struct{}), make(chan struct{})}
	ended := make(chan error)
	go func() { ended <- api.NewWorker(server).Work(t.Context()) }()
	<-server.reached
	owner.Invite("bob@example.com", "")
	api.Register("carl")
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request",
		Body: object{"email": owner.Email}}).OK()
	select {
	case <-ended:
		t.Error("the worker did not wait for the server: this test shows nothing")
	default:
	}
	close(server.until)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestTryEndsBeforeTheWorkIsDueAgain looks at the time that a try is given.
func TestTryEndsBeforeTheWorkIsDueAgain(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	api.Register("ada")
	var remaining time.Duration
	handler := func(ctx context.Context, _ domain.Work) (*worker.Later, error) {
		end, _ := ctx.Deadline()
		remaining = time.Until(end)
		return nil, errors.New("again")
	}
	w := worker.New(api.Deps.Store, slog.New(slog.DiscardHandler),
		map[domain.WorkKind]worker.Handler{domain.MailVerifyEmail: handler})
	for own, atMost := range map[time.Duration]time.Duration{time.Hour: domain.TryTimeout,
		30 * time.Second: 26 * time.Second, time.Second: 0} {
		ctx, cancel := context.WithTimeout(t.Context(), own)
		remaining = 0
		if err := w.Work(ctx); errors.Is(err, worker.ErrNoTime) != (atMost == 0) || err != nil && atMost > 0 {
			t.Errorf("with %s: %v", own, err)
		}
		cancel()
		if remaining > atMost || (remaining == 0) != (atMost == 0) {
			t.Errorf("of %s a try gets %s, want %s at most", own, remaining, atMost)
		}
		api.Clock.Advance(time.Hour)
	}
}

// TestMailIsSentTwiceOnlyAfterLostAnswer breaks the calls around the sending
// of a mail: beginning it, and taking it out of the queue.
func TestMailIsSentTwiceOnlyAfterLostAnswer(t *testing.T) {
	t.Parallel()
	before, after := testkit.FailBefore(testkit.Disconnected), testkit.FailAfter(testkit.Disconnected)
	for what, c := range map[string]struct {
		call   string
		effect testkit.Effect
		want   int
	}{
		"not begun":                   {"TransactWriteItems", before, 1},
		"begun without an answer":     {"TransactWriteItems", after, 1},
		"sent and not written down":   {"DeleteItem", before, 2},
		"written down without answer": {"DeleteItem", after, 1},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			api := apitest.New(t)
			api.Register("ada")
			sender := new(flakySender)
			fault := api.Probe.Inject(testkit.Fault{Effect: c.effect, Where: testkit.On(c.call), WholeCall: true})
			_ = api.NewWorker(sender).Work(t.Context()) // it fails, as it cannot reach its queue
			if fault.Hits() == 0 {
				t.Fatalf("no %s was broken", c.call)
			}
			api.Probe.Reset()
			for range 5 {
				api.Clock.Advance(time.Hour)
				runWorker(t, api.NewWorker(sender))
			}
			if sender.count() != c.want {
				t.Fatalf("%d mails, want %d", sender.count(), c.want)
			}
			if first, last := sender.taken[0], sender.taken[c.want-1]; !reflect.DeepEqual(first, last) {
				t.Errorf("the second is another mail: %+v, %+v", first, last)
			}
		})
	}
}
