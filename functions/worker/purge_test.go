package worker_test

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/functions/worker"
	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/store"
)

type (
	object = map[string]any
	item   = map[string]types.AttributeValue
)

// mentions are all items that name the workspace in a key or an attribute, by
// their key.
func mentions(api *apitest.Service, workspace string) map[string]item {
	found := map[string]item{}
	for _, it := range apitest.TableItems(api) {
		for _, value := range it {
			if strings.Contains(textOf(value), workspace) {
				found[keyOf(it)] = it
			}
		}
	}
	return found
}

// textOf is a value as text, whatever its kind; remembered answers are bytes.
func textOf(value types.AttributeValue) string {
	switch v := value.(type) {
	case *types.AttributeValueMemberB:
		return string(v.Value)
	case *types.AttributeValueMemberL:
		var all []string
		for _, each := range v.Value {
			all = append(all, textOf(each))
		}
		return strings.Join(all, " ")
	default:
		return fmt.Sprint(reflect.Indirect(reflect.ValueOf(value)).FieldByName("Value"))
	}
}

func keyOf(it item) string { return textOf(it["pk"]) + " " + textOf(it["sk"]) }

// withWorkspace is the person with another workspace active.
func withWorkspace(p *apitest.User, workspace string) *apitest.User {
	moved := *p
	moved.WorkspaceID = workspace
	moved.Token, _ = p.Post("/api/auth/refresh", object{"workspaceId": workspace}).OK()["access_token"].(string)
	return &moved
}

// joinWorkspace invites an account into a workspace and accepts.
func joinWorkspace(p, owner *apitest.User) *apitest.User {
	id := owner.Invite(p.Email, "")
	p.Post("/api/me/pending-invitations/"+id+"/accept", nil).OK()
	return withWorkspace(p, owner.WorkspaceID)
}

// fillWorkspace gives everybody in a workspace something of every kind.
func fillWorkspace(owner *apitest.User, all ...*apitest.User) {
	w := owner.WorkspaceID
	client := owner.Post("/api/clients", object{"name": "Client"}).ID()
	project := owner.Post("/api/projects", object{"name": "Project", "clientId": client, "visibility": "public"}).ID()
	task := owner.Post("/api/projects/"+project+"/tasks", object{"name": "Task"}).ID()
	tag := owner.Post("/api/tags", object{"name": "Tag"}).ID()
	for _, p := range all {
		owner.Post("/api/projects/"+project+"/members", object{"userId": p.ID}).OK()
		p.Post("/api/me/workspaces/"+w+"/api-keys", object{"name": "Key"}).OK()
		p.With("Idempotency-Key", "once-"+w).Post("/api/entries",
			object{"taskId": task, "tagIds": []string{tag}, "startedAt": "2026-06-16T09:00:00Z",
				"stoppedAt": "2026-06-16T10:00:00Z"}).OK()
		p.Post("/api/timers/start", object{"projectId": project}).OK()
	}
	const sheets = "/api/workspaces/me/timesheet-submissions"
	submission := sheets + "/" + owner.Post(sheets, object{"periodStart": "2026-06-16", "periodEnd": "2026-06-16"}).ID()
	owner.Post(submission+"/approve-all", nil).OK()
	owner.Post(submission+"/client-approval-links", object{"clientEmail": "client@example.com"}).OK()
	startBillingJob(owner)
	owner.PutLogo("image/svg+xml", apitest.LogoSVG).OK()
	owner.Invite("open-"+w+"@example.com", "analyst")
	again := owner.Invite("again-"+w+"@example.com", "")
	owner.Post("/api/workspaces/"+w+"/invitations/"+again+"/resend", nil).OK()
}

// startBillingJob leaves a billing job behind. Through the API it takes thousands of
// entries to get one.
func startBillingJob(owner *apitest.User) {
	j := money.BillingJob{
		ID: domain.NewID(), Rerating: money.Rerating{Kind: money.KindResnapshot}, Status: domain.JobRunning,
		StartedAt: domain.InstantOf(apitest.StartTime), Version: 1,
	}
	book := money.NewRateBook(money.NewBilling())
	if err := owner.Deps.Store.StartJob(context.Background(), domain.ID(owner.WorkspaceID), j, book,
		j.StartedAt); err != nil {
		panic(err)
	}
	owner.RunWorker()
}

