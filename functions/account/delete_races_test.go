package account_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
	"stint/shared/domain"
)

// deletionRace is a request that happens at the same time as the deletion of an account.
type deletionRace struct {
	name    string
	prepare func(api *apitest.Service) (deleter *apitest.User, other func() *apitest.Answer)
	either  bool // at most one of the two may succeed
}

var deletionRaces = []deletionRace{
	{"a workspace is transferred to the user", func(api *apitest.Service) (*apitest.User, func() *apitest.Answer) {
		owner := api.Register("ada")
		admin := owner.AddMember("bob", "admin")
		return admin, func() *apitest.Answer {
			return owner.Post("/api/workspaces/"+owner.WorkspaceID+"/transfer-ownership", object{"userId": admin.ID})
		}
	}, true},
	{"a user joins a workspace of the user alone", func(api *apitest.Service) (*apitest.User, func() *apitest.Answer) {
		owner, outsider := api.Register("ada"), api.Register("bob")
		outsider.VerifyEmail()
		return owner, accepting(outsider, owner.Invite(outsider.Email, ""))
	}, true},
	{"somebody new joins a workspace of the user alone",
		func(api *apitest.Service) (*apitest.User, func() *apitest.Answer) {
			owner := api.Register("ada")
			owner.Invite("bob@example.com", "")
			token := api.MailedToken("bob@example.com", "invitation")
			return owner, func() *apitest.Answer {
				return api.Send(apitest.Request{Method: "POST", Path: "/api/auth/register", Body: object{
					"email": "bob@example.com", "password": apitest.Password, "displayName": "bob", "invitationToken": token,
				}})
			}
		}, true},
	{"the user joins a workspace", func(api *apitest.Service) (*apitest.User, func() *apitest.Answer) {
		owner, outsider := api.Register("ada"), api.Register("bob")
		outsider.VerifyEmail()
		return outsider, accepting(outsider, owner.Invite(outsider.Email, ""))
	}, false},
	{"the membership of the user is reactivated", func(api *apitest.Service) (*apitest.User, func() *apitest.Answer) {
		owner, outsider := api.Register("ada"), api.Register("bob")
		outsider.VerifyEmail()
		accepting(outsider, owner.Invite(outsider.Email, ""))().OK()
		path := "/api/workspaces/" + owner.WorkspaceID + "/members/" + outsider.ID
		owner.Delete(path).OK()
		return outsider, func() *apitest.Answer { return owner.Patch(path, object{"isDeactivated": false}) }
	}, false},
	{"the user signs in", func(api *apitest.Service) (*apitest.User, func() *apitest.Answer) {
		owner := api.Register("ada")
		return owner, func() *apitest.Answer { return login(api, owner.Email, apitest.Password) }
	}, false},
	{"the user makes a workspace", func(api *apitest.Service) (*apitest.User, func() *apitest.Answer) {
		owner := api.Register("ada")
		return owner, func() *apitest.Answer { return owner.Post("/api/workspaces", object{"name": "Second"}) }
	}, false},
	{"the user restores a workspace", func(api *apitest.Service) (*apitest.User, func() *apitest.Answer) {
		owner := api.Register("ada")
		path := "/api/workspaces/" + owner.Post("/api/workspaces", object{"name": "Second"}).ID()
		owner.Delete(path).OK()
		return owner, func() *apitest.Answer { return owner.Post(path+"/restore", nil) }
	}, false},
	{"the user makes an API key", func(api *apitest.Service) (*apitest.User, func() *apitest.Answer) {
		member := api.Register("ada").AddMember("bob", "user")
		return member, func() *apitest.Answer {
			return member.Post("/api/me/workspaces/"+member.WorkspaceID+"/api-keys", object{"name": "laptop"})
		}
	}, false},
	{"the user starts a timer", func(api *apitest.Service) (*apitest.User, func() *apitest.Answer) {
		member := api.Register("ada").AddMember("bob", "user")
		return member, func() *apitest.Answer { return member.Post("/api/timers/start", nil) }
	}, false},
}

func accepting(u *apitest.User, invitation string) func() *apitest.Answer {
	return func() *apitest.Answer { return u.Post("/api/me/pending-invitations/"+invitation+"/accept", nil) }
}

