package worker_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/functions/worker"
	"stint/internal/apitest"
	"stint/shared/domain"
	"stint/shared/store"
	"stint/shared/store/key"
	"stint/shared/table"
)

// enqueue puts n items of a workspace into the queue of the table, which are due since a time.
func enqueue(t *testing.T, api *apitest.Service, workspace domain.ID, n int, since domain.Instant) {
	t.Helper()
	var writes []types.WriteRequest
	for range n {
		w := store.QueuedWork{Work: domain.Work{ID: domain.NewID(), Kind: "kind", WorkspaceID: workspace}, At: since}
		writes = append(writes, types.WriteRequest{PutRequest: &types.PutRequest{
			Item: table.Encode(key.Work(w.ID, w.At), w)}})
	}
	for some := range slices.Chunk(writes, 25) {
		_, err := api.Table.Client.BatchWriteItem(t.Context(), &dynamodb.BatchWriteItemInput{
			RequestItems: map[string][]types.WriteRequest{api.Table.Name: some}})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// callsUntilOther is how many calls of the database a worker makes until the work of another workspace is tried, and
// how many older items of a workspace in trouble it began. Those hang until then.
func callsUntilOther(t *testing.T, backlog int) (calls, begun int) {
	t.Helper()
	api := apitest.New(t)
	now := domain.InstantOf(api.Clock.Now())
	enqueue(t, api, troubled, backlog, now.Plus(-time.Hour))
	enqueue(t, api, other, 1, now)
	api.Probe.Reset()
	ctx, end := context.WithTimeout(t.Context(), time.Minute)
	defer end()
	var hanging atomic.Int32
	w := worker.New(api.Deps.Store, api.Deps.Log, map[domain.WorkKind]worker.Handler{
		"kind": func(try context.Context, w domain.Work) (*worker.Later, error) {
			if w.WorkspaceID == troubled {
				hanging.Add(1)
				<-try.Done()
				return nil, errors.New("not now")
			}
			calls, begun = len(api.Probe.Log()), int(hanging.Load())
			end()
			return nil, nil
		}})
	_ = w.Work(ctx) // it ends when the other is tried, so the result of that cannot be written
	return calls, begun
}

// A worker that shares its slots reads the queue once and begins at most four items of a workspace in trouble, before
// it tries the work of another that came last. This does not grow with what waits.
func TestTheQueueOfTheTableIsShared(t *testing.T) {
	t.Parallel()
	for _, backlog := range []int{20, 2000} {
		t.Run(fmt.Sprint(backlog), func(t *testing.T) {
			t.Parallel()
			calls, begun := callsUntilOther(t, backlog)
			if most := key.QueueShards + 5; calls < 1 || calls > most || begun > 4 {
				t.Errorf("%d calls, at most %d expected; %d items of the other workspace", calls, most, begun)
			}
		})
	}
}