// newTwoWorkspaces are two workspaces of three people, furnished alike, one of whom
// has left the first.
func newTwoWorkspaces(api *apitest.Service) (owner, outsider *apitest.User) {
	owner, outsider = api.Register("ada"), api.Register("zoe")
	for _, p := range []*apitest.User{owner, outsider} {
		p.VerifyEmail()
	}
	admin := owner.AddMember("bob", "admin")
	zoeIn := joinWorkspace(outsider, owner)
	fillWorkspace(owner, owner, admin, zoeIn)
	zoeIn.Post("/api/workspaces/"+owner.WorkspaceID+"/leave", nil).OK()
	fillWorkspace(withWorkspace(outsider, outsider.WorkspaceID), withWorkspace(outsider, outsider.WorkspaceID),
		joinWorkspace(admin, outsider), joinWorkspace(owner, outsider))
	return withWorkspace(owner, owner.WorkspaceID), outsider
}

// TestDeletedWorkspaceIsPurged leaves nothing of a workspace and everything of
// its neighbour, in which the same people are.
func TestDeletedWorkspaceIsPurged(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, outsider := newTwoWorkspaces(api)
	api.RunWorker()
	kinds := map[string]bool{}
	for key := range mentions(api, owner.WorkspaceID) {
		kinds[strings.Split(key, "#")[0]] = true
	}
	if got := slices.Sorted(maps.Keys(kinds)); fmt.Sprint(got) != "[EMAIL KEY TOK USER WS]" {
		t.Fatalf("the workspace is found in %v: this test does not look everywhere", got)
	}
	others := mentions(api, outsider.WorkspaceID)

	owner.Delete("/api/workspaces/" + owner.WorkspaceID).OK()
	api.RunWorker()
	if left := mentions(api, owner.WorkspaceID); len(left) != 11 {
		t.Errorf("%d items are left after the first walk, want 3 members, 4 invitations, a submission, a job, the "+
			"workspace and its purge: %v", len(left), slices.Sorted(maps.Keys(left)))
	}
	owner.Get("/api/workspaces/"+owner.WorkspaceID).Problem(404, "not_found")
	api.Clock.Advance(domain.WriteGrace)
	api.RunWorker()
	if left := mentions(api, owner.WorkspaceID); len(left) != 0 {
		t.Errorf("left are %v", slices.Sorted(maps.Keys(left)))
	}
	after := mentions(api, outsider.WorkspaceID)
	for key, it := range others {
		if !reflect.DeepEqual(after[key], it) {
			t.Errorf("%s was %v, is %v", key, it, after[key])
		}
	}
	if len(after) != len(others) || strings.Contains(apitest.ItemCounts(api), "Q ") {
		t.Errorf("%d items of the neighbour, want %d; all is %s", len(after), len(others), apitest.ItemCounts(api))
	}
}

// TestUsersOfAPurgedWorkspaceCanSignIn lets one who was active in it refresh, log
// in and work elsewhere.
func TestUsersOfAPurgedWorkspaceCanSignIn(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	other := owner.Post("/api/workspaces", object{"name": "Other"}).ID()
	owner.Delete("/api/workspaces/" + owner.WorkspaceID).OK()
	api.Clock.Advance(domain.WriteGrace)
	owner = owner.SignInAgain()
	alone := api.Register("eve")
	alone.Delete("/api/workspaces/" + alone.WorkspaceID).OK()
	api.Clock.Advance(domain.WriteGrace - time.Minute)
	api.RunWorker()
	api.Clock.Advance(time.Minute)
	api.RunWorker()
	if owner.WorkspaceID != other {
		t.Errorf("active after the login is %q, want %q", owner.WorkspaceID, other)
	}
	for _, cookie := range []*apitest.User{owner, alone} {
		answer := api.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
			Cookies: []*http.Cookie{cookie.RefreshCookie}}).OK()
		if active, _ := answer["workspace"].(object); (active == nil) != (cookie == alone) {
			t.Errorf("%s refreshes into %v", cookie.Email, answer["workspace"])
		}
	}
	in := alone.SignInAgain()
	if in.WorkspaceID != "" {
		t.Errorf("active after the login is %q, want none", in.WorkspaceID)
	}
	in.Post("/api/workspaces", object{"name": "New"}).OK()
}

