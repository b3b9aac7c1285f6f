package projects_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// countItems is how many items of a kind lie in the table.
func countItems(api *apitest.Service, prefix string) int {
	n := 0
	for _, item := range apitest.TableItems(api) {
		if strings.HasPrefix(testkit.TextOf(item["sk"]), prefix) {
			n++
		}
	}
	return n
}

// checkCounts compares what clients count with their projects, and what guards
// names with what has one.
func checkCounts(t *testing.T, api *apitest.Service) {
	t.Helper()
	counted, projects := map[string]string{}, map[string]int{}
	guards, named := 0, 0
	for _, item := range apitest.TableItems(api) {
		switch kind, _, _ := strings.Cut(testkit.TextOf(item["sk"]), "#"); kind {
		case "C":
			counted[testkit.TextOf(item["id"])] = item["refs"].(*types.AttributeValueMemberN).Value
			named++
		case "P":
			client, listed := testkit.TextOf(item["client"]), testkit.TextOf(item["lsk"])
			projects[client]++
			if client != "" && !strings.HasPrefix(listed, "PC#"+client+"#") {
				t.Errorf("project %s of client %s is listed at %s", testkit.TextOf(item["id"]), client, listed)
			}
			named++
		case "T", "G":
			named++
		case "N":
			guards++
		}
	}
	for client, refs := range counted {
		if refs != fmt.Sprint(projects[client]) {
			t.Errorf("client %s counts %s projects, and has %d", client, refs, projects[client])
		}
		delete(projects, client)
	}
	delete(projects, "")
	if len(projects) > 0 {
		t.Errorf("projects of clients that are gone: %v", projects)
	}
	if guards != named {
		t.Errorf("%d names are held, %d things have one", guards, named)
	}
}

// Projects are made, renamed, moved and deleted at random by many at once; in
// the end every count is what counting anew gives.
func TestCountsSurviveRaces(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	var clients []any
	for i := range 3 {
		clients = append(clients, owner.Post("/api/clients", object{"name": fmt.Sprint("Client ", i)}).ID())
	}
	clients = append(clients, nil)
	var paths []string
	for i := range 6 {
		paths = append(paths, createProject(owner, object{"name": fmt.Sprint("Project ", i),
			"clientId": clients[i%len(clients)]}))
	}
	testkit.Race(t, 6, func(worker int) {
		random := rand.New(rand.NewPCG(1, uint64(worker)))
		for range 12 {
			path, client, name := paths[random.IntN(len(paths))], clients[random.IntN(len(clients))],
				fmt.Sprint("Project ", random.IntN(6))
			var answer *apitest.Answer
			switch random.IntN(6) {
			case 0:
				answer = owner.Post("/api/projects", object{"name": name, "clientId": client})
			case 1:
				answer = owner.Delete(path)
			case 2:
				answer = owner.Delete(fmt.Sprint("/api/clients/", clients[random.IntN(3)]))
			case 3:
				answer = owner.Patch(path, object{"name": name})
			default:
				answer = owner.Patch(path, object{"clientId": client, "name": name})
			}
			if answer.Status >= 500 {
				t.Errorf("%s %s: %d\n%s", answer.Request.Method, answer.Request.Path, answer.Status, answer.Body)
			}
		}
	})
	checkCounts(t, api)
}
