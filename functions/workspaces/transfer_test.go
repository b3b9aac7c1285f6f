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
	h := apitest.New(t)
	ada := h.Register("ada")
	bob := ada.AddMember("bob", "analyst")
	path := workspacePath(ada) + "/transfer-ownership"

	moved := ada.Post(path, object{"userId": bob.ID}).OK()
	if moved["role"] != "admin" || moved["version"] != 2.0 {
		t.Errorf("after the transfer: %v, want role admin in version 2", moved)
	}
	if got := listRoles(t, ada); got != "ada admin, bob owner" {
		t.Errorf("members %s", got)
	}
	ada.Post(path, object{"userId": ada.ID}).Denied("role_insufficient")
	bob.Patch(memberPath(ada, ada), object{"role": "user"}).OK() // the previous owner is an ordinary admin
	bob.Delete(workspacePath(ada)).OK()
}

func TestTransferRefuses(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	bob, outsider := ada.AddMember("bob", "user"), h.Register("outsider")
	path := workspacePath(ada) + "/transfer-ownership"

	ada.Post(path, nil).Invalid(" required")
	ada.Post(path, object{"userId": "x"}).Invalid("userId uuid_invalid")
	ada.Post(path, object{"userId": outsider.ID}).Invalid("userId user_not_found")
	ada.Post(path, object{"userId": ada.ID}).Problem(409, "conflict")
	disabled := ada.AddMember("disabled", "admin")
	if err := h.Deps.Store.OperateAccount(t.Context(), domain.ID(disabled.ID), audit.DisableAccount); err != nil {
		t.Fatal(err)
	}
	ada.Post(path, object{"userId": disabled.ID}).Invalid("userId user_not_found")
	ada.Delete(memberPath(ada, bob)).OK()
	ada.Post(path, object{"userId": bob.ID}).Invalid("userId user_not_found")
}

// The owner transfers the workspace to two members at the same time, while an admin
// demotes and deactivates these members. Afterwards there is exactly one owner, who is
// an active member.
func TestParallelTransfers(t *testing.T) {
	t.Parallel()
	for range 3 {
		h := apitest.NewLagging(t)
		ada := h.Register("ada")
		bob, carl, admin := ada.AddMember("bob", "user"), ada.AddMember("carl", "user"), ada.AddMember("admin", "admin")
		path := workspacePath(ada) + "/transfer-ownership"
		transfers := 0
		statuses := make([]int, 5)
		testkit.Race(t, len(statuses), func(i int) {
			var answer *apitest.Answer
			switch i {
			case 0:
				answer = ada.Post(path, object{"userId": bob.ID})
			case 1:
				answer = ada.Post(path, object{"userId": carl.ID})
			case 2:
				answer = admin.Delete(memberPath(ada, bob))
			case 3:
				answer = admin.Patch(memberPath(ada, carl), object{"role": "analyst"})
			case 4:
				answer = bob.Post(workspacePath(ada)+"/leave", nil)
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
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada := h.Register("ada")
			bob := ada.AddMember("bob", "user")
			return func() *apitest.Answer {
				return ada.Post(workspacePath(ada)+"/transfer-ownership", object{"userId": bob.ID})
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
func describeTable(h *apitest.Service) string {
	var states []string
	for _, item := range apitest.TableItems(h) {
		text := func(name string) string {
			s, _ := item[name].(*types.AttributeValueMemberS)
			if s == nil {
				return ""
			}
			return s.Value
		}
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
	return apitest.ItemCounts(h) + "\n" + strings.Join(states, "\n")
}