func restorable(c *config.Config) { c.PurgeAfterDays = 14 }

// A deletion at the same time as a request that would give the account, or what goes
// with it, something more ends with one of the two: no workspace has an owner whose
// account is deleted, and nothing of a deleted account is left.
func TestDeleteAccountBesideOtherChanges(t *testing.T) {
	t.Parallel()
	for _, race := range deletionRaces {
		t.Run(race.name, func(t *testing.T) {
			t.Parallel()
			for range 3 {
				api := apitest.New(t, restorable)
				deleter, other := race.prepare(api)
				both := []func() *apitest.Answer{func() *apitest.Answer { return deleter.Delete(self) }, other}
				answers := make([]*apitest.Answer, 2)
				testkit.Race(t, 2, func(i int) { answers[i] = both[i]() })
				race.check(t, answers)
				checkSound(t, api)
			}
		})
	}
}

// The same with one request between two reads of the other, and in the middle of each
// batch read.
func TestDeleteAccountUnderTornReads(t *testing.T) {
	t.Parallel()
	for _, race := range deletionRaces {
		t.Run(race.name, func(t *testing.T) {
			t.Parallel()
			p := race.newPrepared(t)
			for _, inner := range []int{0, 1} {
				for k := 0; p.runInterrupted(t, inner, testkit.Fault{Skip: k, Where: untilWrite()}, afterCall); k++ {
				}
				for k := 0; p.runInterrupted(t, inner, testkit.Fault{Skip: k, Where: testkit.On("BatchGetItem")},
					inBatchRead); k++ {
				}
			}
		})
	}
}

// untilWrite selects the calls up to the first transaction.
func untilWrite() func(testkit.Attempt) bool {
	wrote := false
	return func(a testkit.Attempt) bool {
		selected := !wrote
		wrote = wrote || a.Op == "TransactWriteItems"
		return selected
	}
}

// preparedRace is a race with the state from which each of its runs begins.
type preparedRace struct {
	deletionRace
	service *apitest.Service
	begin   apitest.Snapshot
	both    []func() *apitest.Answer // the deletion, and the other request
}

func (race deletionRace) newPrepared(t *testing.T) preparedRace {
	api := apitest.New(t, restorable)
	deleter, other := race.prepare(api)
	return preparedRace{race, api, api.TakeSnapshot(restorable),
		[]func() *apitest.Answer{func() *apitest.Answer { return deleter.Delete(self) }, other}}
}

// runInterrupted runs the other of the two requests when a call of one is hit. hit is
// false when no call is.
func (p preparedRace) runInterrupted(t *testing.T, inner int, at testkit.Fault,
	interrupt func(func()) testkit.Effect) (hit bool) {
	api := p.service
	api.Restore(t, p.begin)
	answers := make([]*apitest.Answer, 2)
	at.Effect = interrupt(func() { answers[inner] = p.both[inner]() })
	api.Probe.Inject(at)
	answers[1-inner] = p.both[1-inner]()
	api.Probe.Reset()
	if answers[inner] == nil {
		return false
	}
	p.check(t, answers)
	checkNoMember(t, api)
	checkSound(t, api)
	return true
}

func (race deletionRace) check(t *testing.T, answers []*apitest.Answer) {
	t.Helper()
	for _, a := range answers {
		if a.Status >= 500 {
			t.Errorf("%d\n%s", a.Status, a.Body)
		}
	}
	if race.either && answers[0].Status == http.StatusOK && answers[1].Status == http.StatusOK {
		t.Error("both requests succeeded")
	}
}

// afterCall does something after a call, before its answer arrives.
func afterCall(do func()) testkit.Effect {
	return func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		response, err := exchange(r)
		do()
		return response, err
	}
}

// inBatchRead does something in the middle of a batch read.
func inBatchRead(do func()) testkit.Effect {
	return testkit.TearBatchRead(func(read int) {
		if read == 1 {
			do()
		}
	})
}

