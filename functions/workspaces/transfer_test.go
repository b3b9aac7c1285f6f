package workspaces_test

import (
	"fmt"
	"net/http"
	"sort"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/audit"
)

func TestTransfer(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	analyst := owner.AddMember("bob", "analyst")
	path := workspacePath(owner) + "/transfer-ownership"

	moved := owner.Post(path, object{"userId": analyst.ID}).OK()
	if moved["role"] != "admin" || moved["version"] != 2.0 {
		t.Errorf("after the transfer: %v, want role admin in version 2", moved)
	}
	if got := listRoles(t, owner); got != "ada admin, bob owner" {
		t.Errorf("members %s", got)
	}
	owner.Post(path, object{"userId": owner.ID}).Denied("role_insufficient")
	analyst.Patch(memberPath(owner, owner), object{"role": "user"}).OK() // the previous owner is an ordinary admin
	analyst.Delete(workspacePath(owner)).OK()
}

func TestTransferRefuses(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member, outsider := owner.AddMember("bob", "user"), api.Register("outsider")
	path := workspacePath(owner) + "/transfer-ownership"

	owner.Post(path, nil).Invalid(" required")
	owner.Post(path, object{"userId": "x"}).Invalid("userId uuid_invalid")
	owner.Post(path, object{"userId": outsider.ID}).Invalid("userId user_not_found")
	owner.Post(path, object{"userId": owner.ID}).Problem(409, "conflict")
	disabled := owner.AddMember("disabled", "admin")
	if err := api.Deps.Store.OperateAccount(t.Context(), domain.ID(disabled.ID), audit.DisableAccount); err != nil {
		t.Fatal(err)
	}
	owner.Post(path, object{"userId": disabled.ID}).Invalid("userId user_not_found")
	owner.Delete(memberPath(owner, member)).OK()
	owner.Post(path, object{"userId": member.ID}).Invalid("userId user_not_found")
}

// The owner transfers the workspace to two members at the same time, while an admin
// demotes and deactivates these members. Afterwards there is exactly one owner, who is
// an active member.
func TestParallelTransfers(t *testing.T) {
	t.Parallel()
	for range 3 {
		api := apitest.NewLagging(t)
		owner := api.Register("ada")
		member, coworker, admin := owner.AddMember("bob", "user"), owner.AddMember("carl", "user"),
			owner.AddMember("admin", "admin")
		path := workspacePath(owner) + "/transfer-ownership"
		transfers := 0
		statuses := make([]int, 5)
		testkit.Race(t, len(statuses), func(i int) {
			var answer *apitest.Answer
			switch i {
			case 0:
				answer = owner.Post(path, object{"userId": member.ID})
			case 1:
				answer = owner.Post(path, object{"userId": coworker.ID})
			case 2:
				answer = admin.Delete(memberPath(owner, member))
			case 3:
				answer = admin.Patch(memberPath(owner, coworker), object{"role": "analyst"})
			case 4:
				answer = member.Post(workspacePath(owner)+"/leave", nil)
			}
			statuses[i] = answer.Status
			if answer.Status >= 500 {
				t.Errorf("%d\n%s", answer.Status, answer.Body)
			}
		})
		for _, status := range statuses[:2] {
			if status == http.StatusOK {
				transfers++
			}
		}
		if transfers > 1 {
			t.Errorf("both transfers succeeded")
		}
		if got := listRoles(t, admin); strings.Count(got, "owner") != 1 || strings.Contains(got, "owner]") {
			t.Errorf("members %s after %v, want exactly one active owner", got, statuses)
		}
	}
}

func TestTransferAllOrNothing(t *testing.T) {
	t.Parallel()
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := api.Register("ada")
			member := owner.AddMember("bob", "user")
			return func() *apitest.Answer {
				return owner.Post(workspacePath(owner)+"/transfer-ownership", object{"userId": member.ID})
			}
		},
		State: describeTable,
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
			if again.Status != http.StatusOK && again.Status != http.StatusForbidden {
				t.Errorf("again: %d\n%s", again.Status, again.Body)
			}
		},
	}.Run(t)
}

// describeTable counts the items of each kind and describes members and workspaces,
// without their ids.
func describeTable(api *apitest.Service) string {
	var states []string
	for _, item := range apitest.TableItems(api) {
		text := func(name string) string { return testkit.TextOf(item[name]) }
		number, _ := item["ver"].(*types.AttributeValueMemberN)
		switch sk := text("sk"); {
		case strings.HasPrefix(sk, "M#"):
			states = append(states, fmt.Sprint("member ", text("role"), " ", text("state"), " ", number.Value))
		case sk == "META":
			states = append(states, "workspace "+number.Value)
		case sk == "TIMER":
			states = append(states, fmt.Sprint("timer ", text("id") != ""))
		}
	}
	sort.Strings(states)
	return apitest.ItemCounts(api) + "\n" + strings.Join(states, "\n")
}
