package workspaces_test

import (
	"encoding/json"
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
	api := apitest.New(t, restorable)
	owner, outsider := api.Register("ada"), api.Register("carl")
	outsider.VerifyEmail()
	admin := owner.AddMember("bob", "admin")
	owner.Post("/api/projects", object{"name": "Project"}).OK()
	owner.Post("/api/tags", object{"name": "Tag"}).OK()
	admin.Post("/api/timers/start", nil).OK()
	open := owner.Invite("carl@example.com", "")
	keys := []string{createKey(owner), createKey(admin)}
	api.RunWorker()
	ownersView, adminsView := view(t, owner, owner.WorkspaceID), view(t, admin, owner.WorkspaceID)
	version := owner.Get(workspacePath(owner)).OK()["version"].(float64)

	owner.Delete(workspacePath(owner)).OK()
	api.RunWorker()
	for _, p := range []*apitest.User{owner, admin} {
		p.Get(workspacePath(owner)).Problem(404, "not_found")
		p.Get("/api/timers/current").Denied("workspace_required")
		if n := len(p.Get("/api/workspaces").Items()); n != 0 {
			t.Errorf("%s still lists %d workspaces", p.Email, n)
		}
	}
	restored := owner.Post(restorePath(owner), nil).OK()
	if restored["id"] != owner.WorkspaceID || restored["role"] != "owner" || restored["version"] != version+2 {
		t.Errorf("restored %v", restored)
	}
	again := owner.Post(restorePath(owner), nil).OK() // nothing is left to do
	if again["version"] != version+2 {
		t.Errorf("restored once more: %v", again)
	}
	if got := view(t, owner, owner.WorkspaceID); got != ownersView {
		t.Errorf("the owner sees\n%s\nsaw\n%s", got, ownersView)
	}
	if got := view(t, admin, owner.WorkspaceID); got != adminsView {
		t.Errorf("a member sees\n%s\nsaw\n%s", got, adminsView)
	}
	for _, key := range keys {
		api.UseKey(key).Problem(401, "unauthorized")
	}
	api.UseKey(createKey(admin)).OK()
	owner.Post("/api/tags", object{"name": "Tag"}).Invalid("name duplicate_value") // names are still taken
	outsider.Post("/api/me/pending-invitations/"+open+"/accept", nil).OK()
	if in := owner.SignInAgain(); in.WorkspaceID != owner.WorkspaceID {
		t.Errorf("active after the login is %q", in.WorkspaceID)
	}
}

// Only the owner can restore, and finds the workspace where others do not.
func TestOnlyTheOwnerRestores(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, restorable)
	owner, outsider := api.Register("ada"), api.Register("eve")
	admin := owner.AddMember("bob", "admin")
	analyst := owner.AddMember("anton", "analyst")
	admin.Post(restorePath(owner), nil).Denied("role_insufficient") // they see that it is not deleted
	analyst.Post(restorePath(owner), nil).Denied("analyst_read_only")
	outsider.Post(restorePath(owner), nil).Problem(404, "not_found")
	owner.Delete(workspacePath(owner)).OK()
	for _, p := range []*apitest.User{admin, analyst, outsider} {
		p.Post(restorePath(owner), nil).Problem(404, "not_found")
	}
	api.Send(apitest.Request{Method: "POST", Path: restorePath(owner)}).Problem(401, "unauthorized")
	owner.Patch(workspacePath(owner), object{"name": "Hidden"}).Problem(404, "not_found")
	owner.Post(restorePath(owner), nil).OK()
}

// The owner can restore until the purge begins, and not after it.
func TestRestoreEndsWithThePurge(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, restorable)
	owner := api.Register("ada")
	owner.Delete(workspacePath(owner)).OK()
	api.Clock.Advance(purgeAfter - time.Second)
	api.RunWorker()
	owner.SignInAgain().Post(restorePath(owner), nil).OK()
	api.Clock.Advance(time.Second)
	api.RunWorker() // of a deletion that does not count any more
	owner.SignInAgain().Get(workspacePath(owner)).OK()

	owner.SignInAgain().Delete(workspacePath(owner)).OK()
	api.Clock.Advance(purgeAfter)
	owner.SignInAgain().Post(restorePath(owner), nil).OK() // it is due, but has not begun
	owner.SignInAgain().Delete(workspacePath(owner)).OK()
	api.RunWorker()
	api.Clock.Advance(purgeAfter)
	api.RunWorker()
	owner.SignInAgain().Post(restorePath(owner), nil).Problem(404, "not_found")
}

// Without days to wait, a deletion cannot be undone.
func TestDeleteWithoutRestore(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Delete(workspacePath(owner)).OK()
	owner.Post(restorePath(owner), nil).Problem(404, "not_found")
}

