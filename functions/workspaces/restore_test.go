package workspaces_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
	"stint/shared/mail"
)

// restorable lets a deleted workspace be restored for 14 days.
func restorable(c *config.Config) { c.PurgeAfterDays = 14 }

const purgeAfter = 14 * 24 * time.Hour

func restorePath(p *apitest.User) string { return workspacePath(p) + "/restore" }

// signIn starts a new session of a user.
func signIn(p *apitest.User) *apitest.User {
	return p.UserOf(p.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
		Body: object{"email": p.Email, "password": apitest.Password}}))
}

// view is what a user sees of the workspace and of their account, without the version
// of the workspace.
func view(t *testing.T, p *apitest.User, w string) string {
	t.Helper()
	seen := object{}
	for _, path := range []string{
		"/api/workspaces", "/api/workspaces/" + w + "/members", "/api/workspaces/" + w + "/invitations", "/api/projects",
		"/api/tags", "/api/entries", "/api/timers/current", "/api/auth/me", "/api/workspaces/me/billable-settings",
	} {
		seen[path] = p.Get(path).OK()
	}
	delete(seen["/api/workspaces"].(object)["items"].([]any)[0].(object), "version")
	all, err := json.Marshal(seen)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

// After a restore the workspace is as it was for everyone, except for its version and
// its keys.
func TestRestoreBringsEverythingBack(t *testing.T) {
	t.Parallel()
	h := apitest.New(t, restorable)
	ada, carl := h.Register("ada"), h.Register("carl")
	carl.VerifyEmail()
	bob := ada.AddMember("bob", "admin")
	ada.Post("/api/projects", object{"name": "Project"}).OK()
	ada.Post("/api/tags", object{"name": "Tag"}).OK()
	bob.Post("/api/timers/start", nil).OK()
	open := ada.Invite("carl@example.com", "")
	keys := []string{createKey(ada), createKey(bob)}
	h.RunWorker()
	ofAda, ofBob := view(t, ada, ada.WorkspaceID), view(t, bob, ada.WorkspaceID)
	version := ada.Get(workspacePath(ada)).OK()["version"].(float64)

	ada.Delete(workspacePath(ada)).OK()
	h.RunWorker()
	for _, p := range []*apitest.User{ada, bob} {
		p.Get(workspacePath(ada)).Problem(404, "not_found")
		p.Get("/api/timers/current").Denied("workspace_required")
		if n := len(p.Get("/api/workspaces").Items()); n != 0 {
			t.Errorf("%s still lists %d workspaces", p.Email, n)
		}
	}
	restored := ada.Post(restorePath(ada), nil).OK()
	if restored["id"] != ada.WorkspaceID || restored["role"] != "owner" || restored["version"] != version+2 {
		t.Errorf("restored %v", restored)
	}
	again := ada.Post(restorePath(ada), nil).OK() // nothing is left to do
	if again["version"] != version+2 {
		t.Errorf("restored once more: %v", again)
	}
	if got := view(t, ada, ada.WorkspaceID); got != ofAda {
		t.Errorf("the owner sees\n%s\nsaw\n%s", got, ofAda)
	}
	if got := view(t, bob, ada.WorkspaceID); got != ofBob {
		t.Errorf("a member sees\n%s\nsaw\n%s", got, ofBob)
	}
	for _, key := range keys {
		getWithKey(h, key).Problem(401, "unauthorized")
	}
	getWithKey(h, createKey(bob)).OK()
	ada.Post("/api/tags", object{"name": "Tag"}).Invalid("name duplicate_value") // names are still taken
	carl.Post("/api/me/pending-invitations/"+open+"/accept", nil).OK()
	if in := signIn(ada); in.WorkspaceID != ada.WorkspaceID {
		t.Errorf("active after the login is %q", in.WorkspaceID)
	}
}

// Only the owner can restore, and finds the workspace where others do not.
func TestOnlyTheOwnerRestores(t *testing.T) {
	t.Parallel()
	h := apitest.New(t, restorable)
	ada, eve := h.Register("ada"), h.Register("eve")
	bob := ada.AddMember("bob", "admin")
	anton := ada.AddMember("anton", "analyst")
	bob.Post(restorePath(ada), nil).Denied("role_insufficient") // they see that it is not deleted
	anton.Post(restorePath(ada), nil).Denied("analyst_read_only")
	eve.Post(restorePath(ada), nil).Problem(404, "not_found")
	ada.Delete(workspacePath(ada)).OK()
	for _, p := range []*apitest.User{bob, anton, eve} {
		p.Post(restorePath(ada), nil).Problem(404, "not_found")
	}
	h.Send(apitest.Request{Method: "POST", Path: restorePath(ada)}).Problem(401, "unauthorized")
	ada.Patch(workspacePath(ada), object{"name": "Hidden"}).Problem(404, "not_found")
	ada.Post(restorePath(ada), nil).OK()
}

// The owner can restore until the purge begins, and not after it.
func TestRestoreEndsWithThePurge(t *testing.T) {
	t.Parallel()
	h := apitest.New(t, restorable)
	ada := h.Register("ada")
	ada.Delete(workspacePath(ada)).OK()
	h.Clock.Advance(purgeAfter - time.Second)
	h.RunWorker()
	signIn(ada).Post(restorePath(ada), nil).OK()
	h.Clock.Advance(time.Second)
	h.RunWorker() // of a deletion that does not count any more
	signIn(ada).Get(workspacePath(ada)).OK()

	signIn(ada).Delete(workspacePath(ada)).OK()
	h.Clock.Advance(purgeAfter)
	signIn(ada).Post(restorePath(ada), nil).OK() // it is due, but has not begun
	signIn(ada).Delete(workspacePath(ada)).OK()
	h.RunWorker()
	h.Clock.Advance(purgeAfter)
	h.RunWorker()
	signIn(ada).Post(restorePath(ada), nil).Problem(404, "not_found")
}

// Without days to wait, a deletion cannot be undone.
func TestDeleteWithoutRestore(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.Delete(workspacePath(ada)).OK()
	ada.Post(restorePath(ada), nil).Problem(404, "not_found")
}

// The restore is held until the purge has begun: the purge wins.
func TestPurgeBeginsDuringARestore(t *testing.T) {
	t.Parallel()
	h := apitest.New(t, restorable)
	ada := deletedAndDue(h)
	release := make(chan struct{})
	held := h.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("TransactWriteItems")})
	answered := make(chan *apitest.Answer)
	go func() { answered <- ada.Post(restorePath(ada), nil) }()
	<-held.Reached()
	h.RunWorker()
	close(release)
	(<-answered).Problem(409, "conflict")
	ada.Post(restorePath(ada), nil).Problem(404, "not_found")
}

