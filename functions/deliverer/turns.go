package deliverer

import (
	"encoding/json"
	"slices"
	"sync"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/store/key"
)

// turnTime is how long a run keeps a webhook. A step that began before then is finished.
const turnTime = 20 * time.Second

// Bounds of one call of the deliverer.
const (
	maxParallel     = 16 // webhooks that are served at a time
	maxPerWorkspace = 4  // webhooks of one workspace that are served at a time
)

// turns shares the slots of a call among webhooks, so that slow receivers of some workspaces
// do not hold up the others. It is safe for concurrent use.
type turns struct {
	mu       sync.Mutex
	ended    *sync.Cond
	waiting  []feed.Webhook
	perSpace map[domain.ID]int // webhooks that are served now, by workspace
	serving  int
}

func newTurns(all []feed.Webhook) *turns {
	t := &turns{waiting: all, perSpace: map[domain.ID]int{}}
	t.ended = sync.NewCond(&t.mu)
	return t
}

// next gives a turn to a webhook, and waits for a free slot of its workspace. ok is false when
// all webhooks are served.
func (t *turns) next() (h feed.Webhook, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.waiting) > 0 || t.serving > 0 {
		if i := t.first(); i >= 0 {
			return t.take(i), true
		}
		t.ended.Wait()
	}
	return h, false
}

// first is the index of the first waiting webhook of the workspace with the fewest turns now;
// -1 when each workspace has maxPerWorkspace.
func (t *turns) first() int {
	found, fewest := -1, maxPerWorkspace
	for i, h := range t.waiting {
		if n := t.perSpace[h.WorkspaceID]; n < fewest {
			found, fewest = i, n
		}
	}
	return found
}

func (t *turns) take(i int) feed.Webhook {
	h := t.waiting[i]
	t.waiting = slices.Delete(t.waiting, i, i+1)
	t.perSpace[h.WorkspaceID]++
	t.serving++
	return h
}

// end ends the turn of a webhook. again says that it gets another one, after those that wait.
func (t *turns) end(h feed.Webhook, again bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.perSpace[h.WorkspaceID]--
	t.serving--
	if again {
		t.waiting = append(t.waiting, h)
	}
	t.ended.Broadcast()
}

// WorkspacesOf lists the workspaces of the items in an event of the table's stream. There are
// none in an event of the schedule.
func WorkspacesOf(event json.RawMessage) []domain.ID {
	var in struct {
		Records []struct {
			DynamoDB struct {
				Keys struct {
					PK struct{ S string } `json:"pk"`
				}
			} `json:"dynamodb"`
		}
	}
	_ = json.Unmarshal(event, &in) // an event in another form wakes no workspace
	var all []domain.ID
	for _, r := range in.Records {
		if w, ok := key.WorkspaceOf(r.DynamoDB.Keys.PK.S); ok && !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return all
}