// TestWritesInFlightArePurgedToo holds writes of requests that found the
// workspace standing until it was deleted and purged for the first time.
func TestWritesInFlightArePurgedToo(t *testing.T) {
	t.Parallel()
	for what, request := range map[string]func(*apitest.User) *apitest.Answer{
		"a timer": func(p *apitest.User) *apitest.Answer { return p.Post("/api/timers/start", nil) },
		"a tag":   func(p *apitest.User) *apitest.Answer { return p.Post("/api/tags", object{"name": "Late"}) },
		"a key": func(p *apitest.User) *apitest.Answer {
			return p.Post("/api/me/workspaces/"+p.WorkspaceID+"/api-keys", object{"name": "Late"})
		},
		"an invitation": func(p *apitest.User) *apitest.Answer {
			return p.Post("/api/workspaces/"+p.WorkspaceID+"/invitations", object{"email": "late@example.com"})
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			api := apitest.New(t)
			owner := api.Register("ada")
			api.RunWorker()
			release := make(chan struct{})
			held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.Writes})
			answered := make(chan *apitest.Answer)
			go func() { answered <- request(owner) }()
			<-held.Reached()
			owner.Delete("/api/workspaces/" + owner.WorkspaceID).OK()
			api.RunWorker()
			purged := len(mentions(api, owner.WorkspaceID))
			close(release)
			if answer := <-answered; answer.Status != 200 {
				t.Fatalf("the late write: %d\n%s", answer.Status, answer.Body)
			}
			if late := len(mentions(api, owner.WorkspaceID)); late <= purged {
				t.Fatalf("%d items before the late write and %d after it", purged, late)
			}
			api.Clock.Advance(domain.WriteGrace)
			api.RunWorker()
			if left := mentions(api, owner.WorkspaceID); len(left) != 0 {
				t.Errorf("left are %v", slices.Sorted(maps.Keys(left)))
			}
			if got := len(api.MailsTo("late@example.com")); got != 0 {
				t.Errorf("%d mails invite into a workspace that is gone", got)
			}
		})
	}
}

// TestPurgeSurvivesAnyCrash breaks each call of a worker that purges in turn;
// the workers after it finish. A purge is due at once or after some days.
func TestPurgeSurvivesAnyCrash(t *testing.T) {
	t.Parallel()
	for when, crash := range testkit.Crashes() {
		for _, days := range []int{0, 14} {
			t.Run(fmt.Sprint(when, " ", days), func(t *testing.T) {
				t.Parallel()
				api := apitest.New(t, func(c *config.Config) { c.PurgeAfterDays = days })
				for purgeWithFault(t, api, days, crash) {
					crash.Skip++
				}
			})
		}
	}
}

// purgeWithFault deletes a workspace and breaks one call of the worker that begins its
// purge. hit is false when the worker makes too few calls.
func purgeWithFault(t *testing.T, api *apitest.Service, days int, crash testkit.Fault) (hit bool) {
	t.Helper()
	owner := api.Register("ada" + strings.Repeat("a", crash.Skip))
	api.RunWorker()
	id := owner.WorkspaceID
	owner.Delete("/api/workspaces/" + id).OK()
	api.Clock.Advance(time.Duration(days) * 24 * time.Hour)
	fault := api.Probe.Inject(crash)
	_ = api.NewWorker(api.Mailbox).Work(t.Context()) // it may fail, as long as it is made good
	hit = fault.Hits() > 0
	api.Probe.Reset()
	for range 3 {
		api.Clock.Advance(domain.WriteGrace)
		api.RunWorker()
	}
	if left := mentions(api, id); len(left) != 0 {
		t.Fatalf("call %d: left are %v", crash.Skip+1, slices.Sorted(maps.Keys(left)))
	}
	return hit
}

// slowPurge is a purge that never gets through in its time, and removes a few items
// in each.
type slowPurge struct{ removes int }

func (s slowPurge) Purge(ctx context.Context, _ store.PurgeRequest) (store.PurgeResult, error) {
	<-ctx.Done()
	return store.PurgeResult{Removed: s.removes}, ctx.Err()
}

// TestLongPurgeIsNoFailure lets a purge run out of time more often than work
// may fail: it goes on as long as it removes something.
func TestLongPurgeIsNoFailure(t *testing.T) {
	t.Parallel()
	for removes, want := range map[int]int{3: 0, 0: 1} {
		api := apitest.New(t)
		owner := api.Register("ada")
		api.RunWorker()
		owner.Delete("/api/workspaces/" + owner.WorkspaceID).OK()
		purger := &worker.Purger{Store: slowPurge{removes}, Turn: time.Millisecond}
		w := worker.New(api.Deps.Store, slog.New(slog.DiscardHandler),
			map[domain.WorkKind]worker.Handler{domain.WorkPurge: purger.Purge})
		for range domain.MaxWorkTries + 3 {
			runWorker(t, w)
			api.Clock.Advance(time.Hour)
		}
		if got := len(deadLetters(t, api)); got != want {
			t.Errorf("removing %d items a turn: given up %d times, want %d", removes, got, want)
		}
	}
}