// The purge is held before it begins until the workspace is restored: the restore wins.
func TestRestoreBeforeThePurgeBegins(t *testing.T) {
	t.Parallel()
	h := apitest.New(t, restorable)
	ada := deletedAndDue(h)
	release := make(chan struct{})
	held := h.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("PutItem")})
	worked := make(chan error)
	go func() { worked <- h.NewWorker(h.Mailbox).Work(t.Context()) }()
	<-held.Reached()
	ada.Post(restorePath(ada), nil).OK()
	close(release)
	if err := <-worked; err != nil {
		t.Error(err)
	}
	h.Clock.Advance(time.Hour)
	h.RunWorker() // the purge finds nothing to do
	wantTag(t, signIn(ada))
	if kinds := apitest.ItemCounts(h); strings.Contains(kinds, "Q ") {
		t.Errorf("the queue is not empty: %s", kinds)
	}
}

// However they meet, the workspace is restored whole or purged whole.
func TestRestoreRacesThePurge(t *testing.T) {
	t.Parallel()
	for range 8 {
		h := apitest.NewLagging(t, restorable)
		ada := deletedAndDue(h)
		var answer *apitest.Answer
		testkit.Race(t, 2, func(i int) {
			if i == 0 {
				answer = ada.Post(restorePath(ada), nil)
				return
			}
			h.RunWorker()
		})
		h.Clock.Advance(time.Hour)
		h.RunWorker()
		if answer.Status == http.StatusOK {
			wantTag(t, signIn(ada))
			continue
		}
		if answer.Status != http.StatusNotFound && answer.Status != http.StatusConflict {
			t.Errorf("refused with %d\n%s", answer.Status, answer.Body)
		}
		if kinds := apitest.ItemCounts(h); strings.Contains(kinds, "WS ") {
			t.Errorf("refused, but there is left %s", kinds)
		}
	}
}

