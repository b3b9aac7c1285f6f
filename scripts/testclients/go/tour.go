// Command tour goes the README's tour with the client that oapi-codegen generates.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"stint/scripts/testclients/go/api"
)

// response is what every generated response has.
type response interface {
	StatusCode() int
	GetBody() []byte
}

// ok returns the response; a problem ends the tour.
func ok[R response](r R, err error) R {
	if err != nil {
		log.Fatal(err)
	}
	if r.StatusCode() != http.StatusOK {
		log.Fatalf("%d %s", r.StatusCode(), r.GetBody())
	}
	return r
}

func same[T comparable](what string, got, want T) {
	if got != want {
		log.Fatalf("%s is %v, want %v", what, got, want)
	}
}

func ptr[T any](v T) *T { return &v }

// newClient makes a client that sends a credential, if there is one.
func newClient(credential string) *api.ClientWithResponses {
	c, err := api.NewClientWithResponses(os.Getenv("STINT_URL"),
		api.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
			if credential != "" {
				r.Header.Set("Authorization", "Bearer "+credential)
			}
			return nil
		}))
	if err != nil {
		log.Fatal(err)
	}
	return c
}

func main() {
	ctx := context.Background()
	registered := ok(newClient("").AccountRegisterWithResponse(ctx, nil, api.AccountRegisterJSONRequestBody{
		Email: "ada@go.example.com", Password: "correct horse battery", DisplayName: "Ada",
		WorkspaceName: ptr("Analytical Engines"), Timezone: ptr("UTC"),
	}))
	c := newClient(registered.JSON200.AccessToken)

	customer := ok(c.ClientsCreateWithResponse(ctx, nil, api.CustomerCreateRequest{Name: "Babbage & Co"})).JSON200
	project := ok(c.ProjectsCreateWithResponse(ctx, nil, api.ProjectCreateRequest{
		Name: "Difference Engine", ClientId: &customer.Id, HourlyRate: ptr(int64(8500)),
	})).JSON200
	task := ok(c.TasksCreateWithResponse(ctx, project.Id, nil, api.TaskCreateRequest{Name: "Carriage"})).JSON200

	timer := ok(c.TimersStartWithResponse(ctx, nil, api.TimerStartRequest{
		TaskId: &task.Id, Description: ptr("Drawing the carriage")})).JSON200
	same("the running timer", ok(c.TimersCurrentWithResponse(ctx, nil)).JSON200.Timer.Id, timer.Id)
	ok(c.TimersStopWithResponse(ctx, timer.Id, nil, api.TimerStopRequest{}))
	entries := ok(c.EntriesListWithResponse(ctx, &api.EntriesListParams{
		ProjectId: &project.Id, Limit: ptr(int64(10))})).JSON200
	same("the first entry", entries.Items[0].Id, timer.Id)

	today := openapi_types.Date{Time: time.Now().UTC()}
	submission := ok(c.SubmissionsCreateWithResponse(ctx, nil,
		api.SubmissionCreateRequest{PeriodStart: today, PeriodEnd: today})).JSON200
	approved := ok(c.SubmissionsApproveAllWithResponse(ctx, submission.Id, nil)).JSON200
	same("the status", approved.Status, "approved")
	ok(c.ClientLinksCreateWithResponse(ctx, submission.Id, nil, api.ClientLinkCreateRequest{
		ClientEmail: "charles@example.com", ShowAmounts: ptr(true),
	}))
	useKey(ctx, c, project.Id)
	fmt.Println("oapi-codegen: the tour is complete")
}

// useKey makes an API key and goes on with it.
func useKey(ctx context.Context, c *api.ClientWithResponses, project openapi_types.UUID) {
	me := ok(c.AccountMeWithResponse(ctx, nil)).JSON200
	key := ok(c.ApiKeysCreateWithResponse(ctx, *me.ActiveWorkspaceId, nil,
		api.ApiKeyCreateRequest{Name: "My script"})).JSON200
	program := newClient(*key.Token)
	same("the key's workspace", ok(program.ApiKeysMeWithResponse(ctx, nil)).JSON200.Workspace.Id, *me.ActiveWorkspaceId)

	id, start := uuid.New(), time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	bulk := ok(program.EntriesBulkV1WithResponse(ctx, nil, api.EntryBulkRequest{Items: []api.EntryBulkItem{{
		Id: id, ProjectId: &project, StartedAt: &start, StoppedAt: ptr(start.Add(90 * time.Minute)),
	}}})).JSON200
	same("the entry of the batch", *bulk.Items[0].DurationSeconds, 5400)
	gone := ok(program.EntriesBulkV1WithResponse(ctx, nil, api.EntryBulkRequest{Items: []api.EntryBulkItem{{
		Id: id, Op: ptr(api.EntryBulkItemOp("delete")),
	}}})).JSON200
	same("the deleted entry", *gone.Items[0].Deleted, true)

	refused, err := program.TagsCreateV1WithResponse(ctx, nil, api.TagCreateRequest{Name: ""})
	if err != nil {
		log.Fatal(err)
	}
	same("the field of a problem", (*refused.ApplicationproblemJSON422.Errors)[0].Field, "name")
}