// checkSound checks, after the work in the background, that every workspace has an
// owner with an account, and that of deleted accounts only their bare record is left.
func checkSound(t *testing.T, api *apitest.Service) {
	t.Helper()
	for range 3 {
		api.RunWorker()
		api.Clock.Advance(time.Hour)
	}
	checkNoMember(t, api)
	items := apitest.TableItems(api)
	deleted := deletedIn(items, "PROFILE")
	for _, it := range items {
		pk, sk := testkit.TextOf(it["pk"]), testkit.TextOf(it["sk"])
		kind, _, _ := strings.Cut(pk, "#")
		var wrong bool
		switch {
		case kind == "USER":
			wrong = deleted[pk] && sk != "PROFILE"
		case slices.Contains([]string{"EMAIL", "EXT", "KEY"}, kind):
			wrong = deleted["USER#"+testkit.TextOf(it["uid"])]
		case sk == "META" && it["deleted_at"] == nil:
			owner := testkit.TextOf(it["owner_id"])
			wrong = deleted["USER#"+owner] || !slices.ContainsFunc(items, func(m map[string]types.AttributeValue) bool {
				return testkit.TextOf(m["pk"]) == pk && testkit.TextOf(m["sk"]) == "M#"+owner &&
					testkit.TextOf(m["state"]) == "active"
			})
		}
		if wrong {
			t.Errorf("after the deletion there is %s %s", pk, sk)
		}
	}
}

// checkNoMember checks that no deleted account is a member or has a timer.
func checkNoMember(t *testing.T, api *apitest.Service) {
	t.Helper()
	items := apitest.TableItems(api)
	accounts, workspaces := deletedIn(items, "PROFILE"), deletedIn(items, "META")
	for _, it := range items {
		pk, sk := testkit.TextOf(it["pk"]), testkit.TextOf(it["sk"])
		workspace, user, _ := strings.Cut(pk, "#U#")
		member := strings.HasPrefix(sk, "M#") && testkit.TextOf(it["state"]) == "active" &&
			accounts["USER#"+testkit.TextOf(it["uid"])]
		timer := sk == "TIMER" && it["id"] != nil && accounts["USER#"+user]
		if (member || timer) && !workspaces[workspace] {
			t.Errorf("after the deletion there is %s %s", pk, sk)
		}
	}
}

// deletedIn are the partitions of the records with a sort key that are deleted.
func deletedIn(items []map[string]types.AttributeValue, sk string) map[string]bool {
	deleted := map[string]bool{}
	for _, it := range items {
		if testkit.TextOf(it["sk"]) == sk && it["deleted_at"] != nil {
			deleted[testkit.TextOf(it["pk"])] = true
		}
	}
	return deleted
}

// Several registrations of the address of a deleted account make one new account.
func TestTheAddressOfADeletedAccountRegistersOnce(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	register := func() *apitest.Answer {
		return api.Send(apitest.Request{Method: "POST", Path: "/api/auth/register", Body: object{
			"email": owner.Email, "password": apitest.Password, "displayName": "Ada Two",
		}})
	}
	var answers [5]*apitest.Answer
	testkit.Race(t, len(answers), func(i int) {
		if i == 0 {
			answers[i] = owner.Delete(self)
		} else {
			answers[i] = register()
		}
	})
	answers[0].OK()
	made := 0
	for _, a := range append(answers[1:], register()) {
		if a.Status == http.StatusOK {
			made++
			if me := api.UserOf(a).Get("/api/auth/me").OK(); me["id"] == owner.ID || me["display_name"] != "Ada Two" {
				t.Errorf("the new account is %v", me)
			}
			continue
		}
		if got := a.Problem(409, "conflict")["reason"]; got != "email_taken" {
			t.Errorf("reason %v", got)
		}
	}
	if made != 1 {
		t.Errorf("%d accounts were made", made)
	}
	checkSound(t, api)
}

// What a request writes that read the account before its deletion is erased, too.
func TestALateWriteIsErased(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	release := make(chan struct{})
	held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("TransactWriteItems")})
	made := make(chan *apitest.Answer, 1)
	go func() {
		made <- member.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys", object{"name": "late"})
	}()
	<-held.Reached()
	member.Delete(self).OK()
	api.RunWorker()
	close(release)
	(<-made).OK()
	api.Clock.Advance(domain.WriteGrace)
	api.RunWorker()
	checkErased(t, api, member)
}