// deletedAndDue is the owner of a workspace with a tag, which was deleted and may be
// purged now.
func deletedAndDue(h *apitest.Service) *apitest.User {
	ada := h.Register("ada")
	ada.Post("/api/tags", object{"name": "Tag"}).OK()
	ada.Delete(workspacePath(ada)).OK()
	h.Clock.Advance(purgeAfter)
	in := signIn(ada)
	in.WorkspaceID = ada.WorkspaceID
	return in
}

// wantTag checks that the workspace has its tag again.
func wantTag(t *testing.T, p *apitest.User) {
	t.Helper()
	if got := p.Get("/api/tags").Items(); len(got) != 1 {
		t.Errorf("%d tags, want 1", len(got))
	}
}

func TestRestoreUnderFaults(t *testing.T) {
	t.Parallel()
	var ada *apitest.User
	apitest.FaultWalk{
		Options: []apitest.Option{restorable},
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada = h.Register("ada")
			ada.Delete(workspacePath(ada)).OK()
			return func() *apitest.Answer { return ada.Post(restorePath(ada), nil) }
		},
		State:      func(*apitest.Service) string { return fmt.Sprint(ada.Get(workspacePath(ada)).Status) },
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
	}.Run(t)
}

// A deletion that can be undone is complete or not made, too.
func TestRestorableDeleteUnderFaults(t *testing.T) {
	t.Parallel()
	walkDelete(t, restorable)
}

// The mail has the id that a restore needs, because no list shows a deleted workspace.
func TestOwnerIsMailedHowToRestore(t *testing.T) {
	t.Parallel()
	h := apitest.New(t, restorable)
	ada := h.Register("ada")
	admin := ada.AddMember("bob", "admin")
	ada.Patch(workspacePath(ada), object{"name": "evil.example & Co"}).OK()
	ada.Delete(workspacePath(ada)).OK()
	h.RunWorker()
	mails := deletionMails(h, ada.Email)
	if len(mails) != 1 || len(deletionMails(h, admin.Email)) != 0 {
		t.Fatalf("%d mails to the owner, %d to an admin", len(mails), len(deletionMails(h, admin.Email)))
	}
	restore := regexp.MustCompile(
		`You can restore it until 1 July 2026, 12:00\x{a0}UTC: sign in and send POST (/\S+/restore)\.`)
	found := restore.FindStringSubmatch(mails[0].Text)
	if found == nil || !strings.Contains(mails[0].Text, "evil.\u2060example & Co") ||
		!strings.Contains(mails[0].HTML, "its id "+ada.WorkspaceID) {
		t.Fatalf("mail\n%s\n%s", mails[0].Text, mails[0].HTML)
	}
	ada.Post(found[1], nil).OK()
	ada.Get(workspacePath(ada)).OK()
}

func deletionMails(h *apitest.Service, email string) (found []mail.StoredMessage) {
	for _, m := range h.MailsTo(email) {
		if m.Subject == "Your workspace was deleted" {
			found = append(found, m)
		}
	}
	return found
}

// A workspace that is restored before its mail is sent has nothing to tell. One that is
// purged at once cannot be restored.
func TestDeletionMailSaysWhatIsTrue(t *testing.T) {
	t.Parallel()
	h := apitest.New(t, restorable)
	ada := h.Register("ada")
	ada.Delete(workspacePath(ada)).OK()
	ada.Post(workspacePath(ada)+"/restore", nil).OK()
	h.RunWorker()
	if got := deletionMails(h, ada.Email); len(got) != 0 {
		t.Errorf("mails %v of a workspace that was restored", got)
	}
	h = apitest.New(t)
	ada = h.Register("ada")
	ada.Delete(workspacePath(ada)).OK()
	h.RunWorker()
	if got := deletionMails(h, ada.Email); len(got) != 1 || !strings.Contains(got[0].Text, "It cannot be restored.") {
		t.Errorf("mails %v of a workspace that is purged at once", got)
	}
}