// The restore is held until the purge has begun: the purge wins.
func TestPurgeBeginsDuringARestore(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, restorable)
	owner := deletedAndDue(api)
	release := make(chan struct{})
	held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("TransactWriteItems")})
	answered := make(chan *apitest.Answer)
	go func() { answered <- owner.Post(restorePath(owner), nil) }()
	<-held.Reached()
	api.RunWorker()
	close(release)
	(<-answered).Problem(409, "conflict")
	owner.Post(restorePath(owner), nil).Problem(404, "not_found")
}

// The purge is held before it begins until the workspace is restored: the restore wins.
func TestRestoreBeforeThePurgeBegins(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, restorable)
	owner := deletedAndDue(api)
	release := make(chan struct{})
	held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("PutItem")})
	worked := make(chan error)
	go func() { worked <- api.NewWorker(api.Mailbox).Work(t.Context()) }()
	<-held.Reached()
	owner.Post(restorePath(owner), nil).OK()
	close(release)
	if err := <-worked; err != nil {
		t.Error(err)
	}
	api.Clock.Advance(time.Hour)
	api.RunWorker() // the purge finds nothing to do
	wantTag(t, owner.SignInAgain())
	if kinds := apitest.ItemCounts(api); strings.Contains(kinds, "Q ") {
		t.Errorf("the queue is not empty: %s", kinds)
	}
}

// However they meet, the workspace is restored whole or purged whole.
func TestRestoreRacesThePurge(t *testing.T) {
	t.Parallel()
	for range 8 {
		api := apitest.NewLagging(t, restorable)
		owner := deletedAndDue(api)
		var answer *apitest.Answer
		testkit.Race(t, 2, func(i int) {
			if i == 0 {
				answer = owner.Post(restorePath(owner), nil)
				return
			}
			api.RunWorker()
		})
		api.Clock.Advance(time.Hour)
		api.RunWorker()
		if answer.Status == http.StatusOK {
			wantTag(t, owner.SignInAgain())
			continue
		}
		if answer.Status != http.StatusNotFound && answer.Status != http.StatusConflict {
			t.Errorf("refused with %d\n%s", answer.Status, answer.Body)
		}
		if kinds := apitest.ItemCounts(api); strings.Contains(kinds, "WS ") {
			t.Errorf("refused, but there is left %s", kinds)
		}
	}
}

// deletedAndDue is the owner of a workspace with a tag, which was deleted and may be
// purged now.
func deletedAndDue(api *apitest.Service) *apitest.User {
	owner := api.Register("ada")
	owner.Post("/api/tags", object{"name": "Tag"}).OK()
	owner.Delete(workspacePath(owner)).OK()
	api.Clock.Advance(purgeAfter)
	in := owner.SignInAgain()
	in.WorkspaceID = owner.WorkspaceID
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
	var owner *apitest.User
	apitest.FaultWalk{
		Options: []apitest.Option{restorable},
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner = api.Register("ada")
			owner.Delete(workspacePath(owner)).OK()
			return func() *apitest.Answer { return owner.Post(restorePath(owner), nil) }
		},
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
	api := apitest.New(t, restorable)
	owner := api.Register("ada")
	admin := owner.AddMember("bob", "admin")
	owner.Patch(workspacePath(owner), object{"name": "evil.example & Co"}).OK()
	owner.Delete(workspacePath(owner)).OK()
	api.RunWorker()
	mails := deletionMails(api, owner.Email)
	if len(mails) != 1 || len(deletionMails(api, admin.Email)) != 0 {
		t.Fatalf("%d mails to the owner, %d to an admin", len(mails), len(deletionMails(api, admin.Email)))
	}
	restore := regexp.MustCompile(
		`You can restore it until 1 July 2026, 12:00\x{a0}UTC: sign in and send POST (/\S+/restore)\.`)
	found := restore.FindStringSubmatch(mails[0].Text)
	if found == nil || !strings.Contains(mails[0].Text, "evil.\u2060example & Co") ||
		!strings.Contains(mails[0].HTML, "its id "+owner.WorkspaceID) {
		t.Fatalf("mail\n%s\n%s", mails[0].Text, mails[0].HTML)
	}
	owner.Post(found[1], nil).OK()
	owner.Get(workspacePath(owner)).OK()
}

func deletionMails(api *apitest.Service, email string) (found []mail.StoredMessage) {
	for _, m := range api.MailsTo(email) {
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
	api := apitest.New(t, restorable)
	owner := api.Register("ada")
	owner.Delete(workspacePath(owner)).OK()
	owner.Post(workspacePath(owner)+"/restore", nil).OK()
	api.RunWorker()
	if got := deletionMails(api, owner.Email); len(got) != 0 {
		t.Errorf("mails %v of a workspace that was restored", got)
	}
	api = apitest.New(t)
	owner = api.Register("ada")
	owner.Delete(workspacePath(owner)).OK()
	api.RunWorker()
	if got := deletionMails(api, owner.Email); len(got) != 1 || !strings.Contains(got[0].Text, "It cannot be restored.") {
		t.Errorf("mails %v of a workspace that is purged at once", got)
	}
}
